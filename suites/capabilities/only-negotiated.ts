import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { servesUndeclared } from '../../harness/listing.ts';
import { after, all, before, beforeFirst, fault, type Mutant, onCapabilities } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { Traffic } from '../../harness/traffic.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const updated = {
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri: 'test://watched-resource' },
};
const listChanged = { jsonrpc: '2.0', method: 'notifications/resources/list_changed' };
const flags = new Map<unknown, string>([
  [updated.method, 'subscribe'],
  [listChanged.method, 'listChanged'],
]);
/** What a server may ask only of a client that declares it. */
const asked = { sampling: /^sampling\//, roots: /^roots\//, elicitation: /^elicitation\//, tasks: /^tasks\// };

const without = (...names: string[]): Mutant =>
  onCapabilities(({ resources }) => {
    for (const name of names) delete resources[name];
  });
const asks = (method: string, params?: JsonObject): Mutant =>
  beforeFirst('resources/list', () => [{ jsonrpc: '2.0', id: `asked-${method}`, method, ...(params && { params }) }]);
const sampling = asks('sampling/createMessage', { messages: [], maxTokens: 1 });

/** What was settled when a session was opened. */
interface Opening {
  /** The line from which on the operation phase lasts: the answer to initialize. */
  answered: number;
  /** What the client declared. */
  client: JsonObject;
}

function openingsOf(traffic: Traffic): Map<number, Opening> {
  const openings = new Map<number, Opening>();
  for (const { line, session, message } of traffic.sent()) {
    if (message.method !== 'initialize' || openings.has(session)) continue;
    const client: unknown = message.params?.capabilities;
    const answered = traffic.transcript.answerOf.get(line);
    if (isObject(client) && answered !== undefined) openings.set(session, { answered, client });
  }
  return openings;
}

/** Whether a flag is not declared; one of a wrong type is for capabilities/shape. */
function lacks({ capabilities }: Traffic, flag: string): boolean {
  const { resources } = capabilities;
  if (resources === undefined) return true;
  return isObject(resources) && (resources[flag] === undefined || resources[flag] === false);
}

/** The capability of the client that a method needs and that it did not declare. */
function missingFor(method: string, { client }: Opening): string | undefined {
  const name = Object.entries(asked).find(([, pattern]) => pattern.test(method))?.[0];
  return name !== undefined && client[name] === undefined ? name : undefined;
}

export default defineCase({
  title: 'The server uses only what was negotiated: its own flags, and the capabilities of the client',
  rules: [
    {
      id: 'cap-only-negotiated-should',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-03-26',
      at: 'basic/lifecycle#operation',
      find: 'Only use capabilities that were successfully',
    },
    {
      id: 'cap-only-negotiated-must',
      level: 'MUST',
      since: '2025-06-18',
      until: '2025-11-25',
      at: 'basic/lifecycle#operation',
      find: 'Only use capabilities that were successfully',
    },
    {
      id: 'cap-subscribe-declared-for-updates',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'architecture/index#capability-negotiation',
      find: 'Emitting resource subscription notifications requires the',
      derived: 'an example in the description of the architecture, without a keyword',
    },
  ],
  harm: 'misleads',
  hint: 'Declare resources.subscribe and resources.listChanged if you notify; ask a client only for what it declares.',

  // That batches keep to the revision that has them is judged by messages/json-rpc.
  watch(traffic) {
    const openings = openingsOf(traffic);
    // A missing declaration of what is served has a case of its own.
    for (const { message, line, session } of servesUndeclared(traffic) ? [] : traffic.notifications()) {
      const flag = flags.get(message.method);
      if (flag === undefined || !lacks(traffic, flag)) continue;
      const opening = openings.get(session);
      const words = `expected no ${message.method} without resources.${flag}, got one`;
      if (opening && line > opening.answered) check(false, words, { lines: [line] });
      // The duty to keep to what was negotiated begins with the operation phase; what comes before initialize is
      // answered breaks only the rule that such notifications need the declaration. Before it, list_changed breaks none.
      check(flag !== 'subscribe', `${words} before the answer to initialize`, {
        rule: 'cap-subscribe-declared-for-updates',
        lines: [line],
      });
    }
    for (const { message, line, session } of traffic.requests()) {
      const opening = openings.get(session);
      const name = opening && line > opening.answered ? missingFor(String(message.method), opening) : undefined;
      const words = `expected no ${quote(message.method)} to a client that does not declare ${name}, got one`;
      check(name === undefined, words, { lines: [line] });
    }
  },

  allows: {
    'a ping of the server': asks('ping'),
    'a log message': before('resources/list', () => [
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'listing' } },
    ]),
    'a change of the list, declared alone': all(
      without('subscribe'),
      after('resources/list', () => [listChanged]),
    ),
    'flags set to false, and silence': all(
      fault('list-changed-never'),
      onCapabilities(({ resources }) => {
        resources.subscribe = false;
        resources.listChanged = false;
      }),
    ),
  },
  breaks: {
    'a change of the list when it changes, undeclared': [without('listChanged'), 'without resources.listChanged'],
    'a change of the list, undeclared': [
      all(
        without('listChanged'),
        after('resources/list', () => [listChanged]),
      ),
      'without resources.listChanged',
    ],
    'an update, undeclared': [
      all(
        without('subscribe'),
        after('resources/list', () => [updated]),
      ),
      'without resources.subscribe',
    ],
    'an update, declared as false': [
      all(
        onCapabilities(({ resources }) => {
          resources.subscribe = false;
        }),
        after('resources/list', () => [updated]),
      ),
      'without resources.subscribe',
    ],
    'an update before initialize is answered, undeclared': [
      all(
        without('subscribe'),
        before('initialize', () => [updated]),
      ),
      'before the answer to initialize',
      { rule: 'cap-subscribe-declared-for-updates' },
    ],
    'roots asked of a client without': [asks('roots/list'), '"roots/list" to a client that does not declare roots'],
    'sampling asked of a client without': [sampling, 'that does not declare sampling'],
    'elicitation asked of a client without': [
      asks('elicitation/create', { message: 'Who?', requestedSchema: { type: 'object', properties: {} } }),
      'that does not declare elicitation',
      { since: '2025-06-18' },
    ],
  },
});
