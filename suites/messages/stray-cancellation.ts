import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { fault, type Mutant } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { exitInWords } from '../../harness/session/channel.ts';
import { codeOf, inWords } from '../../harness/session/reply.ts';
import type { JsonObject } from '../../harness/wire.ts';

const method = 'notifications/cancelled';
/** A server that answers nothing more once a cancellation is such. */
const hanging = (on: (params: JsonObject) => boolean): Mutant => ({
  incoming(message, { memory, connection }) {
    if (message.method === method && on(message.params ?? {})) memory.set(`hung ${connection}`, true);
    return memory.has(`hung ${connection}`) ? [] : [message];
  },
});
const isId = (value: unknown): boolean => typeof value === 'string' || Number.isInteger(value);

export default defineCase({
  title: 'A cancellation that comes too late, or that names no request, disturbs nothing',
  rules: [
    {
      id: 'cancel-race-graceful',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/cancellation#timing-considerations',
      find: 'Both parties **MUST** handle these race',
    },
    {
      id: 'cancel-race-graceful',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/cancellation#timing-considerations',
      find: 'Both parties **MUST** handle these race',
    },
    {
      id: 'cancel-invalid-ignored',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/cancellation#error-handling',
      find: 'Invalid cancellation notifications **SHOULD** be',
    },
    {
      id: 'cancel-invalid-ignored',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/patterns/cancellation#error-handling',
      find: 'Invalid cancellation notifications **SHOULD** be',
    },
  ],
  harm: 'breaks',
  hint: 'Look the request up when a cancellation comes, and drop the notification where none is open under that id.',
  fresh: true,

  // A response to the notification is judged by the case on unanswered notifications; an HTTP status of refusal is right.
  async run(probe) {
    if (probe.modern && probe.http)
      notApplicable('over HTTP a request of this revision is cancelled by closing its response stream');
    const done = await probe.send(probe.declares('resources') ? 'resources/list' : probe.session.era.sanity);
    await cancel(probe, { requestId: done.id }, 'a request that was answered');
    for (const [params, what] of [
      [{ requestId: 'mcp-conformance-none' }, 'an unknown request'],
      [{}, 'no request'],
      [{ requestId: {} }, 'an object as the request'],
      [{ requestId: null, reason: 7 }, 'null as the request'],
    ] as const)
      await cancel(probe, params, what, 'cancel-invalid-ignored');
    await cancel(probe, undefined, 'nothing, for want of params', 'cancel-invalid-ignored');
    if (!probe.modern) return;
    // A client that was tired of waiting for the first answer of all, and asks again, must not be taken for another kind of client.
    const session = await probe.second();
    probe.leave(session);
    const { id } = session.introduction.reply;
    await cancel(probe, { requestId: id }, 'the first server/discover', 'cancel-race-graceful', session);
  },

  allows: {
    // The harness never sees the difference, as it must not.
    'cancellations ignored altogether': [
      { incoming: (message) => (message.method === method ? [] : [message]) },
      'cancel-may-be-ignored',
    ],
    'a complaint on another channel': {
      incoming(message, { send }) {
        if (message.method === method) send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
        return [message];
      },
    },
  },
  breaks: {
    'an end of the server': [fault('exit-on-cancelled'), 'on a cancellation of a request that was answered'],
    'an end of the modern era': [
      {
        incoming(message, { memory, connection, send }) {
          if (message.method === method && !memory.has(`era ${connection}`)) memory.set(`era ${connection}`, 'legacy');
          if (message.method !== 'server/discover') {
            if ('id' in message && !memory.has(`era ${connection}`)) memory.set(`era ${connection}`, 'modern');
            return [message];
          }
          if (memory.get(`era ${connection}`) !== 'legacy') return [message];
          send({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Method not found' } });
          return [];
        },
      },
      'after a cancellation of the first server/discover, server/discover got error -32601',
      { since: '2026-07-28' },
    ],
    'a hang after late ones': [
      hanging(({ requestId }) => isId(requestId)),
      'after a cancellation of a request that was answered',
    ],
    'an end on a malformed one': [
      fault('exit-on-malformed-cancelled'),
      'on a cancellation of no request',
      { rule: 'cancel-invalid-ignored' },
    ],
    'a hang after a malformed one': [
      hanging(({ requestId }) => typeof requestId === 'object'),
      'after a cancellation of an object as the request',
      { rule: 'cancel-invalid-ignored' },
    ],
    'a hang after an unknown id': [
      hanging(({ requestId }) => String(requestId).endsWith('none')),
      'after a cancellation of an unknown request',
      { rule: 'cancel-invalid-ignored' },
    ],
    'errors for all that follows': [
      {
        incoming(message, { memory, connection, send }) {
          if (message.method === method && !isId(message.params?.requestId)) memory.set(`lost ${connection}`, true);
          if (!memory.has(`lost ${connection}`) || !('id' in message)) return [message];
          send({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: 'Connection closed' } });
          return [];
        },
      },
      'got error -32603',
      { rule: 'cancel-invalid-ignored' },
    ],
  },
});

/** Sends a cancellation and then a request that has to be answered with a result. */
async function cancel(
  probe: Probe,
  params: JsonObject | undefined,
  what: string,
  rule = 'cancel-race-graceful',
  session = probe.session,
): Promise<void> {
  const since = probe.now;
  await probe.notify(method, params, { session });
  const reply = await session.pulse();
  if (reply.cause === 'timeout') probe.timedOut = true;
  probe.cite(reply);
  const grounds = { rule, lines: [since + 1, ...reply.lines] };
  const { exit } = session.channel;
  check(exit === undefined, `the server ${exit && exitInWords(exit)} on a cancellation of ${what}`, grounds);
  const words = `after a cancellation of ${what}, ${reply.method} got ${inWords(reply)}`;
  // A server that knows no ping is alive all the same.
  check('result' in reply || (reply.method === 'ping' && codeOf(reply) === -32601), words, grounds);
}
