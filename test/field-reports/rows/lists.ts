// Lists: missing members, cursors, capabilities, completion.
import { all, fault, instead, onCapabilities, onRequest, onResult } from '../../../harness/mutate.ts';
import { type FieldReport, onListed, type SetAside } from './row.ts';

/** A walk that starts again with each page. */
const notAdvancing = onRequest('resources/list', (request) => {
  delete request.params?.cursor;
  return request;
});

export const reports: readonly FieldReport[] = [
  {
    report: 'google-gemini/gemini-cli#20363',
    gist: 'an empty list is sent as null',
    server: onResult('resources/list', (result) => ({ ...result, resources: null })),
    found: ['list/shape', 'fail'],
  },
  {
    report: 'accordproject/apap#115',
    gist: 'resources that come from a template’s list have no name',
    over: 'http',
    server: onListed((entry) => {
      if (entry.uri.startsWith('urn:')) delete entry.name;
    }),
    found: ['list/name', 'fail'],
  },
  {
    report: 'Hmbown/Codewhale#5336',
    gist: 'the last page has null for a cursor',
    server: onResult('resources/list', (result) => {
      result.nextCursor ??= null;
    }),
    found: ['pagination/cursor-string', 'fail'],
  },
  {
    report: 'modelcontextprotocol/java-sdk#628',
    gist: 'every page has the empty cursor, also the only one',
    over: 'http',
    server: all(
      notAdvancing,
      onResult('resources/list', (result) => {
        result.nextCursor = '';
      }),
    ),
    found: ['pagination/walk', 'warn'],
  },
  {
    report: 'DeusData/codebase-memory-mcp#1247',
    gist: 'the cursor gets lost on the way, so the first page comes again and again',
    over: 'http',
    server: notAdvancing,
    found: ['pagination/walk', 'warn'],
  },
  {
    report: 'lynnswap/XcodeMCPKit#206',
    gist: 'a cache of lists does not look at the cursor',
    server: {
      outgoing(message, { request, memory }) {
        if (request?.method !== 'resources/list' || !message.result) return [message];
        if (!memory.has('cached')) memory.set('cached', structuredClone(message.result));
        return [{ ...message, result: structuredClone(memory.get('cached')) }];
      },
    },
    found: ['pagination/walk', 'warn'],
  },
  {
    report: 'bug-ops/mcpls#274',
    gist: 'a cursor that was made up ends the server',
    over: 'stdio',
    server: fault('exit-on-unknown-cursor'),
    found: ['pagination/invalid-cursor-graceful', 'warn'],
  },
  {
    report: 'joshrotenberg/tower-mcp#375',
    gist: 'listChanged is not declared, and the news is sent all the same',
    server: onCapabilities(({ resources }) => {
      resources.listChanged = false;
    }),
    found: ['capabilities/only-negotiated', 'fail'],
  },
  {
    report: 'ujeenet/rustango#1093',
    gist: 'listChanged is declared, and nothing is ever sent',
    server: fault('list-changed-never'),
    found: ['subscriptions/list-changed-sent', 'warn'],
  },
  {
    report: 'tim-smart/effect-mcp#18',
    gist: 'news of a changed list is written before initialize is answered',
    over: 'stdio',
    server: {
      incoming(message, { send }) {
        if (message.method === 'initialize') send({ jsonrpc: '2.0', method: 'notifications/resources/list_changed' });
        return [message];
      },
    },
    found: ['capabilities/nothing-before-initialize', 'warn'],
  },
  {
    report: 'zoedsoupe/anubis-mcp#148',
    gist: 'subscribe is declared, and every resources/subscribe is refused',
    server: instead('resources/subscribe', () => ({ error: { code: -32601, message: 'Method not found' } })),
    found: ['subscriptions/subscribe-accepted', 'fail'],
  },
];

export const aside: readonly SetAside[] = [
  {
    report: 'leehack/mcp_dart#122',
    gist: 'the values of other variables get lost on the way to a completion',
    why: 'Whether suggestions depend on them is up to the server; that it takes them is judged.',
  },
];
