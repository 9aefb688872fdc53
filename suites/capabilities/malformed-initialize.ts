import { defineCase } from '../../harness/case.ts';
import { versionIn } from '../../harness/handshakes.ts';
import { check, untested } from '../../harness/judge.ts';
import { all, fault, onError, onReply } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { exitInWords } from '../../harness/session/channel.ts';
import { begin, initializeParams } from '../../harness/session/legacy.ts';
import { inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import type { Session } from '../../harness/session/session.ts';

const lacking = (member: string) =>
  onReply('initialize', (reply, { params }) => (params && member in params ? reply : undefined));

/** A server that takes a client without a name. */
const easyGoing = onError('initialize', (error, { params }) =>
  params?.capabilities
    ? {
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { resources: {} },
          serverInfo: { name: 'easy-going', version: '1' },
        },
      }
    : { error },
);

export default defineCase({
  title: 'A handshake that lacks a member is answered, and the server stays usable',
  rules: [
    {
      id: 'init-error-cases',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/lifecycle#error-handling',
      find: 'be prepared to handle these error',
    },
  ],
  harm: 'untidy',
  hint: 'Answer an initialize that lacks capabilities or clientInfo with an error (or take it), and go on.',

  // A version that nobody speaks is another such case; what is due to it is judged by capabilities/other-version.
  async run(probe) {
    let session = await probe.fresh();
    const members = ['clientInfo', 'capabilities'];
    for (const [index, member] of members.entries()) {
      const { [member]: _, ...params } = initializeParams(probe.revision);
      const what = `initialize without ${member}`;
      const reply = await probe.first(session, 'initialize', params);
      if (isWithheld(reply)) untested(`initialize was answered with HTTP status ${reply.http!.status}`);
      judge(probe, session, reply, what);
      const last = index === members.length - 1;
      // One that was refused leaves the connection as it was; one that was taken has begun a session.
      const taken = isResult(reply);
      if (!taken && !last) continue;
      // As any client does: what a server answers before that is for capabilities/ping.
      if (taken) await begin(session, reply);
      const [method, whole] = taken
        ? (['ping', {}] as const)
        : (['initialize', initializeParams(probe.revision)] as const);
      const next = await probe.send(method, whole, { session });
      const lines = [...reply.lines, ...next.lines];
      check(answered(next), `after ${what}, ${method} got ${inWords(next)}`, { lines });
      if (!last) session = await probe.fresh();
      else if (!taken && versionIn(next) === probe.revision) {
        // A session like any other, after all.
        await begin(session, next);
        probe.leave(session);
      }
    }
  },

  allows: {
    'an initialize without clientInfo is taken': easyGoing,
    'an initialize without clientInfo is taken, and what follows waits for notifications/initialized': all(easyGoing, {
      incoming(message, { memory, connection }) {
        if (message.method === 'notifications/initialized') memory.set(`ready ${connection}`, true);
        return message.method !== 'ping' || memory.get(`ready ${connection}`) ? [message] : [];
      },
    }),
    'another code': onError('initialize', ({ message }) => ({ error: { code: -32600, message } })),
  },
  breaks: {
    'the server ends': [fault('malformed-initialize-exits'), 'the server crashed: malformed-initialize-exits on'],
    'the server hangs': [fault('malformed-initialize-hangs'), 'initialize without clientInfo got no answer in time'],
    'no answer without clientInfo': [lacking('clientInfo'), 'initialize without clientInfo got no answer in time'],
    'no answer without capabilities': [
      lacking('capabilities'),
      'initialize without capabilities got no answer in time',
    ],
    'nothing more after it': [
      {
        outgoing(message, { request, memory, connection }) {
          const spoilt =
            (memory.get(`spoilt ${connection}`) ?? 0) +
            (request?.method === 'initialize' && 'error' in message ? 1 : 0);
          memory.set(`spoilt ${connection}`, spoilt);
          if (spoilt > 1 && 'result' in message) return [];
          return [message];
        },
      },
      'after initialize without capabilities, initialize got no answer within',
    ],
  },
});

/** An answer of any form: what is wrong with a form is for other cases. */
const answered = (reply: Reply): boolean => isResult(reply) || isError(reply) || reply.cause === 'malformed';

function judge(probe: Probe, { channel: { exit } }: Session, reply: Reply, what: string): void {
  probe.cite(reply);
  check(exit === undefined, `the server ${exit && exitInWords(exit)} on ${what}`);
  // Over HTTP a status is an answer as well.
  check(answered(reply) || reply.http !== undefined, `expected an answer: ${what} got ${inWords(reply)}`);
}
