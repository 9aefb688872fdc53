import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { exitInWords } from '../../harness/session/channel.ts';
import { inWords } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

/** Milliseconds to wait for a batch that nothing was heard of, though the server has answered all that was sent after it. */
const patience = 1000;

export default defineCase({
  title: 'A batch is taken, and each request in it is answered',
  rules: [
    {
      id: 'batch-receive',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-03-26',
      at: 'basic/index#batching',
      find: 'but **MUST** support receiving JSON-RPC',
    },
    {
      id: 'batch-no-mixed-kinds',
      level: 'SCHEMA',
      since: '2025-03-26',
      until: '2025-03-26',
      at: 'schema#JSONRPCBatchResponse',
    },
  ],
  harm: 'breaks',
  hint: 'Take an array as the messages that it holds; this revision alone has batches, later ones have dropped them.',
  fresh: true,

  async run(probe) {
    const { session } = probe;
    const methods = probe.declares('resources')
      ? ['resources/list', 'resources/templates/list', 'ping']
      : ['ping', 'ping'];
    const requests = methods.map((method) => ({ jsonrpc: '2.0', id: session.nextId(), method, params: {} }));
    // A cancellation that comes too late is what any client may send; other notifications want a capability first.
    const before = await probe.send('ping');
    const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: before.id } };
    const since = probe.now;
    const exchange = session.channel.open([...requests, note], probe.http ? { headers: session.era.headers({}) } : {});
    const missing = () => {
      const answered = responses(probe, since).map(({ message }) => message.id);
      return requests.filter(({ id }) => !answered.includes(id));
    };
    if (probe.http) await exchange.until(() => missing().length === 0, session.timeout);
    const after = await probe.send('ping');
    if (!probe.http && missing().length > 0 && !session.channel.exit)
      await probe.until(since, () => missing().length === 0, { ms: Math.min(patience, session.timeout) });
    const heard = responses(probe, since).filter(({ message }) => message.id !== after.id);
    const lines = [exchange.sent.line, ...heard.map(({ line }) => line)];
    judgeKinds(probe);
    const { exit } = session.channel;
    check(exit === undefined, `the server ${exit && exitInWords(exit)} on a batch`, { lines });
    const status = exchange.http?.status;
    if (status === 401 || status === 403 || status === 429)
      untested(`a batch was answered with HTTP status ${status}; give credentials with --header`);
    check(
      missing().length === 0,
      `expected a response to each of ${requests.length} requests in a batch, got ${got()}`,
      {
        lines,
      },
    );
    check('result' in after, `after a batch, ping got ${inWords(after)}`, { lines: [...lines, ...after.lines] });

    function got(): string {
      const [whole] = heard.filter(({ message }) => !requests.some(({ id }) => id === message.id));
      const answered = requests.length - missing().length;
      if (answered > 0) return `${answered}`;
      if (whole && isObject(whole.message.error)) return `error ${JSON.stringify(whole.message.error.code)} for all`;
      return status !== undefined && status >= 300 ? `HTTP status ${status}` : 'none';
    }
  },

  allows: {
    'responses one by one': fault('batch-answered-singly'),
    'responses in another order': fault('batch-reversed'),
    'batches of one sent by the server': [{ outgoing: (message) => [[message]] }, 'batch-send'],
  },
  breaks: {
    'a refusal of all batches': [fault('batch-refused'), 'got error -32600 for all'],
    'silence on batches': [fault('batch-ignored'), 'expected a response to each of 3 requests in a batch, got none'],
    'the first request alone': [fault('batch-partly'), 'in a batch, got 1'],
    'an end of the server': [fault('exit-on-batch'), 'on a batch'],
    'a hang': [fault('hang-on-batch'), 'got none'],
    'a notification among the responses': [
      fault('batch-mixed'),
      'expected responses only in a batch of responses, got "notifications/',
      { rule: 'batch-no-mixed-kinds' },
    ],
  },
});

/** The responses that came on the session since a line, by themselves or in a batch. */
const responses = (probe: Probe, since: number): { line: number; message: JsonObject }[] =>
  probe.arrived(since).filter(({ message }) => !('method' in message));

/** Judges every batch that the server has sent in the leg. */
function judgeKinds({ session }: Probe): void {
  for (const { n, direction, message } of session.channel.transcript.lines) {
    if (direction !== 'in' || !Array.isArray(message)) continue;
    const other = message.find((each) => isObject(each) && 'method' in each);
    const mixed = isObject(other) && message.some((each) => isObject(each) && !('method' in each));
    check(
      !mixed,
      `expected responses only in a batch of responses, got ${JSON.stringify(String(other?.method).slice(0, 80))}`,
      {
        rule: 'batch-no-mixed-kinds',
        lines: [n],
      },
    );
  }
}
