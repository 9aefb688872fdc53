import { knownTemplates } from '../expansions.ts';
import { expand, literalPrefix, matchTemplate, parseTemplate, type UriTemplate } from '../formats/uri-template.ts';
import { spread } from '../material.ts';
import type { Probe } from '../probe.ts';
import { quote } from '../quote.ts';
import { absentSegment } from '../unknown-uris.ts';
import type { JsonObject } from '../wire.ts';

/** A place of a URI where a path can be put: below a listed folder, or in a variable of a template. */
export interface Way {
  /** How it stands in a reason. */
  label: string;
  /** Whether its URIs are file:// URIs, which is what the rule speaks of. */
  file: boolean;
  uri(path: string): string;
  /** URIs through this way that the server itself vouches for. */
  known: readonly string[];
  /** Whether a known path through it is relative, so that an absolute one is out of place. */
  rooted: boolean;
  /** The name of a folder below it, where one is known. */
  inner: string;
}

/** What the server offers to be tried. */
export interface Offered {
  ways: readonly Way[];
  /** Whether all that the server lists was seen. */
  complete: boolean;
}

const longest = 2048;
const mostFolders = 3;
const mostFileTemplates = 4;
const mostOthers = 6;
const marker = 'mcp-conformance-marker';
const isFile = (uri: string): boolean => /^file:/i.test(uri);

/** The ways into a server: file:// ones first, each once, a bounded number. */
export async function offeredWays(probe: Probe): Promise<Offered> {
  let complete = true;
  const without = (): JsonObject[] => {
    // A list that is refused or malformed is judged by a case of its own; the other one may still lead somewhere.
    complete = false;
    return [];
  };
  const resources = await probe.resources().catch(without);
  const templates = await probe.templates().catch(without);
  complete &&= probe.walk('resources/list').stopped === 'end';
  complete &&= probe.walk('resources/templates/list').stopped === 'end' || templates.length === 0;
  const throughTemplates = await templateWays(probe, templates);
  const named = (probe.fixtures.read ?? []).map((uri) => ({ uri }));
  const all = [
    ...folderWays([...resources, ...named]),
    ...throughTemplates.filter(({ file }) => file).slice(0, mostFileTemplates),
    ...throughTemplates.filter(({ file }) => !file).slice(0, mostOthers),
  ];
  const distinct = new Map<string, Way>();
  for (const way of all) if (!distinct.has(way.uri('x'))) distinct.set(way.uri('x'), way);
  return { ways: [...distinct.values()], complete };
}

/** The way below a folder, whose URI ends with a slash. */
export const folderWay = (base: string, known: readonly string[] = [], inner = 'a'): Way => ({
  label: `the folder ${quote(base)}`,
  file: true,
  uri: (path) => base + path,
  known,
  rooted: true,
  inner,
});

/** The listed file:// folders and the folders of listed files: the shallowest, the deepest and one between. */
function folderWays(entries: readonly JsonObject[]): Way[] {
  const folders = new Map<string, { known: string[]; inner?: string }>();
  for (const { uri, mimeType } of entries) {
    if (typeof uri !== 'string' || uri.length > longest || !isFile(uri) || /[?#]/.test(uri)) continue;
    const isFolder = mimeType === 'inode/directory' || uri.endsWith('/');
    const base = isFolder ? `${uri.replace(/\/+$/, '')}/` : uri.slice(0, uri.lastIndexOf('/') + 1);
    if (!/^file:\/\//i.test(base)) continue;
    const folder = folders.get(base) ?? { known: [] };
    if (folder.known.length < 3) folder.known.push(uri);
    folders.set(base, folder);
  }
  const depth = (base: string) => base.split('/').length;
  const sorted = [...folders].sort(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1));
  return spread(sorted, mostFolders).map(([base, { known }]) => {
    const deeper = sorted.find(([other]) => other.startsWith(base) && other !== base)?.[0];
    return folderWay(base, known, deeper?.slice(base.length).split('/')[0] || undefined);
  });
}

async function templateWays(probe: Probe, listed: readonly JsonObject[]): Promise<Way[]> {
  const known = new Map((await knownTemplates(probe).catch(() => [])).map((each) => [each.template.text, each]));
  const ways: (Way & { rank: number })[] = [];
  for (const { uriTemplate } of listed) {
    if (typeof uriTemplate !== 'string' || uriTemplate.length > longest) continue;
    const template = parseTemplate(uriTemplate);
    // Without a scheme before the first variable any URI would match, and none would be a way.
    if ('fault' in template || !/^[a-z][a-z0-9+.-]*:/i.test(literalPrefix(template))) continue;
    const there = (known.get(uriTemplate)?.expansions ?? []).filter(({ contents }) => contents.length > 0);
    ways.push(
      ...waysOf(
        template,
        there.map(({ uri }) => uri),
        probe.fixtures.templates?.[uriTemplate],
      ),
    );
  }
  return ways.sort((a, b) => b.rank - a.rank);
}

/** One way for each variable of a template; `rank` is higher the more it looks like a path. */
function waysOf(template: UriTemplate, known: string[], given?: Record<string, string>): (Way & { rank: number })[] {
  const matches = known.map((uri) => matchTemplate(template, uri)).filter((values) => values !== undefined);
  const variables = template.parts.flatMap((part) =>
    'literal' in part ? [] : part.variables.map((variable) => ({ ...variable, operator: part.operator })),
  );
  return variables.flatMap(({ name, prefix, operator }) => {
    if (prefix !== undefined) return [];
    const others = Object.fromEntries(variables.map((each) => [each.name, absentSegment]));
    const expanded = expand(template, { ...others, ...matches[0], ...given, [name]: marker });
    if (!expanded.includes(marker)) return [];
    const values = [...matches.map((each) => each[name]), given?.[name]].filter((value) => value !== undefined);
    return {
      label: variables.length === 1 ? quote(template.text) : `{${name}} of ${quote(template.text)}`,
      file: isFile(expanded),
      uri: (path: string) => expanded.split(marker).join(path),
      known,
      rooted: values.some((value) => !/^(?:\/|%2f|\w+:)/i.test(value)),
      inner: values.map((value) => /^([\w.-]+)\//.exec(value)?.[1]).find((folder) => folder !== undefined) ?? 'a',
      rank: (operator === '+' ? 2 : 0) + (/path|file|dir|folder|doc|page|name|key|slug|res/i.test(name) ? 1 : 0),
    };
  });
}
