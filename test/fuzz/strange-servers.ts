import fc from 'fast-check';
import type { Mutant, MutantContext } from '../../harness/mutate.ts';
import { Crash } from '../../harness/reference/failure.ts';
import { isObject, type JsonObject, type Revision, revisions } from '../../harness/wire.ts';

/** One thing that a strange server does to some of its messages. All of it is data, so that a failure can be printed and repeated. */
export interface Oddity {
  /** The method whose answers it meets; `*`: all but those that open a session, `**`: those too. */
  method: string;
  /** It meets the messages whose number leaves this rest when divided by `every`. */
  every: number;
  rest: number;
  way: (typeof ways)[number];
  /** Which of the places in a message. */
  place: number;
  value: unknown;
  text: string;
}

/** A server that is made of the reference server, and how it is talked to. */
export interface Strange {
  revision: Revision;
  over: 'memory' | 'stdio' | 'http' | 'sse';
  oddities: Oddity[];
}

const ways = [
  ...['drop', 'twice', 'late', 'swap', 'wrong id', 'no id', 'other id', 'envelope', 'array', 'empty', 'both'],
  ...['member', 'type', 'remove', 'rename', 'add', 'corrupt', 'cut', 'grow', 'shuffle'],
  ...['member', 'type', 'remove', 'corrupt', 'error', 'stray', 'notify', 'ask', 'crash'],
] as const;

const methods = [
  ...['*', '*', '*', '**', 'initialize', 'server/discover', 'resources/list', 'resources/list', 'resources/read'],
  ...[
    'resources/read',
    'resources/templates/list',
    'resources/subscribe',
    'subscriptions/listen',
    'completion/complete',
  ],
  ...['prompts/list', 'prompts/get', 'ping', 'tools/call'],
];

// Bounded: what matters is that it is strange, not that it is large.
const nested = (levels: number): unknown => JSON.parse(`${'[{"a":'.repeat(levels)}0${'}]'.repeat(levels)}`);
const values: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, -0, 2 ** 53 + 2, 1e308, -32002, -32602, '', ' ', 'x', '\0', '0', 'true', 'null'],
  ...[
    [],
    {},
    [[]],
    [null],
    [{}],
    { a: 1 },
    { uri: 5 },
    { length: 3 },
    { toString: null },
    JSON.parse('{"then": 1}'),
    { message: [] },
  ],
  ...['file:///etc/passwd', 'doc://guide', '{', '{a}', 'http://[::1', '\ud800', 'é'.repeat(300), 'a'.repeat(100_000)],
  ...['__proto__', 'constructor', '2026-07-28', '1999-01-01', '••••', '\u001b[2J', '::error::x', '9'.repeat(400)],
  JSON.parse('{"__proto__": {"polluted": true}}'),
  JSON.parse('{"constructor": {"prototype": {"polluted": true}}, "hasOwnProperty": 1}'),
  nested(400),
  Array.from({ length: 300 }, (_, at) => at),
];

/** Servers of all kinds of strangeness. */
export const strangeServers: fc.Arbitrary<Strange> = fc.record({
  revision: fc.constantFrom(...revisions),
  over: fc.constantFrom('memory', 'memory', 'memory', 'memory', 'memory', 'memory', 'stdio', 'http', 'sse'),
  oddities: fc.array(
    fc.record({
      method: fc.constantFrom(...methods),
      every: fc.constantFrom(1, 1, 2, 3, 5, 11),
      rest: fc.nat(10),
      way: fc.constantFrom(...ways),
      place: fc.nat(1000),
      value: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, fc.jsonValue({ maxDepth: 2 })),
      text: fc.oneof(
        fc.constantFrom('a', '\n', '%', '{', '/../', '\ud83d', '__proto__', '=', '~'),
        fc.string({ maxLength: 5 }),
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** The places inside a message: each object or array, with each of its keys. */
function placesIn(root: unknown, deepest = 12): [holder: any, key: string][] {
  if (typeof root !== 'object' || root === null || deepest === 0) return [];
  return Object.keys(root).flatMap((key): [any, string][] => [
    [root, key],
    ...placesIn((root as JsonObject)[key], deepest - 1),
  ]);
}

const copy = (value: unknown): any => structuredClone(value);

/** Does something to a message; answers the messages that take its place. */
function strike(
  message: JsonObject,
  { way, place, value, text }: Oddity,
  { memory, send }: MutantContext,
): JsonObject[] {
  const inside = placesIn(message.result ?? message.error ?? message.params ?? message);
  const [holder, key] = inside[place % (inside.length || 1)] ?? [message, 'result'];
  const late: JsonObject[] = memory.get('late') ?? [];
  switch (way) {
    case 'drop':
      return [];
    case 'twice':
      return [message, copy(message)];
    case 'late':
      memory.set('late', [...late, message]);
      return [];
    case 'swap': {
      const { result, error, ...rest } = message;
      return [
        { ...rest, ...(error !== undefined && { result: error }), ...(result !== undefined && { error: result }) },
      ];
    }
    case 'wrong id':
      return [{ ...message, id: value }];
    case 'other id':
      return [{ ...message, id: `${message.id}${text}` }];
    case 'no id': {
      const { id, ...rest } = message;
      return [rest];
    }
    case 'envelope':
      return [{ ...message, [['jsonrpc', 'result', 'error', 'method', 'params'][place % 5]!]: copy(value) }];
    case 'array':
      return [(place % 2 ? [message] : [message, copy(message), copy(value)]) as unknown as JsonObject];
    case 'empty':
      return [(isObject(value) ? copy(value) : {}) as JsonObject];
    case 'both':
      return [{ ...message, result: message.result ?? copy(value), error: { code: -1, message: text } }];
    case 'error': {
      const { result, ...rest } = message;
      return [{ ...rest, error: place % 3 ? { code: -32603, message: text, data: copy(value) } : copy(value) }];
    }
    case 'stray':
      send({ jsonrpc: '2.0', id: copy(value), result: copy(value) });
      return [message];
    case 'notify':
      send({
        jsonrpc: '2.0',
        method: `notifications/${['message', 'progress', 'cancelled', 'resources/updated', text][place % 5]}`,
        params: copy(value),
      });
      return [message];
    case 'ask':
      send({
        jsonrpc: '2.0',
        id: copy(value),
        method: ['ping', 'roots/list', 'sampling/createMessage', text][place % 4],
        params: copy(value),
      });
      return [message];
    case 'crash':
      throw new Crash('a strange server ends');
    case 'member':
      holder[key] = copy(value);
      return [message];
    case 'type':
      holder[key] = other(holder[key]);
      return [message];
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return [message];
    case 'rename':
    case 'add':
      Object.defineProperty(holder, text, {
        value: copy(way === 'add' ? value : holder[key]),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      if (way === 'rename' && text !== key) delete holder[key];
      return [message];
    case 'corrupt':
    case 'cut':
      if (typeof holder[key] === 'string') {
        const at = place % (holder[key].length + 1);
        holder[key] = holder[key].slice(0, at) + (way === 'cut' ? '' : text + holder[key].slice(at));
      }
      return [message];
    case 'grow':
      if (Array.isArray(holder[key]))
        holder[key].push(...Array.from({ length: 40 }, () => copy(holder[key][0] ?? value)));
      return [message];
    case 'shuffle':
      if (Array.isArray(holder[key])) holder[key].reverse();
      return [message];
  }
}

/** A value of another type. */
function other(value: unknown): unknown {
  if (typeof value === 'string') return value.length % 2 ? [value] : { value };
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'true' : 0;
  if (Array.isArray(value)) return Object.fromEntries(value.map((each, at) => [at, each]));
  if (typeof value !== 'object' || value === null) return {};
  return Object.values(value);
}

/** The mutant that makes such a server of the reference server. */
export function mutantOf({ oddities }: Pick<Strange, 'oddities'>): Mutant {
  let count = 0;
  return {
    outgoing(message, context) {
      const number = count++;
      const held: JsonObject[] = context.memory.get('late') ?? [];
      const asked = context.request?.method ?? message.method;
      const opening = asked === 'initialize' || asked === 'server/discover';
      let messages = [message];
      for (const oddity of oddities) {
        const meant = oddity.method === asked || oddity.method === '**' || (oddity.method === '*' && !opening);
        if (meant && number % oddity.every === oddity.rest % oddity.every)
          messages = messages.flatMap((each) => (isObject(each) ? strike(each, oddity, context) : [each]));
      }
      // What was held back comes behind the next message.
      if (held.length > 0) {
        context.memory.set('late', (context.memory.get('late') as JsonObject[]).slice(held.length));
        messages.push(...held);
      }
      return messages;
    },
  };
}
