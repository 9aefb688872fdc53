import { completing, suggestionsIn } from './completions.ts';
import { expand, matchTemplate, parseTemplate, type UriTemplate, variablesOf } from './formats/uri-template.ts';
import { asRead, type Read, spread } from './material.ts';
import type { Probe } from './probe.ts';
import { isError, isResult } from './session/reply.ts';
import type { Session } from './session/session.ts';
import { troublesOf } from './troubles.ts';
import type { JsonObject } from './wire.ts';

/** A URI that a template leads to, and what reading it gave. */
export interface Expansion extends Read {
  /**
   * Who vouches for the values: the server by its completions, or by listing the URI; the config; `text`: there is nothing to fill
   * in; `convention`: the fixtures of the official suite, which a server need not have.
   */
  by: 'completion' | 'list' | 'config' | 'text' | 'convention';
}

/** A listed template that is one by RFC 6570, with the expansions that are known. */
export interface KnownTemplate {
  entry: JsonObject;
  template: UriTemplate;
  expansions: readonly Expansion[];
}

const mostTemplates = 12;
const mostCompleted = 3;
const longestValue = 1000;
const conventional: Readonly<Record<string, Record<string, string>>> = { 'test://template/{id}/data': { id: '123' } };

const known = new WeakMap<Session, Promise<KnownTemplate[]>>();

/** A sample of the listed templates with their known expansions, each read once a session. */
export async function knownTemplates(probe: Probe): Promise<KnownTemplate[]> {
  const { session } = probe;
  const found = known.get(session) ?? gather(probe);
  known.set(session, found);
  const templates = await found;
  const replies = templates.flatMap(({ expansions }) => expansions.map(({ reply }) => reply));
  troublesOf(session.channel.transcript).meet(replies);
  return templates;
}

/** Whether a read shows that there is something at its URI: contents, or a wish for input or for a capability first. */
export const isThere = ({ reply }: Read): boolean =>
  isResult(reply) || (isError(reply) && reply.error?.code === -32021);

async function gather(probe: Probe): Promise<KnownTemplate[]> {
  const listedTemplates = await probe.templates();
  const { templates: values = {} } = probe.fixtures;
  const named = listedTemplates.filter(({ uriTemplate }) => Object.hasOwn(values, uriTemplate));
  const others = listedTemplates.filter((entry) => !named.includes(entry));
  const entries = [...named, ...spread(others, mostTemplates)];
  const listed = await probe.reads().catch(() => []);
  const gathered: KnownTemplate[] = [];
  for (const entry of entries) {
    const template = parseTemplate(entry.uriTemplate);
    if ('fault' in template) continue;
    const expansions = new Map<string, Expansion>();
    for (const read of listed)
      if (read.entry && variablesOf(template).length > 0 && matchTemplate(template, read.uri))
        expansions.set(read.uri, { ...read, by: 'list' });
    for (const [by, values] of await valuesFor(probe, template)) {
      const uri = expand(template, values);
      if (expansions.has(uri)) continue;
      const reply = await probe.send('resources/read', { uri });
      expansions.set(uri, { ...asRead(uri, undefined, reply), by });
    }
    gathered.push({ entry, template, expansions: [...expansions.values()] });
  }
  return gathered;
}

/** Values for all variables of a template, with who vouches for them. */
async function valuesFor(
  probe: Probe,
  template: UriTemplate,
): Promise<[by: Expansion['by'], values: Record<string, string>][]> {
  const { text } = template;
  const names = variablesOf(template);
  if (names.length === 0) return [['text', {}]];
  const { templates = {} } = probe.fixtures;
  if (Object.hasOwn(templates, text)) return [['config', templates[text]!]];
  const completed = (await completedValues(probe, template, names)).map(
    (values): ['completion', Record<string, string>] => ['completion', values],
  );
  if (completed.length > 0 || !Object.hasOwn(conventional, text)) return completed;
  return [['convention', conventional[text]!]];
}

/** Sets of values that the server itself suggests: some for a single variable, one for several. */
async function completedValues(
  probe: Probe,
  template: UriTemplate,
  names: string[],
): Promise<Record<string, string>[]> {
  if (probe.revision > '2024-11-05' && !probe.declares('completions')) return [];
  // Of a value only its beginning would be left in the URI, so the suggestion proves nothing.
  if (template.parts.some((part) => 'variables' in part && part.variables.some(({ prefix }) => prefix !== undefined)))
    return [];
  const [first, ...others] = names as [string, ...string[]];
  const suggested = await suggestions(probe, template.text, first, {});
  if (others.length === 0) return chosen(suggested).map((value) => ({ [first]: value }));
  if (suggested.length === 0) return [];
  const values: Record<string, string> = { [first]: suggested[0]! };
  for (const name of others) {
    const [value] = await suggestions(probe, template.text, name, values);
    if (value === undefined) return [];
    values[name] = value;
  }
  return [values];
}

/** Some of the values, and among them one that a URI must encode, where there is one. */
function chosen(values: string[]): string[] {
  const some = spread(values, mostCompleted);
  const awkward = values.find((value) => encodeURIComponent(value) !== value);
  return awkward === undefined || some.includes(awkward) ? some : [...some, awkward];
}

async function suggestions(
  probe: Probe,
  uri: string,
  name: string,
  settled: Record<string, string>,
): Promise<string[]> {
  const told = probe.revision >= '2025-06-18' && Object.keys(settled).length > 0;
  const reply = await probe.complete(completing({ uri, name }, '', told ? settled : undefined));
  return suggestionsIn(reply).filter(
    (value): value is string =>
      typeof value === 'string' && value !== '' && value.length <= longestValue && !/\p{Surrogate}/u.test(value),
  );
}
