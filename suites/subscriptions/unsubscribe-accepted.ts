import { defineCase } from '../../harness/case.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { watchable } from '../../harness/listen.ts';
import { instead, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult, isWithheld } from '../../harness/session/reply.ts';
import { subscribe } from '../../harness/watching.ts';
import { isObject } from '../../harness/wire.ts';

export default defineCase({
  title: 'Unsubscribing from a resource that was subscribed to is answered with an empty result',
  rules: [
    {
      id: 'sub-unsubscribe-result',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'schema#UnsubscribeRequest',
    },
  ],
  needs: ['resources.subscribe'],
  harm: 'breaks',
  hint: 'Handle resources/unsubscribe wherever resources/subscribe is handled.',

  async run(probe) {
    const uri = await watchable(probe);
    if (uri === undefined) notApplicable('the server lists no resource to subscribe to');
    await probe.session.listen();
    await subscribe(probe, uri);
    const reply = await probe.send('resources/unsubscribe', { uri });
    if (isWithheld(reply)) untested(`resources/unsubscribe was answered with HTTP status ${reply.http!.status}`);
    check(isResult(reply), `expected a result for resources/unsubscribe of ${uri}, got ${inWords(reply)}`);
    const { result } = reply;
    check(isObject(result), `expected an object as the result of resources/unsubscribe, got ${quote(result)}`);
    const [extra] = Object.keys(result).filter((name) => name !== '_meta');
    if (extra !== undefined) probe.flag(`expected an empty result, got the member ${quote(extra)}`, { warn: true });
  },

  allows: {
    'a result with _meta': onResult('resources/unsubscribe', () => ({ _meta: {} })),
    'a subscription with more to say': onResult('resources/subscribe', () => ({ subscribed: true })),
  },
  breaks: {
    'not handled': [
      instead('resources/unsubscribe', () => ({ error: { code: -32601, message: 'Method not found' } })),
      'got error -32601',
    ],
    'forgotten at once': [
      instead('resources/unsubscribe', () => ({ error: { code: -32002, message: 'Not subscribed' } })),
      'got error -32002',
    ],
    'true as the result': [onResult('resources/unsubscribe', () => true), 'got true'],
    'a result that says something': [
      onResult('resources/unsubscribe', () => ({ removed: 1 })),
      'got the member "removed"',
      { warn: true },
    ],
  },
});
