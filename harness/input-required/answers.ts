import { isObject, type JsonObject } from '../wire.ts';
import { knownRequests } from './kinds.ts';

const longest = 1000;
const mostFields = 100;

const formats: Readonly<Record<string, string>> = {
  email: 'reader@example.com',
  uri: 'https://example.com/',
  date: '2026-01-12',
  'date-time': '2026-01-12T15:00:58Z',
};

/** An answer for each input request of a known kind: the one that `given` has under its key, else one that fits what is asked. */
export const answersTo = (inputRequests: unknown, given: Readonly<Record<string, unknown>> = {}): JsonObject =>
  Object.fromEntries(
    knownRequests(inputRequests).map(([key, request]) => [
      key,
      Object.hasOwn(given, key) ? given[key] : answerTo(request),
    ]),
  );

/** What a willing client answers to one input request. */
function answerTo({ method, params }: JsonObject): JsonObject {
  switch (method) {
    case 'roots/list':
      return { roots: [{ uri: 'file:///home/reader', name: 'home' }] };
    case 'sampling/createMessage':
      return {
        role: 'assistant',
        content: { type: 'text', text: 'An answer.' },
        model: 'a-model',
        stopReason: 'endTurn',
      };
    default:
      return isObject(params) && params.mode === 'url'
        ? { action: 'accept' }
        : { action: 'accept', content: contentFor(isObject(params) ? params.requestedSchema : undefined) };
  }
}

/** A filled form: a value for each field. */
function contentFor(schema: unknown): JsonObject {
  const fields: unknown = isObject(schema) ? schema.properties : undefined;
  return Object.fromEntries(
    Object.entries(isObject(fields) ? fields : {})
      .slice(0, mostFields)
      .map(([name, field]) => [name, valueFor(isObject(field) ? field : {})]),
  );
}

function valueFor(field: JsonObject): unknown {
  if (field.default !== undefined) return field.default;
  const [choice] = choices(field);
  if (choice !== undefined) return choice;
  switch (field.type) {
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return [1, field.minimum, field.maximum].find((value) => typeof value === 'number' && within(value, field)) ?? 1;
    case 'array':
      return choices(isObject(field.items) ? field.items : {}).slice(0, Math.max(1, lengthOf(field.minItems, 1)));
    default:
      return textFor(field);
  }
}

const within = (value: number, { minimum, maximum }: JsonObject): boolean =>
  !(typeof minimum === 'number' && value < minimum) && !(typeof maximum === 'number' && value > maximum);

const lengthOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 0 ? Math.min(value, longest) : otherwise;

function textFor({ format, minLength, maxLength }: JsonObject): string {
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format]!;
  return 'reader'.padEnd(lengthOf(minLength, 0), 'r').slice(0, lengthOf(maxLength, longest));
}

/** The values that an enumeration offers, in each of its forms. */
function choices({ enum: plain, oneOf, anyOf }: JsonObject): unknown[] {
  if (Array.isArray(plain)) return plain;
  const titled: unknown = oneOf ?? anyOf;
  return Array.isArray(titled) ? titled.flatMap((each) => (isObject(each) && 'const' in each ? [each.const] : [])) : [];
}
