import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { declaredFilter, makeChanges, openListen } from '../../harness/listen.ts';
import { before, fault, type MutantContext } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isResult } from '../../harness/session/reply.ts';
import { isObject, type JsonObject, type RpcRequest } from '../../harness/wire.ts';

/** Notifications that belong to a subscription, and to no other request. */
const ofSubscriptions =
  /^notifications\/(?:(?:resources|tools|prompts)\/list_changed|resources\/updated|subscriptions\/)/;

const progress = (progressToken: unknown): JsonObject => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken, progress: 1 },
});
const news = (method: string, params?: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  method,
  ...(params && { params }),
});
const tokenOf = ({ params }: RpcRequest): unknown => params?._meta?.progressToken;

/** Progress of the read before. */
function ofAnother(request: RpcRequest, { memory }: MutantContext): JsonObject[] {
  const last: unknown = memory.get('token');
  const token = tokenOf(request);
  if (token !== undefined) memory.set('token', token);
  return last !== undefined && token !== undefined && last !== token ? [progress(last)] : [];
}

export default defineCase({
  title: 'The stream of a response carries nothing that belongs to another request',
  rules: [
    {
      id: 'http-sse-related-must',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#receiving-messages',
      find: 'These notifications **MUST** relate to the',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Send progress on the stream of the request whose token it bears, and changes on listens only.',

  async run(probe) {
    const told = probe.declares('resources.subscribe') || probe.declares('resources.listChanged');
    const listen = told ? await openListen(probe, await declaredFilter(probe)).opened() : undefined;
    await makeChanges(probe);
    const uris = (await probe.reads()).filter(({ reply }) => isResult(reply)).map(({ uri }) => uri);
    const [first = 'mcp-conformance-absent:///none', second = first] = uris;
    const asked = [
      { method: 'resources/read', params: { uri: first } },
      { method: 'resources/read', params: { uri: second } },
      { method: 'resources/list', params: {} },
    ].map(({ method, params }, i) => {
      const progressToken = `mcp-conformance-${i + 1}`;
      return { method, progressToken, exchange: probe.open(method, params, { meta: { progressToken } }) };
    });
    for (const { exchange } of asked) await probe.answer(exchange);
    await listen?.cancel();
    for (const { method, progressToken, exchange } of asked) {
      for (const { line, message } of exchange.arrivals) {
        if ('id' in message) continue;
        const lines = [exchange.sent.line, line];
        const name: unknown = message.method;
        const subscription = typeof name === 'string' && ofSubscriptions.test(name);
        check(!subscription, `expected nothing of a subscription on the stream of ${method}, got ${name}`, { lines });
        if (name !== 'notifications/progress') continue;
        const token: unknown = isObject(message.params) ? message.params.progressToken : undefined;
        const expected = `expected progress of token "${progressToken}" on the stream of ${method}, got ${quote(token)}`;
        // Progress that names no token of ours is malformed, and judged elsewhere.
        check(
          !asked.some((other) => other.progressToken !== progressToken && other.progressToken === token),
          expected,
          {
            lines,
          },
        );
      }
    }
  },

  allows: {
    'progress of its own': [
      before('resources/read', (request) => (tokenOf(request) === undefined ? [] : [progress(tokenOf(request))])),
      'http-sse-may-notify-first',
    ],
    'answers as streams': fault('http-sse-always'),
  },
  breaks: {
    'an update on the stream of a read': [
      before('resources/read', () => [news('notifications/resources/updated', { uri: 'test://watched-resource' })]),
      'on the stream of resources/read, got notifications/resources/updated',
    ],
    'a list change on the stream of a list': [
      before('resources/list', () => [news('notifications/resources/list_changed')]),
      'on the stream of resources/list, got notifications/resources/list_changed',
    ],
    'progress of another request': [
      before('resources/read', ofAnother),
      'expected progress of token "mcp-conformance-2" on the stream of resources/read, got "mcp-conformance-1"',
    ],
  },
});
