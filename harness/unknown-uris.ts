import { uriFault } from './formats/uri.ts';
import { expand, literalPrefix, parseTemplate, variablesOf } from './formats/uri-template.ts';
import { isModern, type Revision } from './wire.ts';

/** A URI of which nothing must be found. */
export interface UnknownUri {
  uri: string;
  /**
   * `foreign`: a scheme that nobody serves; `known`: a sibling of a listed resource; `non-ascii`: likewise, with another script;
   * `expansion`: a template with a value that cannot exist, which a server that computes its resources may still serve; `named`: by the operator.
   */
  kind: 'foreign' | 'known' | 'non-ascii' | 'expansion' | 'named';
}

/** A segment that no server has; fixed, so that two runs ask the same. */
export const absentSegment = 'mcp-conformance-absent-7f3a9c1e';

/** URIs that should not exist on a server with these resources and templates. Siblings that a template may match are left out. */
export function unknownUris(
  resources: readonly string[],
  templates: readonly string[],
  named: readonly string[],
  revision: Revision,
): UnknownUri[] {
  const parsed = templates.map((template) => parseTemplate(template)).filter((template) => 'parts' in template);
  const prefixes = parsed.map(literalPrefix);
  const matchable = (uri: string) => prefixes.some((prefix) => uri.startsWith(prefix));
  const taken = new Set<string>();
  const unknown: UnknownUri[] = named.map((uri) => ({ uri, kind: 'named' }));
  const add = (uri: string, kind: UnknownUri['kind']) => {
    const free = !taken.has(uri) && !resources.includes(uri);
    if (free && (kind === 'expansion' || !matchable(uri))) unknown.push({ uri, kind });
    taken.add(uri);
  };
  add(`mcp-conformance-absent:///${absentSegment}`, 'foreign');
  const sibling = firstOf(resources, (uri) => {
    const other = siblingOf(uri);
    return other === undefined || matchable(other) ? undefined : other;
  });
  if (sibling) add(sibling, 'known');
  // Raw, it is no URI; the code of 2026-07-28 is the same for both faults, while a legacy server may tell them apart.
  const snowman = isModern(revision) ? '☃' : encodeURIComponent('☃');
  add(`${sibling ?? `mcp-conformance-absent:///${absentSegment}`}-${snowman}`, 'non-ascii');
  for (const template of parsed.slice(0, 3)) {
    const names = variablesOf(template);
    const uri = expand(template, Object.fromEntries(names.map((name) => [name, absentSegment])));
    // What is no URI may rightly be refused as such.
    if (names.length > 0 && uriFault(uri) === undefined) add(uri, 'expansion');
  }
  return unknown;
}

/** What the first of some items is mapped to that is mapped to anything: a list may be long. */
function firstOf<Item, Value>(items: readonly Item[], map: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const value = map(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The URI with another last segment; undefined where there is none to change, or where a listed folder may hold it. */
function siblingOf(uri: string): string | undefined {
  const match = /^([a-z][a-z0-9+.-]*:(?:.*\/)?)([^/?#]+)$/i.exec(uri);
  return match ? `${match[1]}${absentSegment}` : undefined;
}
