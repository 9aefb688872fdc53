import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { declaredFilter, idInWords, openListen, subscriptionIdOf } from '../../harness/listen.ts';
import { all, fault, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { exitAfter } from '../../harness/teardown.ts';
import { Traffic } from '../../harness/traffic.ts';
import { metaKey } from '../../harness/wire.ts';

const type = 'SubscriptionsListenResult';
/** What a result says of its server is for metadata/server-info-shape and the cases on icons. */
const own = (member: string): boolean => !member.startsWith(`_meta/${metaKey.serverInfo.replace('/', '~1')}`);

export default defineCase({
  title: 'The result that ends a listen is complete, and names the subscription',
  rules: [{ id: 'listen-result-shape', level: 'SCHEMA', since: '2026-07-28', at: 'schema#SubscriptionsListenResult' }],
  needs: ['resources'],
  fresh: true,
  harm: 'breaks',
  hint: 'Give the result of subscriptions/listen resultType "complete" and, in _meta, the id of its request as subscriptionId.',

  async run(probe) {
    if (results(probe).length === 0) await haveOneEnded(probe);
    const all = results(probe);
    if (all.length === 0) notApplicable('the server ended no listen by a result of its own');
    for (const { result, message, line, requestLine } of all) {
      const lines = [requestLine ?? line, line];
      checkShape(result, type, probe.revision, { lines, only: own });
      check(result.resultType === 'complete', `expected resultType "complete", got ${quote(result.resultType)}`, {
        lines,
      });
      const id = subscriptionIdOf(result);
      const words = `expected subscriptionId ${idInWords(message.id)} in the result, got ${idInWords(id)}`;
      check(id === message.id, words, { lines });
    }
  },

  allows: {
    'more in the result': onResult('subscriptions/listen', (result) => {
      result.reason = 'The server ends';
    }),
    'no name of the server': all(
      fault('shutdown-result-only'),
      onResult('subscriptions/listen', ({ _meta }) => {
        delete _meta[metaKey.serverInfo];
        _meta['org.example/uptime'] = 7;
      }),
    ),
  },
  breaks: (revision) => ({
    ...shapeMutants('subscriptions/listen', type, revision, {
      member: ['', 'resultType', '_meta', `_meta.${metaKey.subscriptionId}`],
    }),
    'a result that is none yet': [
      onResult('subscriptions/listen', (result) => {
        result.resultType = 'input_required';
      }),
      'expected resultType "complete"',
    ],
    'nothing but the type': [
      onResult('subscriptions/listen', () => ({ resultType: 'complete' })),
      'required member _meta is missing',
    ],
    'the id of another subscription': [
      onResult('subscriptions/listen', ({ _meta }) => {
        _meta[metaKey.subscriptionId] = 'sub-1';
      }),
      'got "sub-1"',
    ],
  }),
});

/** All results that ended a listen so far, on any session of the leg. */
const results = ({ session, revision, capabilities }: Probe) =>
  new Traffic(session.channel.transcript, revision, session.channel.transport.kind, capabilities).results(
    'subscriptions/listen',
  );

/** Has the server end a listen by itself: one for nothing, as some do at once, or all, because the server is asked to end. */
async function haveOneEnded(probe: Probe): Promise<void> {
  const { acknowledgment } = await openListen(probe, {}).opened();
  if (probe.http || !acknowledgment) {
    await probe.settle();
    return;
  }
  await openListen(probe, await declaredFilter(probe)).opened();
  await exitAfter(probe.session, 'SIGTERM');
}
