import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { after, instead, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult, isWithheld } from '../../harness/session/reply.ts';
import { isObject } from '../../harness/wire.ts';

export default defineCase({
  title: 'Subscribing to a listed resource is answered with an empty result',
  rules: [
    {
      id: 'sub-subscribe-result',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'server/resources#subscriptions',
      find: 'Clients can subscribe',
    },
  ],
  needs: ['resources.subscribe'],
  harm: 'breaks',
  hint: 'Handle resources/subscribe for every resource that is listed, or declare resources without subscribe.',

  async run(probe) {
    const reads = await probe.reads();
    if (reads.length === 0) notApplicable('the server lists no resource to subscribe to');
    // Only what can be read is known to be there: a list may be older than what it lists.
    const readable = reads.filter(({ entry, contents }) => entry && contents.length > 0);
    const { uri } = readable.find((each) => each.uri === probe.fixtures.update?.uri) ?? readable[0] ?? {};
    if (uri === undefined) blockedBy('read/listed-readable', 'no listed resource can be read');
    await probe.session.listen();
    const reply = await probe.send('resources/subscribe', { uri });
    if (isWithheld(reply)) untested(`resources/subscribe was answered with HTTP status ${reply.http!.status}`);
    check(isResult(reply), `expected a result for resources/subscribe of ${uri}, got ${inWords(reply)}`);
    const { result } = reply;
    check(isObject(result), `expected an object as the result of resources/subscribe, got ${quote(result)}`);
    await probe.send('resources/unsubscribe', { uri });
    probe.cite(reply);
    const [extra] = Object.keys(result).filter((name) => name !== '_meta');
    // No page gives the type of this result; that it is the empty one follows from the union of all results.
    if (extra !== undefined) probe.flag(`expected an empty result, got the member ${quote(extra)}`, { warn: true });
  },

  allows: {
    'a result with _meta': onResult('resources/subscribe', () => ({ _meta: { 'org.example/since': 1 } })),
    'news of a change at once': after('resources/subscribe', ({ params }) => [
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: params?.uri } },
    ]),
  },
  breaks: {
    'declared, not handled': [
      instead('resources/subscribe', () => ({ error: { code: -32601, message: 'Method not found' } })),
      'got error -32601',
    ],
    'null as the result': [onResult('resources/subscribe', () => null), 'got null'],
    'a list as the result': [onResult('resources/subscribe', () => []), 'got []'],
    'no result': [instead('resources/subscribe', () => ({})), 'neither result nor error'],
    'a result that says something': [
      onResult('resources/subscribe', () => ({ success: true })),
      'got the member "success"',
      { warn: true },
    ],
  },
});
