// Subscriptions of both eras, and what several clients of one server do to each other.
import { all, fault, instead, onCapabilities, onReply } from '../../../harness/mutate.ts';
import type { JsonObject } from '../../../harness/wire.ts';
import type { FieldReport, SetAside } from './row.ts';

const modern = '2026-07-28';

export const reports: readonly FieldReport[] = [
  {
    report: 'modelcontextprotocol/python-sdk#3357',
    gist: 'listening is declared where it cannot work: the stream is closed at once, without an acknowledgment',
    over: 'http',
    revision: modern,
    server: fault('ack-never', 'http-listen-ends'),
    found: ['subscriptions/acknowledged-first', 'fail'],
  },
  {
    report: 'cyanheads/mcp-ts-core#354',
    gist: 'news of resources is sent though subscribing is neither declared nor known',
    server: all(
      onCapabilities(({ resources }) => {
        delete resources.subscribe;
      }),
      instead('resources/subscribe', () => ({ error: { code: -32601, message: 'Method not found' } })),
      onReply('resources/list', (reply, _, { send }) => {
        send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'demo://host/greeting' } });
        return reply;
      }),
    ),
    found: ['capabilities/only-negotiated', 'fail'],
  },
  {
    report: 'mastra-ai/mastra#19193',
    gist: 'all sessions share one set of subscriptions',
    over: 'http',
    server: fault('subscribe-shared'),
    found: ['subscriptions/updated-only-subscribed', 'warn'],
  },
  {
    report: 'modelcontextprotocol/go-sdk#1265',
    gist: 'news of a resource goes to all clients',
    server: fault('updates-to-all'),
    found: ['subscriptions/updated-only-subscribed', 'warn'],
  },
  {
    report: 'modelcontextprotocol/java-sdk#838',
    gist: 'subscriptions are kept by URI alone, for all sessions',
    over: 'http',
    server: fault('updates-to-all'),
    found: ['subscriptions/updated-only-subscribed', 'warn'],
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#2827',
    gist: 'the handler is not told which URIs a listen names, so all news goes to each',
    revision: modern,
    server: fault('updates-to-subscribers-of-anything'),
    found: ['subscriptions/updated-only-subscribed', 'warn'],
  },
  {
    report: 'modelcontextprotocol/kotlin-sdk#249',
    gist: 'news never reaches the client, of a resource or of the list',
    server: fault('updates-never', 'list-changed-never'),
    found: ['subscriptions/updated-delivered', 'warn'],
  },
  {
    report: 'accordproject/apap#232',
    gist: 'a listen is answered with a result at once, in place of the acknowledgment',
    over: 'http',
    revision: modern,
    server: instead('subscriptions/listen', ({ id }) => ({
      result: { resultType: 'complete', subscriptionId: id, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
    })),
    found: ['subscriptions/listen-stream', 'fail'],
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#742',
    gist: 'with several requests at a time each gets the answer of another, or none',
    over: 'http',
    revision: modern,
    server: {
      outgoing(message, { request, memory }) {
        const client = request?.params?._meta?.['io.modelcontextprotocol/clientInfo']?.name;
        if (request?.method !== 'resources/read' || !/conversation/.test(String(client))) return [message];
        const kept: JsonObject | undefined = memory.get('kept');
        memory.set('kept', kept ? undefined : message);
        return kept
          ? [
              { ...kept, result: message.result },
              { ...message, result: kept.result },
            ]
          : [];
      },
    },
    found: ['capabilities/several-conversations', 'warn'],
  },
  {
    report: 'nevermined-io/payments#424',
    gist: 'a request closes what is still open for an earlier one',
    revision: modern,
    server: {
      incoming(message, { memory }) {
        if (message.method === 'resources/read') memory.set('latest', message.id);
        return [message];
      },
      // The answer is held until what was sent at the same time has come.
      outgoing(message, { request, memory, send }) {
        if (request?.method !== 'resources/read') return [message];
        setTimeout(() => memory.get('latest') === request.id && send(message), 0);
        return [];
      },
    },
    found: ['capabilities/several-conversations', 'warn'],
  },
];

export const aside: readonly SetAside[] = [
  {
    report: 'DonaldMurillo/gofastr#296',
    gist: 'who subscribed twice has to unsubscribe twice',
    why: 'What a second subscription means is not said.',
  },
  {
    report: 'JSONbored/metagraphed#9017',
    gist: 'a subscription sent as a notification is accepted and not done',
    why: 'The fault is the client’s: a request has an id.',
  },
];
