// Servers that other tools have faulted though they keep the rules.
import { all, fault, instead, onCapabilities, onReply, onRequest, onResult } from '../../harness/mutate.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';
import { onItems, onListed, onTemplates, unknownMethod } from '../field-reports/rows/row.ts';
import type { Specimen } from '../field-reports/trial.ts';

const modern = '2026-07-28';

/** A server that was faulted, and what may be said of it. */
export interface Alarm extends Specimen {
  /** Where the false alarm was told: owner/name#number. */
  report: string;
  /** What the server does, rightly. */
  gist: string;
  /** What breaks a rule all the same, and is to be said once: the cases that may fail or warn. */
  deserved?: Readonly<Record<string, 'fail' | 'warn'>>;
  /** Cases that must not pass on it. */
  unproven?: readonly string[];
  /** No leg is run: the words of the reason. */
  absent?: RegExp;
}

/** Answers whatever belongs to resources as a server without them. */
const noResources = [
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
].map((method) => instead(method, () => unknownMethod));
const toolsOnly = all(
  onCapabilities((capabilities) => {
    delete capabilities.resources;
    delete capabilities.completions;
    delete capabilities.prompts;
  }),
  ...noResources,
  instead('tools/call', () => ({ error: { code: -32602, message: 'Unknown tool' } })),
);

/** A server without the discovery of 2026-07-28. */
const legacyOnly = onRequest('server/discover', (request) => ({ ...request, method: 'server/unknown' }));

/** Keeps what the schema demands of each entry, and nothing more. */
const bare =
  (...members: string[]) =>
  (entry: JsonObject) => {
    for (const member of Object.keys(entry)) if (!members.includes(member)) delete entry[member];
  };

/** Changes the annotations of listed resources. */
const modified = (lastModified: string) =>
  onListed((entry) => {
    entry.annotations = { ...entry.annotations, lastModified };
  });

export const alarms: readonly Alarm[] = [
  {
    report: 'modelcontextprotocol/conformance#516',
    gist: 'a server of tools alone answers -32601 to all that it does not declare',
    server: toolsOnly,
  },
  {
    report: 'modelcontextprotocol/conformance#516 (2026-07-28)',
    gist: 'a server of tools alone answers -32601 to all that it does not declare',
    revision: modern,
    server: all(
      toolsOnly,
      instead('subscriptions/listen', () => unknownMethod),
    ),
  },
  {
    report: 'DeusData/codebase-memory-mcp#1015',
    gist: 'a server of tools alone knows no list of resources, prompts or templates',
    over: 'http',
    server: toolsOnly,
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#181',
    gist: 'what is not declared is unknown, not empty',
    revision: '2025-03-26',
    server: toolsOnly,
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#155',
    gist: 'what is not declared is unknown, and need not be asked for',
    revision: '2025-06-18',
    server: toolsOnly,
  },
  {
    report: 'PrefectHQ/fastmcp#3641',
    gist: 'resources cannot be subscribed to, and the server does not say that they could',
    server: all(
      onCapabilities(({ resources }) => {
        delete resources.subscribe;
      }),
      instead('resources/subscribe', () => unknownMethod),
      instead('resources/unsubscribe', () => unknownMethod),
    ),
  },
  {
    report: 'WordPress/mcp-adapter#232 (subscribing)',
    gist: 'subscribe is declared as false, and resources/subscribe is unknown',
    over: 'http',
    server: all(
      onCapabilities(({ resources }) => {
        resources.subscribe = false;
      }),
      instead('resources/subscribe', () => unknownMethod),
      instead('resources/unsubscribe', () => unknownMethod),
    ),
  },
  {
    report: 'modelcontextprotocol/conformance#336',
    gist: 'header faults are answered with the code that the text gives them',
    over: 'http',
    revision: modern,
  },
  {
    report: 'modelcontextprotocol/conformance#474',
    gist: 'a complete server: nothing that it declares is left out',
  },
  {
    report: 'modelcontextprotocol/conformance#515',
    gist: 'the tool that should make a change is not there: nothing is shown by its error',
    server: onReply('tools/call', () => ({
      result: { content: [{ type: 'text', text: 'Unknown tool' }], isError: true },
    })),
    unproven: ['subscriptions/updated-delivered', 'subscriptions/list-changed-sent'],
  },
  {
    report: '0xKoda/WireMCP#24',
    gist: 'one banner on standard output breaks one rule, not ten',
    over: 'stdio',
    server: fault('stdio-banner'),
    deserved: { 'stdio/only-messages': 'fail' },
  },
  {
    report: 'saidsurucu/yargi-mcp#45',
    gist: 'a server that speaks revisions with a handshake is not judged by one without',
    revision: modern,
    server: legacyOnly,
    absent: /server\/discover/,
  },
  {
    report: 'asaotomo/FofaMap#41',
    gist: 'as in saidsurucu/yargi-mcp#45, over HTTP',
    over: 'http',
    revision: modern,
    server: legacyOnly,
    absent: /server\/discover/,
  },
  {
    report: 'modelcontextprotocol/conformance#355',
    gist: 'a server that speaks revisions with a handshake passes those',
    server: legacyOnly,
  },
  {
    report: 'DeusData/codebase-memory-mcp#1813',
    gist: 'a server that never comes up has broken no rule',
    fake: 'never-up.mjs',
    absent: /exited with code 3/,
  },
  {
    report: 'modelcontextprotocol/python-sdk#1574',
    gist: 'one URI in a list is relative: that is one fault, and the rest of the list is judged',
    server: onResult('resources/list', ({ resources }) => {
      for (const entry of resources) if (entry.uri === 'demo://host/lines.txt') entry.uri = 'users/me';
    }),
    deserved: { 'list/uri-format': 'warn' },
  },
  {
    report: 'modelcontextprotocol/java-sdk#76',
    gist: 'the server says more of itself than the schema asks for',
    server: onResult('initialize', ({ serverInfo, capabilities }) => {
      serverInfo.build = { number: 7 };
      capabilities.unheardOf = { yes: true };
    }),
  },
  {
    report: 'andreasronge/ptc_runner#1142',
    gist: 'contents carry members beside those that the schema names',
    server: onItems((item) => {
      item.annotations = { audience: ['user'] };
      item._meta = { ...item._meta, 'org.example/shelf': 'A1' };
    }),
  },
  {
    report: 'higress-group/higress#4573',
    gist: 'capabilities of a client that the server does not know are refused',
    server: onReply('initialize', (reply, { params }) => {
      const known = ['roots', 'sampling', 'elicitation', 'experimental', 'tasks'];
      const given: unknown = params?.capabilities;
      const strange = isObject(given) && Object.keys(given).some((name) => !known.includes(name));
      return strange ? { error: { code: -32602, message: 'Unknown capability' } } : reply;
    }),
  },
  {
    report: 'modelcontextprotocol/inspector#987',
    gist: 'only what the schema demands is sent',
    server: all(
      onListed(bare('uri', 'name')),
      onTemplates(bare('uriTemplate', 'name')),
      onItems(bare('uri', 'text', 'blob')),
    ),
  },
  {
    report: 'modelcontextprotocol/inspector#553',
    gist: 'a tool links to a resource, as tools may since 2025-06-18',
    revision: '2025-06-18',
    server: onResult('tools/call', ({ content }) => {
      content.push({ type: 'resource_link', uri: 'demo://host/greeting', name: 'greeting' });
    }),
  },
  {
    report: 'turnstonelabs/turnstone#993',
    gist: 'the list of templates is unknown, and everything else works',
    server: onReply('resources/templates/list', () => unknownMethod),
    deserved: { 'templates/answered': 'warn' },
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#578',
    gist: 'requests are answered before notifications/initialized',
    revision: '2025-03-26',
  },
  {
    report: 'aryamthecodebreaker/FixMap#637',
    gist: 'requests before initialize are answered like any others',
    revision: '2024-11-05',
  },
  {
    report: 'dmtrKovalenko/fff#388',
    gist: 'a message is a line, without a header before it',
    over: 'stdio',
  },
  {
    report: 'BaseIntelligence/bounty-challenge#4400',
    gist: 'a message over several lines breaks one rule, and is read all the same',
    over: 'stdio',
    server: fault('stdio-pretty-print'),
    deserved: { 'stdio/one-message-a-line': 'fail' },
  },
  {
    report: 'PrefectHQ/fastmcp#541',
    gist: 'templates are not among the resources',
    over: 'http',
  },
  {
    report: 'fiberplane/mcp-lite#108',
    gist: 'templates are not among the resources, which are none',
    server: all(
      fault('list-changed-never'),
      onResult('resources/list', (result) => {
        result.resources = [];
        delete result.nextCursor;
      }),
    ),
    // The list is empty before and after the change that is said to have been made.
  },
  {
    report: 'spring-projects/spring-ai#5712',
    gist: 'templates are not among the resources',
    over: 'http',
    revision: '2025-06-18',
  },
  {
    report: 'anthropics/claude-code#92729',
    gist: 'an empty object declares resources',
    over: 'http',
    server: all(
      fault('list-changed-never', 'updates-never'),
      onCapabilities((capabilities) => {
        capabilities.resources = {};
      }),
    ),
  },
  {
    report: 'LIghtJUNction/OniMods#379 (offset)',
    gist: 'lastModified has an offset',
    server: modified('2026-01-12T16:00:58+01:00'),
  },
  {
    report: 'LIghtJUNction/OniMods#379 (fraction)',
    gist: 'lastModified has a fraction of a second',
    server: modified('2026-01-12T15:00:58.123456Z'),
  },
  {
    report: 'LIghtJUNction/OniMods#379 (date)',
    gist: 'lastModified is a date alone',
    server: modified('2026-01-12'),
  },
  {
    report: 'LIghtJUNction/OniMods#415',
    gist: 'ids that are no integer are refused',
    server: {
      incoming(message, { send }) {
        if (typeof message.id !== 'number' || Number.isInteger(message.id)) return [message];
        send({ jsonrpc: '2.0', error: { code: -32600, message: 'An id is a text or an integer' } });
        return [];
      },
    },
  },
  {
    report: 'ThinkInAIXYZ/go-mcp#200',
    gist: 'event streams and JSON are labelled with a charset',
    over: 'http',
    server: fault('http-content-type-charset', 'http-sse-always'),
  },
  {
    report: 'modelcontextprotocol/java-sdk#748',
    gist: 'the empty answer to a notification names a content type',
    over: 'http',
    server: fault('http-notification-typed'),
  },
  {
    report: 'modelcontextprotocol/rust-sdk#849',
    gist: 'notifications are answered with 200: that is one fault, and the session goes on',
    over: 'http',
    server: fault('http-notification-200'),
    deserved: { 'http/notification-accepted': 'fail' },
  },
  {
    report: 'mark3labs/mcp-go#717',
    gist: 'notifications are answered with 204: that is one fault, and the session goes on',
    over: 'http',
    server: fault('http-notification-204'),
    deserved: { 'http/notification-accepted': 'fail' },
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#1944',
    gist: 'who does not take both content types is refused',
    front: {
      answer({ method, headers: { accept = '' } }) {
        const both = /application\/json/.test(accept) && /text\/event-stream/.test(accept);
        return method === 'POST' && !both ? { status: 406 } : undefined;
      },
    },
  },
  {
    report: 'quarkiverse/quarkus-mcp-server#944',
    gist: 'clients are told of a changed list also where only the templates have changed',
    server: {
      outgoing: (message, { request }) =>
        request?.method === 'resources/templates/list'
          ? [message, { jsonrpc: '2.0', method: 'notifications/resources/list_changed' }]
          : [message],
    },
  },
  {
    report: 'modelcontextprotocol/modelcontextprotocol#1544',
    gist: 'one resource is read as several files, with URIs of their own',
    revision: modern,
  },
  {
    report: 'modelcontextprotocol/modelcontextprotocol#3228',
    gist: 'what is the same for everybody is public',
    over: 'http',
    revision: modern,
    server: all(
      fault('http-unauthenticated'),
      ...['resources/list', 'resources/templates/list', 'resources/read', 'server/discover'].map((method) =>
        onResult(method, (result) => {
          if ('cacheScope' in result) result.cacheScope = 'public';
        }),
      ),
    ),
    deserved: { 'http/authentication': 'warn' },
  },
  {
    report: 'PrefectHQ/fastmcp#4482 (names)',
    gist: 'dots in a name are no way out of a folder',
    over: 'stdio',
    revision: modern,
  },
  {
    report: 'modelcontextprotocol/servers#3253',
    gist: 'a served folder may be reached through a link',
    over: 'stdio',
  },
  {
    report: 'modelcontextprotocol/python-sdk#2572',
    gist: 'JSON is served as bytes',
    server: onItems((item) => {
      if (item.mimeType !== 'application/json' || typeof item.text !== 'string') return;
      item.blob = Buffer.from(item.text).toString('base64');
      delete item.text;
    }),
  },
  {
    report: 'modelcontextprotocol/python-sdk#2572 (2026-07-28)',
    gist: 'results say nothing of their server but its name and version',
    revision: modern,
    server: onResult('*', (result) => {
      const info: unknown = result._meta?.[metaKey.serverInfo];
      if (isObject(info)) bare('name', 'version')(info);
    }),
  },
];

/** Alarms that say nothing of a server. */
export const aside: readonly { report: string; gist: string; why: string }[] = [
  {
    report: 'DeusData/codebase-memory-mcp#1247',
    gist: 'a proxy lost the cursor, and the server behind it was blamed',
    why: 'What is judged is what was asked; the report names the address, and the server can be tried without the proxy.',
  },
];
