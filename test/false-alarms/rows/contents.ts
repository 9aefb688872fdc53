// What may be listed and read, and how.
import { all, fault, onReply, onResult } from '../../../harness/mutate.ts';
import { isObject, type JsonObject, metaKey } from '../../../harness/wire.ts';
import { onItems, onListed, onTemplates, unknownMethod } from '../../field-reports/rows/row.ts';
import type { Alarm } from './alarm.ts';

const modern = '2026-07-28';

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
    report: 'modelcontextprotocol/python-sdk#1574',
    gist: 'one URI in a list is relative: that is one fault, and the rest of the list is judged',
    server: onResult('resources/list', ({ resources }) => {
      for (const entry of resources) if (entry.uri === 'demo://host/lines.txt') entry.uri = 'users/me';
    }),
    deserved: { 'list/uri-format': 'warn' },
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
    report: 'PrefectHQ/fastmcp#541',
    gist: 'templates are not among the resources',
    over: 'http',
  },
  {
    report: 'spring-projects/spring-ai#5712',
    gist: 'templates are not among the resources',
    over: 'http',
    revision: '2025-06-18',
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
