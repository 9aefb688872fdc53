// Paths that lead out of what is served, and paths that are refused though they do not.
import { fault } from '../../../harness/mutate.ts';
import { type FieldReport, type SetAside, unreadable } from './row.ts';

const modern = '2026-07-28';

export const reports: readonly FieldReport[] = [
  {
    report: 'GLips/Figma-Context-MCP#238',
    gist: 'a sibling whose name begins like that of the served folder passes the check',
    revision: modern,
    server: fault('traversal-prefix'),
    found: ['traversal/prefix-sibling', 'fail'],
  },
  {
    report: 'PrefectHQ/fastmcp#4482',
    gist: 'the check for ".." is made before the path is decoded',
    revision: modern,
    server: fault('traversal-decode-after-check'),
    found: ['traversal/encoded', 'fail'],
  },
  {
    report: 'anthropics/skills#1618',
    gist: 'a teaching example joins what a template caught to a folder',
    revision: modern,
    server: fault('traversal-raw-join'),
    found: ['traversal/dot-segments', 'fail'],
  },
  {
    report: 'wonderwhy-er/DesktopCommanderMCP#219',
    gist: 'symbolic links are followed wherever they lead',
    over: 'stdio',
    revision: modern,
    server: fault('traversal-follow-links'),
    found: ['traversal/symbolic-links', 'warn'],
  },
  {
    report: 'ryanjoachim/mcp-rtfm#5',
    gist: 'the name of a document is joined to a folder',
    over: 'stdio',
    server: fault('traversal-raw-join'),
    found: ['traversal/dot-segments', 'warn'],
  },
  {
    report: 'modelcontextprotocol/servers#1838',
    gist: 'files in a folder of the served one are taken to be outside',
    over: 'stdio',
    server: unreadable((uri) => /^file:.*\/notes\//.test(uri)),
    found: ['read/listed-readable', 'warn'],
  },
];

export const aside: readonly SetAside[] = [
  {
    report: 'wonderwhy-er/DesktopCommanderMCP#420',
    gist: 'the check of a link is left out for files that do not exist',
    why: 'A read of what does not exist gives nothing away; the harm is in writing.',
  },
  {
    report: 'modelcontextprotocol/servers#1987',
    gist: 'a drive letter in small type is refused',
    why: 'Two spellings of a path on one operating system; a URI reads as it is listed.',
  },
  {
    report: 'mark3labs/mcp-filesystem-server#7',
    gist: 'as in modelcontextprotocol/servers#1987',
    why: 'Two spellings of a path on one operating system; a URI reads as it is listed.',
  },
];
