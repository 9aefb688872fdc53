import { defineCase } from '../../harness/case.ts';
import { declaredFilter, idInWords, openListen, subscriptionIdOf, watchable } from '../../harness/listen.ts';
import { all, before, type MutantContext, onRequest } from '../../harness/mutate.ts';
import { metaKey, type RpcRequest } from '../../harness/wire.ts';

const ofRequests = ['notifications/progress', 'notifications/message'];

export default defineCase({
  title: 'Progress and log messages of a request carry no id of a subscription',
  rules: [
    {
      id: 'meta-subscription-id-absent-elsewhere',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'schema#NotificationMetaObject',
      derived: 'The schema describes the key as absent there, in a remark on why it is optional.',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Mark with a subscriptionId only what belongs to a subscriptions/listen.',

  async run(probe) {
    const listen = await openListen(probe, await declaredFilter(probe)).opened();
    const since = probe.now;
    const meta = { progressToken: 'progress-of-a-read', [metaKey.logLevel]: 'debug' };
    const uri = await watchable(probe);
    if (uri !== undefined) await probe.send('resources/read', { uri }, { meta });
    else await probe.send('resources/list', {}, { meta });
    await probe.settle();
    await listen.cancel();
    for (const { line, message } of probe.arrived(since)) {
      const id = subscriptionIdOf(message.params);
      if (!ofRequests.includes(message.method) || id === undefined) continue;
      const lines = [...probe.cited, line];
      probe.flag(`expected no subscriptionId on ${message.method}, got ${idInWords(id)}`, { lines });
    }
  },

  allows: {
    'progress as it should be': before('resources/read', (request) => [progress(request)]),
    'progress with more in _meta': before('resources/read', (request) => [progress(request, { 'org.example/eta': 4 })]),
  },
  breaks: {
    'progress of a read is marked with the id of the listen': [
      marked('resources/read', progress),
      'on notifications/progress',
    ],
    'log messages are marked with the id of the listen': [
      marked('resources/read', (_, meta) => ({
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'debug', data: 'read', _meta: meta },
      })),
      'on notifications/message',
    ],
  },
});

function progress({ params }: RpcRequest, meta?: Record<string, unknown>) {
  const { progressToken = 'none' } = params?._meta ?? {};
  return {
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress: 1, total: 1, ...(meta && { _meta: meta }) },
  };
}

function marked(method: string, message: (request: RpcRequest, meta: Record<string, unknown>) => object) {
  return all(
    onRequest('subscriptions/listen', (request, { memory }) => {
      memory.set('listen', request.id);
      return request;
    }),
    before(method, (request, { memory }: MutantContext) => [
      message(request, { [metaKey.subscriptionId]: memory.get('listen') }),
    ]),
  );
}
