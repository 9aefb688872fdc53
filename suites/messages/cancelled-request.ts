import { defineCase } from '../../harness/case.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import type { Read } from '../../harness/material.ts';
import type { Mutant } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import type { Reply } from '../../harness/session/reply.ts';

/** Milliseconds: an answer this soon after a cancellation may have crossed it. */
const overlap = 100;
/** How often a read has to be slow. */
const tries = 3;
const tooFast = 'no read takes long enough to be cancelled in time; name a slow resource with --read <uri>';
const slowUri = 'demo://host/lines.txt';

/** A server that takes its time to read one resource, and stops or does not when that is cancelled. */
const slow = (stops: boolean, ms = 130): Mutant => ({
  incoming(message, { memory }) {
    if (message.method === 'notifications/cancelled' && stops)
      clearTimeout(memory.get(JSON.stringify(message.params?.requestId)));
    return [message];
  },
  outgoing(message, { request, memory, send }) {
    if (request?.method !== 'resources/read' || request.params?.uri !== slowUri) return [message];
    memory.set(JSON.stringify(request.id), setTimeout(send, ms, message));
    return [];
  },
});

/** A server that takes its time for the first read of a resource, as one does that has to load what reads it. */
const slowAtFirst: Mutant = {
  outgoing(message, { request, memory, send }) {
    if (request?.method !== 'resources/read' || request.params?.uri !== slowUri || memory.has('read')) return [message];
    memory.set('read', setTimeout(send, 130, message));
    return [];
  },
};

/** A server that takes its time for every answer, and sees a cancellation only when the answer is under way. */
const slowWithAll: Mutant = {
  outgoing(message, { request, send }) {
    if (!request || !['resources/read', 'ping', 'server/discover'].includes(request.method)) return [message];
    setTimeout(send, 130, message);
    return [];
  },
};

export default defineCase({
  title: 'A request that is cancelled while it is worked on is not answered',
  rules: [
    {
      id: 'cancel-server-stops',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/cancellation#behavior-requirements',
      find: 'Receivers of cancellation notifications **SHOULD**',
    },
    {
      id: 'cancel-server-stops',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/patterns/cancellation#behavior-requirements',
      find: 'Servers receiving cancellation notifications **SHOULD**',
    },
  ],
  needs: ['resources'],
  harm: 'untidy',
  hint: 'Hand the signal of the cancellation down to what reads the resource, and send nothing for the request afterwards.',

  async run(probe) {
    if (probe.modern && probe.http)
      notApplicable('over HTTP a request of this revision is cancelled by closing its response stream');
    const slowest = slowestOf(await probe.reads(), probe);
    if (!slowest) notApplicable(tooFast);
    const { uri } = slowest;
    const ms = await leastTaken(uri, probe);
    if (ms === undefined) notApplicable(tooFast);
    const since = probe.now;
    const exchange = probe.open('resources/read', { uri });
    await probe.notify('notifications/cancelled', { requestId: exchange.sent.id, reason: 'a test' });
    const cancelled = performance.now();
    await probe.settle();
    // As long as the read takes, and half as long again.
    const answer = await probe.until(since, ({ id, method }) => id === exchange.sent.id && method === undefined, {
      ms: Math.min(ms * 1.5, probe.session.timeout),
    });
    const after = performance.now() - cancelled;
    if (answer && after <= overlap) notApplicable(tooFast);
    const lines = [exchange.sent.line, exchange.sent.line + 1, answer?.line ?? exchange.sent.line];
    check(!answer, `expected no response to a read of ${quote(uri)} that was cancelled, got one long after`, { lines });
    if (probe.session.channel.exit) untested('the server ended after a cancellation');
  },

  allows: {
    'a slow read that stops': slow(true),
    'a read that is slow at first only': [slowAtFirst, { inapplicable: true }],
    'a server that is slow with all that it answers': [slowWithAll, { inapplicable: true }],
  },
  breaks: {
    'a slow read that goes on': [slow(false), 'that was cancelled, got one long after'],
  },
});

/** The read that took longest, with its milliseconds; undefined where none is slow. What takes long to send is left out: it may be under way. */
function slowestOf(reads: readonly Read[], probe: Probe): { uri: string; ms: number } | undefined {
  const [slowest] = reads.map(({ uri, reply }) => ({ uri, ms: took(reply, probe) })).sort((a, b) => b.ms - a.ms);
  return slowest && slowest.ms >= leastOf(probe) ? slowest : undefined;
}

/** How long an answer took, in milliseconds; none where there is no answer, or where it takes long to send. */
function took({ lines: [asked] }: Reply, probe: Probe): number {
  const { lines, answerOf, lengths } = probe.session.channel.transcript;
  const answered = asked === undefined ? undefined : answerOf.get(asked);
  return answered === undefined || lengths.has(answered) ? 0 : lines[answered - 1]!.ms - lines[asked! - 1]!.ms;
}

/**
 * The least time that several reads of a resource took; undefined where it is not slow by itself. The first read of a process may be
 * slow for the sake of what it loads, and all may be on a busy machine or a long way off: then other requests are slow as well.
 */
async function leastTaken(uri: string, probe: Probe): Promise<number | undefined> {
  const taken: number[] = [];
  let other = 0;
  for (let i = 0; i < tries; i++) {
    taken.push(took(await probe.send('resources/read', { uri }), probe));
    if (taken.at(-1)! < leastOf(probe) + other) return undefined;
    other = Math.max(other, took(await probe.send(probe.session.era.sanity, {}), probe));
  }
  const least = Math.min(...taken);
  return least >= leastOf(probe) + other ? least : undefined;
}

/** From how many milliseconds on a read is slow. */
const leastOf = ({ session }: Probe): number => Math.min(200, session.timeout * 0.4);
