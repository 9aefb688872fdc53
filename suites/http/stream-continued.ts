import { defineCase } from '../../harness/case.ts';
import { messagesOn, openStream, openStreamable, statusOf } from '../../harness/http-streams.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { all, before, fault } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Exchange } from '../../harness/session/exchange.ts';
import type { Session } from '../../harness/session/session.ts';
import type { JsonObject } from '../../harness/wire.ts';

const at = 'basic/transports#resumability-and-redelivery';

/** Before 2025-11-25 no stream begins with an empty event: progress is what comes before an answer. */
const early = before('resources/read', ({ params }) => {
  const progressToken: unknown = params?._meta?.progressToken;
  if (progressToken === undefined) return [];
  return [{ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } }];
});
const resumable = (...more: string[]) => all(fault('http-sse-always', 'http-sse-resumable', ...more), early);

export default defineCase({
  title: 'A stream that is continued brings the rest of its own messages',
  rules: [
    {
      id: 'http-no-cross-stream-replay',
      level: 'MUST NOT',
      since: '2025-03-26',
      until: '2025-11-25',
      at,
      find: 'would have been delivered on a',
    },
    {
      id: 'http-disconnect-not-cancel',
      level: 'SHOULD NOT',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#sending-messages-to-the-server',
      find: 'be interpreted as the client cancelling',
    },
    {
      id: 'http-event-id-encodes-stream',
      level: 'SHOULD',
      since: '2025-11-25',
      until: '2025-11-25',
      at,
      find: 'encode sufficient information to identify',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Keep what each stream sends under its event ids, and on Last-Event-ID send what followed on that stream alone.',

  async run(probe, { binds }) {
    const session = await probe.second();
    // One after the other, for which of two answers a server sends first is its own affair.
    const one = await openStreamable(probe, 'mcp-conformance-1', session);
    await probe.answer(one);
    const two = await openStreamable(probe, 'mcp-conformance-2', session);
    await probe.answer(two);
    const from = firstId(one);
    if (from === undefined || !one.streamed)
      notApplicable('no event of the server comes before an answer and has an id to come back to');
    const replayed = await continued(probe, session, from, one);
    const other = replayed.find(({ message }) => ofStream(message, two));
    const what = other?.message.id === two.sent.id ? 'the answer to a later request' : 'progress of a later request';
    check(!other, `the continuation of one stream brought what was sent on another: ${what}`, {
      lines: [one.sent.line, two.sent.line, other?.line ?? 0],
    });
    const own = replayed.some(({ message }) => ofStream(message, one));
    // To send anything again is the server's own choice; one that does so for some streams alone cannot tell which an id belongs to.
    const second = firstId(two);
    if (binds('http-event-id-encodes-stream') && second !== undefined && two.streamed) {
      const later = await continued(probe, session, second, two);
      check(
        own === later.some(({ message }) => ofStream(message, two)),
        'expected the rest of either of two streams after the event that Last-Event-ID names, got that of one alone',
        { rule: 'http-event-id-encodes-stream' },
      );
    }
    if (!own) return;
    // A stream whose connection is broken, and not by the server, while an answer is still owed on it.
    const broken = await openStreamable(probe, 'mcp-conformance-3', session);
    await broken.until(() => firstId(broken) !== undefined, session.timeout);
    // A server that closes the connection itself has shown that the stream goes on without it.
    if (broken.settled || broken.cut !== undefined) {
      await probe.answer(broken);
      return;
    }
    broken.abort();
    const owed = await continued(probe, session, firstId(broken)!, broken);
    const came = owed.some(({ message }) => message.id === broken.sent.id);
    // Asked once more, so that no request of ours stays without its answer.
    if (!came) await probe.answer(await openStreamable(probe, 'mcp-conformance-3', session));
    check(came, 'expected the answer on the continuation of a stream that the client broke off, got none', {
      rule: 'http-disconnect-not-cancel',
      lines: broken.lines,
    });
  },

  allows: {
    'streams that can be continued': [resumable(), 'http-sse-resumable'],
    'answers come late': resumable('http-answers-late'),
    'nothing is sent again': resumable('http-resume-nothing'),
  },
  breaks: {
    'what other streams sent comes too': [resumable('http-resume-others'), 'what was sent on another'],
    'ids that are known on some streams alone': [
      resumable('http-resume-some'),
      'got that of one alone',
      { since: '2025-11-25', rule: 'http-event-id-encodes-stream' },
    ],
    'a disconnection ends the work': [
      resumable('http-disconnect-aborts'),
      'that the client broke off, got none',
      { rule: 'http-disconnect-not-cancel' },
    ],
  },
});

/** The id of the first event of a stream: the place to continue from. */
const firstId = ({ events }: Exchange): string | undefined =>
  events.find(({ id }) => id !== undefined && id !== '')?.id;

/** Whether a message is the answer to a request, or progress for it. */
const ofStream = ({ id, params }: JsonObject, { sent }: Exchange): boolean =>
  id === sent.id || (params?.progressToken !== undefined && params.progressToken === sent.params?._meta?.progressToken);

/** Continues a stream, and answers what comes: up to the answer, or to the end of the stream. */
async function continued(probe: Probe, session: Session, from: string, { sent }: Exchange) {
  const exchange = await openStream(session, from);
  await statusOf(probe, exchange, 'GET with Last-Event-ID');
  const all = () => messagesOn(session, exchange);
  await exchange.until(() => all().some(({ message }) => message.id === sent.id), session.timeout);
  // What else would be sent again has come by then.
  await probe.settle(session);
  exchange.abort();
  return all();
}
