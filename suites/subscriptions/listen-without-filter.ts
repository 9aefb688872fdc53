import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { declaredFilter, Listen, listening } from '../../harness/listen.ts';
import { all, instead, onError, onRequest } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';
import { isObject, type RpcRequest } from '../../harness/wire.ts';

export default defineCase({
  title: 'A listen without a filter is refused',
  rules: [
    {
      id: 'listen-params-required',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'schema#SubscriptionsListenRequestParams',
    },
  ],
  needs: ['resources'],
  harm: 'untidy',
  hint: 'Answer error -32602 to a subscriptions/listen whose params.notifications is missing or no object.',

  async run(probe) {
    // A server that refuses every listen shows nothing by refusing these.
    const twin = await listening(probe, await declaredFilter(probe));
    await twin.cancel();
    for (const params of [{}, { notifications: 'x' }]) {
      const said = `params.notifications ${'notifications' in params ? 'as a text' : 'missing'}`;
      const listen = new Listen(probe.session, probe.open('subscriptions/listen', params));
      await listen.opened();
      const { acknowledgment, stray } = listen;
      const reply = await listen.reply();
      await listen.cancel();
      probe.cite(listen.exchange.lines);
      if (acknowledgment ?? stray) {
        probe.flag(`expected an error for ${said}, got an open listen`, { warn: true });
        continue;
      }
      if (isWithheld(reply)) untested(`subscriptions/listen was answered with HTTP status ${reply.http!.status}`);
      if (isError(reply)) continue;
      if (reply.cause === 'timeout') probe.timedOut = true;
      const words = isResult(reply) ? `the result ${quote(reply.result)}` : inWords(reply);
      check(false, `expected an error for ${said}, got ${words}`, { warn: isResult(reply) });
    }
  },

  allows: {
    'another code': onError('subscriptions/listen', (error) => ({ error: { ...error, code: -32600 } })),
    'data beside the message': onError('subscriptions/listen', (error) => ({
      error: { ...error, data: ['notifications'] },
    })),
  },
  breaks: {
    'no filter counts as everything': [
      filled(() => ({ resourcesListChanged: true, resourceSubscriptions: ['test://watched-resource'] })),
      'missing, got an open listen',
      { warn: true },
    ],
    'a text counts as nothing': [
      filled((filter) => (filter === undefined ? undefined : {})),
      'as a text, got an open listen',
      { warn: true },
    ],
    'an empty success': [
      instead('subscriptions/listen', (request) =>
        isFiltered(request) ? undefined : { result: { resultType: 'complete' } },
      ),
      'got the result {"resultType":"complete"}',
      { warn: true },
    ],
    'no answer': [
      onRequest('subscriptions/listen', (request) => (isFiltered(request) ? request : undefined)),
      'missing, got no answer',
    ],
    'no answer to a text': [
      all(
        onRequest('subscriptions/listen', (request) =>
          isFiltered(request) || request.params?.notifications === undefined ? request : undefined,
        ),
      ),
      'as a text, got no answer',
    ],
  },
});

function isFiltered({ params }: RpcRequest): boolean {
  return isObject(params?.notifications);
}

/** Has the server see another filter where there is none that is an object. */
function filled(filter: (given: unknown) => object | undefined) {
  return onRequest('subscriptions/listen', (request) => {
    if (isFiltered(request)) return request;
    const notifications = filter(request.params?.notifications);
    return notifications ? { ...request, params: { ...request.params, notifications } } : request;
  });
}
