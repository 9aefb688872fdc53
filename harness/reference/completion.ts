import { isObject, type JsonObject, type Revision } from '../wire.ts';
import { code, Failure, invalidParams } from './failure.ts';
import type { Template } from './served.ts';

const mostValues = 100;
const longestValue = 4096;

/** Keeps one client from taking all the time: so many completions in a second, over all connections. */
export class CompletionLimit {
  #second = 0;
  #count = 0;

  take(perSecond = 10_000): void {
    const second = Math.floor(Date.now() / 1000);
    this.#count = second === this.#second ? this.#count + 1 : 1;
    this.#second = second;
    if (this.#count > perSecond)
      throw new Failure(code.internalError, 'Too many completion requests, try again in a second');
  }
}

/** Answers completion/complete for the variables of templates; a plain resource has none, so nothing completes it. */
export function complete(
  params: JsonObject,
  templates: readonly Template[],
  isListed: (uri: string) => boolean,
  revision: Revision,
) {
  const { ref, argument, context } = params;
  if (!isObject(ref)) throw invalidParams('ref must be an object');
  if (ref.type === 'ref/prompt') throw invalidParams('No such prompt, or nothing to suggest for it');
  if (ref.type !== 'ref/resource') throw invalidParams('ref.type must be ref/resource');
  if (typeof ref.uri !== 'string') throw invalidParams('ref.uri must be a string');
  if (!isObject(argument)) throw invalidParams('argument must be an object');
  const { name, value } = argument;
  if (typeof name !== 'string' || typeof value !== 'string') {
    throw invalidParams('argument.name and argument.value must be strings');
  }
  if (value.length > longestValue) throw invalidParams('argument.value is too long');
  const others = revision >= '2025-06-18' ? resolved(context) : {};
  const template = templates.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (!template) {
    if (isListed(ref.uri)) return answer([]);
    throw invalidParams('ref.uri must be a listed template or resource');
  }
  if (!Object.hasOwn(template.variables, name)) throw invalidParams('The template has no such variable');
  return answer(rank(template.variables[name]!(others), value));
}

/** The values that the client has settled already. */
function resolved(context: unknown): Record<string, string> {
  if (context === undefined) return {};
  if (!isObject(context)) throw invalidParams('context must be an object');
  const { arguments: values = {} } = context;
  if (!isObject(values) || !Object.values(values).every((value) => typeof value === 'string')) {
    throw invalidParams('context.arguments must be an object of strings');
  }
  return values;
}

/** What begins with the text, then what contains it; the order is kept otherwise. */
function rank(values: string[], text: string): string[] {
  const wanted = text.toLowerCase();
  const place = (value: string) => value.toLowerCase().indexOf(wanted);
  return [...values.filter((value) => place(value) === 0), ...values.filter((value) => place(value) > 0)];
}

const answer = (values: string[]) => ({
  completion: { values: values.slice(0, mostValues), total: values.length, hasMore: values.length > mostValues },
});
