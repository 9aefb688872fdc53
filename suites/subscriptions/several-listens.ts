import { defineCase } from '../../harness/case.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { declaredFilter, type Listen, listening, makeChanges, openListen, stillOpen } from '../../harness/listen.ts';
import { fault, onNotification } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { inWords } from '../../harness/session/reply.ts';
import { updated } from '../../harness/watching.ts';

export default defineCase({
  title: 'A server holds several listens of one client, each with a life of its own',
  rules: [
    {
      id: 'listen-multiple-concurrent',
      // The keyword is the client's: MAY. That a server has to cope with what a client may do is the step taken here.
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#multiple-concurrent-subscriptions',
      find: 'have multiple active subscriptions concurrently',
      derived: 'What a client MAY do, a server has to cope with; the page does not say so.',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Keep open listens in a table by the id of their request, and end only the one that is cancelled.',

  async run(probe) {
    const filter = await declaredFilter(probe);
    const { resourceSubscriptions, ...lists } = filter;
    // Filters that differ, where two types are supported; the second is the one whose changes can be brought about.
    const [one, other] = resourceSubscriptions && lists.resourcesListChanged ? [lists, filter] : [filter, filter];
    const first = await listening(probe, one);
    await probe.settle();
    await stillOpen(first);
    const second = await openListen(probe, other).opened();
    const lines = [...first.exchange.lines, ...second.exchange.lines];
    if (!second.acknowledgment) {
      if (second.stray) blockedBy('subscriptions/subscription-id', 'the second acknowledgment names no open listen');
      await first.cancel();
      check(false, `expected a second listen to be acknowledged, got ${inWords(await second.reply())}`, { lines });
    }
    check(!first.exchange.over, 'a second listen ended the first', { lines });
    const told = await isTold(probe, second);
    await first.cancel();
    await probe.settle();
    probe.cite(lines);
    check(!second.exchange.over, 'cancelling one listen ended another');
    // Silence shows something only where there was news before.
    if (told) check(await isTold(probe, second), 'another listen brought no more news once one was cancelled');
    await second.cancel();
  },

  allows: {
    'both are told of everything twice': fault('updates-twice'),
    'no news at all': fault('updates-never', 'list-changed-never'),
    'news comes to the first alone': onNotification(updated, () => []),
  },
  breaks: {
    'one listen at a time': [fault('listen-second-refused'), 'got error -32603'],
    'a second listen takes the place of the first': [fault('listen-second-ends-first'), 'ended the first'],
    'one cancellation ends all': [fault('cancel-ends-all-listens'), 'brought no more news'],
  },
});

/** Makes changes and tells whether news of one came on a listen. */
async function isTold(probe: Probe, listen: Listen): Promise<boolean> {
  const { length } = listen.arrivals;
  if (!(await makeChanges(probe))) return false;
  return listen.until(() => listen.arrivals.length > length);
}
