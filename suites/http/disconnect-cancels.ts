import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { acknowledged, declaredFilter, type Listen, openListen, unacknowledged } from '../../harness/listen.ts';
import { fault } from '../../harness/mutate.ts';
import { inWords } from '../../harness/session/reply.ts';

const times = 20;

export default defineCase({
  title: 'A listen whose stream the client has closed is over: it does not stand in the way of further ones',
  rules: [
    {
      id: 'http-disconnect-cancels',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#cancellation',
      find: 'SSE response stream **MUST** be treated',
      derived: 'what a server does with a cancelled request shows only in what it refuses afterwards',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Forget a listen as soon as its stream is closed; clients come and go, and closed listens add up.',

  async run(probe) {
    const filter = await declaredFilter(probe);
    let last = await openListen(probe, filter).opened();
    // Other cases have opened listens before, and closed each; only a server that never took one is for another case to judge.
    if (!last.acknowledgment && probe.arrived(0, acknowledged).length === 0) await unacknowledged(probe, last);
    if (last.acknowledgment && last.exchange.settled)
      notApplicable('the server ended the listen by itself, so that no stream was left to close');
    for (let i = 1; i < times && last.acknowledgment; i++) {
      await last.cancel();
      last = await openListen(probe, filter).opened();
    }
    await last.cancel();
    // A server may learn late that a client is gone.
    for (let i = 0; i < 5 && refused(last); i++) {
      await probe.settle();
      last = await openListen(probe, filter).opened();
      await last.cancel();
    }
    await probe.settle();
    if (last.acknowledgment) return;
    if (!refused(last)) await unacknowledged(probe, last);
    const reply = await last.exchange.reply;
    probe.cite(reply);
    check(false, `expected a listen to be acknowledged after others whose streams were closed, got ${inWords(reply)}`);
  },

  allows: {
    'comments between events': fault('http-sse-comments'),
  },
  breaks: {
    'closed listens count': [fault('http-listen-limit'), 'after others whose streams were closed, got error -32603'],
  },
});

const refused = ({ acknowledgment, exchange }: Listen): boolean => acknowledgment === undefined && exchange.settled;
