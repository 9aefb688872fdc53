// What a server does not declare, or does not speak, is no fault of it.
import { all, fault, instead, onCapabilities, onReply, onRequest, onResult } from '../../../harness/mutate.ts';
import { isObject } from '../../../harness/wire.ts';
import { unknownMethod } from '../../field-reports/rows/row.ts';
import type { Alarm } from './alarm.ts';

const modern = '2026-07-28';

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
    report: 'modelcontextprotocol/java-sdk#76',
    gist: 'the server says more of itself than the schema asks for',
    server: onResult('initialize', ({ serverInfo, capabilities }) => {
      serverInfo.build = { number: 7 };
      capabilities.unheardOf = { yes: true };
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
    report: 'fiberplane/mcp-lite#108',
    gist: 'templates are not among the resources, which are none',
    server: all(
      fault('list-changed-never'),
      onResult('resources/list', (result) => {
        result.resources = [];
        delete result.nextCursor;
      }),
    ),
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
];
