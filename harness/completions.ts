import { parseTemplate, variablesOf } from './formats/uri-template.ts';
import { blockedBy, notApplicable, untested } from './judge.ts';
import { spread } from './material.ts';
import type { Probe } from './probe.ts';
import { quote } from './quote.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply, type ResultReply } from './session/reply.ts';
import { absentSegment } from './unknown-uris.ts';
import { isObject, type JsonObject } from './wire.ts';

/** One variable of a listed template. */
export interface Variable {
  /** The template as it is listed. */
  uri: string;
  name: string;
}

/** A question for suggestions that every client may ask, and its answer. */
export interface Completion extends Variable {
  /** A listed template and a variable of it; a name that is no variable of it; a template that nobody lists; a listed resource. */
  kind: 'variable' | 'unknown-argument' | 'unknown-reference' | 'resource';
  value: string;
  reply: Reply;
}

/** A question that was answered with a result which is an object. */
export type Completed = Completion & { reply: ResultReply & { result: JsonObject } };

const mostVariables = 40;
/** How many questions in a row may stay unanswered before no more are asked. */
const mostSilent = 3;
/** A template that no server has. */
const absentTemplate = 'mcp-conformance-absent:///{name}';

/** The params of a request for suggestions; `settled` are the variables that have values already. */
export const completing = ({ uri, name }: Variable, value: string, settled?: Record<string, string>): JsonObject => ({
  ref: { type: 'ref/resource', uri },
  argument: { name, value },
  ...(settled && { context: { arguments: settled } }),
});

/** The variables of the listed templates, by template; a template that is none by RFC 6570 is left out. */
export async function listedVariables(probe: Probe): Promise<Variable[][]> {
  return (await probe.templates()).flatMap(({ uriTemplate: uri }) => {
    const template = parseTemplate(uri);
    const names = 'fault' in template ? [] : variablesOf(template);
    return names.length > 0 ? [names.map((name) => ({ uri, name }))] : [];
  });
}

/** Questions for the variables of the listed templates, and for names that no template has; each is asked once a leg. */
export async function completions(probe: Probe): Promise<Completion[]> {
  const variables = spread((await listedVariables(probe)).flat(), mostVariables);
  const [first] = variables;
  if (!first) return [];
  const [resource] = await probe.resources().catch(() => []);
  const questions: Omit<Completion, 'reply'>[] = [
    ...variables.flatMap((variable) => ['', 'a'].map((value) => ({ ...variable, value, kind: 'variable' as const }))),
    { ...first, name: absentSegment, value: '', kind: 'unknown-argument' },
    { uri: absentTemplate, name: 'name', value: '', kind: 'unknown-reference' },
    ...(resource ? [{ uri: resource.uri as string, name: first.name, value: '', kind: 'resource' as const }] : []),
  ];
  const asked: Completion[] = [];
  let silent = 0;
  for (const question of questions) {
    const reply = await probe.complete(completing(question, question.value));
    asked.push({ ...question, reply });
    silent = reply.cause === 'timeout' ? silent + 1 : 0;
    if (silent === mostSilent || (asked.length === 1 && isUnheardOf(probe, reply))) break;
  }
  return asked;
}

/** The questions that were answered with a result, that for a variable of a template among them; gives up where there is none. */
export async function completed(probe: Probe): Promise<Completed[]> {
  const asked = await completions(probe);
  const answered = asked.filter((each): each is Completed => isResult(each.reply) && isObject(each.reply.result));
  return answered.some(({ kind }) => kind === 'variable') ? answered : nothing(probe, asked);
}

/** The suggestions that a reply holds; empty where it holds none, whatever else it is. */
export function suggestionsIn(reply: Reply): unknown[] {
  const values: unknown = reply.result?.completion?.values;
  return Array.isArray(values) ? values : [];
}

/** Names a question in a reason. */
export const asked = ({ uri, name, value }: Variable & { value: string }): string =>
  `the argument ${quote(name)} of ${quote(uri)} with the value ${quote(value)}`;

/** Gives up where no template has a variable. */
export function noVariable(probe: Probe): never {
  const none = 'no template with a variable is listed';
  const { pages, stopped } = probe.walk('resources/templates/list');
  const unknown = pages[0] !== undefined && codeOf(pages[0].reply) === -32601;
  if (stopped === 'end' || unknown) notApplicable(none);
  untested(`${none} as far as the list could be followed; a list that ends would tell more`);
}

/** In the first revision a server has no capability by which to say that it completes nothing. */
const isUnheardOf = ({ revision }: Probe, reply: Reply): boolean =>
  revision === '2024-11-05' && codeOf(reply) === -32601;

/** Says why there is no result to judge. */
function nothing(probe: Probe, asked: readonly Completion[]): never {
  const [first] = asked;
  if (!first) noVariable(probe);
  const { reply } = first;
  if (isUnheardOf(probe, reply)) notApplicable('the server does not know completion/complete, and need not say so');
  if (isWithheld(reply))
    untested(`completion/complete was refused with HTTP ${reply.http?.status}; give credentials with --header`);
  const by = isResult(reply)
    ? 'messages/result-or-error'
    : isError(reply)
      ? 'completion/template-references'
      : 'messages/request-answered';
  blockedBy(
    by,
    `completion/complete was answered with ${isResult(reply) ? 'a result that is no object' : inWords(reply)}`,
  );
}
