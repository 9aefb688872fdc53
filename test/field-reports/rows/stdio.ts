// Standard input and output: what is printed besides messages, how messages are framed, encoded and identified.
import { fault, type Mutant, onReply } from '../../../harness/mutate.ts';
import type { FieldReport, SetAside } from './row.ts';

/** Rewrites the id of each response. */
const ids = (change: (id: string | number) => unknown): Mutant => ({
  outgoing: (message) => ['method' in message ? message : { ...message, id: change(message.id) }],
});

export const reports: readonly FieldReport[] = [
  {
    report: 'microsoft/azure-devops-mcp#147',
    gist: 'a banner with the version is printed on standard output',
    over: 'stdio',
    server: fault('stdio-banner'),
    found: ['stdio/only-messages', 'fail'],
  },
  {
    report: 'hurttlocker/o8#1541',
    gist: 'a library prints its log on standard output',
    over: 'stdio',
    server: fault('stdio-log-lines'),
    found: ['stdio/only-messages', 'fail'],
  },
  {
    report: 'Aas-ee/open-webSearch#23',
    gist: 'a banner with letters beyond ASCII is printed on standard output',
    fake: 'banner.mjs',
    found: ['stdio/only-messages', 'fail'],
  },
  {
    report: 'danielvm-git/bigpowers#131',
    gist: 'the server waits for Content-Length headers and answers nothing',
    over: 'stdio',
    server: { incoming: () => [] },
    found: [/^initialize got no answer/],
  },
  {
    report: 'channprj/kmsg#13',
    gist: 'messages are framed by Content-Length headers',
    over: 'stdio',
    server: fault('stdio-content-length'),
    found: [/frames messages as the Language Server Protocol does/],
  },
  {
    report: 'muthuishere/mcp-server-bash-sdk#8',
    gist: 'the process ends after its first answer',
    fake: 'one-answer.mjs',
    found: ['capabilities/base-protocol', 'fail'],
  },
  {
    report: 'MarkusPfundstein/mcp-obsidian#75',
    gist: 'messages are written in the code page of the system',
    over: 'stdio',
    server: fault('stdio-latin-1'),
    found: ['messages/utf-8', 'fail'],
  },
  {
    report: 'agentic-hil/agentic-hil#484',
    gist: 'what is read is not decoded as UTF-8, so that no letter beyond ASCII arrives',
    over: 'stdio',
    server: { incoming: (message) => [JSON.parse(Buffer.from(JSON.stringify(message)).toString('latin1'))] },
    found: ['messages/response-id', 'fail'],
  },
  {
    report: 'modelcontextprotocol/python-sdk#961',
    gist: 'ids that are digits come back as numbers',
    server: ids((id) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id)),
    found: ['messages/response-id', 'fail'],
  },
  {
    report: 'modelcontextprotocol/python-sdk#1025',
    gist: 'as in modelcontextprotocol/python-sdk#961',
    over: 'http',
    server: ids((id) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id)),
    found: ['messages/response-id', 'fail'],
  },
  {
    report: 'awslabs/AutoCorrode#43',
    gist: 'numbers come back as texts with a fraction',
    server: ids((id) => (typeof id === 'number' ? id.toFixed(1) : id)),
    found: ['messages/response-id', 'fail'],
  },
  {
    report: 'cognizant-ai-lab/neuro-san#526',
    gist: 'numbers come back as texts',
    over: 'http',
    server: ids((id) => String(id)),
    found: ['messages/response-id', 'fail'],
  },
  {
    report: 'DeusData/codebase-memory-mcp#253',
    gist: 'texts come back as the number that they begin with, or 0',
    server: ids((id) => (typeof id === 'string' && !/^[qwxz]/.test(id) ? Number.parseInt(id, 10) || 0 : id)),
    found: ['messages/response-id', 'fail'],
  },
  {
    report: 'lilhammerfun/clumsies#100',
    gist: 'a request of more than 4 KiB ends the server',
    over: 'stdio',
    revision: '2026-07-28',
    server: fault('exit-on-long-uri'),
    found: ['traversal/malformed-uris', 'fail'],
  },
  {
    report: 'modelcontextprotocol/python-sdk#1143',
    gist: 'a long answer blocks a server that is being written to, and is never finished',
    server: onReply('resources/read', (reply, { params }) => (params?.uri === 'demo://host/album' ? undefined : reply)),
    found: ['messages/request-answered', 'fail'],
  },
];

export const aside: readonly SetAside[] = [
  {
    report: 'aryamthecodebreaker/FixMap#637',
    gist: 'a line that is no JSON gets no answer',
    why: 'Silence is right: where the id cannot be read, no revision demands an answer.',
  },
  {
    report: 'saidsurucu/borsa-mcp#6',
    gist: 'a request whose id is null is taken for a notification',
    why: 'No request of MCP has such an id, so that none of its rules says what to answer.',
  },
  {
    report: 'false-systems/tapio#615',
    gist: 'a request whose id is null is dropped in silence',
    why: 'No request of MCP has such an id, so that none of its rules says what to answer.',
  },
];
