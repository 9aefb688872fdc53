import { defineCase } from '../../harness/case.ts';
import { isRequest } from '../../harness/handshakes.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { before, type Mutant, type MutantContext } from '../../harness/mutate.ts';
import { exitInWords } from '../../harness/session/channel.ts';
import { isError, isResult } from '../../harness/session/reply.ts';
import type { JsonObject } from '../../harness/wire.ts';

/** How many times the limit of a request a server may wait: longer than the minute that many take. */
const patience = 13;
/** A ping of the server, each with an id of its own. */
const pinging = (_: unknown, { memory }: MutantContext): JsonObject[] => {
  const count = (memory.get('pings') ?? 0) + 1;
  memory.set('pings', count);
  return [{ jsonrpc: '2.0', id: `are-you-there-${count}`, method: 'ping' }];
};
const answersPing = (message: JsonObject): boolean =>
  !('method' in message) && String(message.id).startsWith('are-you-there');

/** Serves nothing more of a connection once it has pinged on a read, until the ping is answered. */
const waiting: Mutant = {
  incoming(message, context) {
    const { memory, connection, send } = context;
    const key = `held ${connection}`;
    if (answersPing(message)) {
      const held: JsonObject[] = memory.get(key) ?? [];
      memory.delete(key);
      return held;
    }
    if (memory.has(key)) memory.get(key).push(message);
    else if (message.method === 'resources/read') {
      memory.set(key, [message]);
      send(pinging(undefined, context)[0]!);
    } else return [message];
    return [];
  },
};

export default defineCase({
  title: 'A request of the server that is never answered does not stop it for ever',
  rules: [
    {
      id: 'server-timeouts-legacy',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/lifecycle#error-handling',
      find: 'implement appropriate timeouts for all requests',
    },
    {
      id: 'server-timeouts-legacy',
      level: 'SHOULD',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/lifecycle#timeouts',
      find: 'establish timeouts for all sent requests',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give each request to the client a time limit, cancel it then, and serve other requests meanwhile.',

  async run(probe) {
    const [read] = await probe.reads();
    const asked = (session = probe.session, since = 0) =>
      probe.arrived(since, undefined, session).filter(({ message }) => isRequest(message));
    if (asked().length === 0)
      notApplicable('the server asked nothing of the client while its resources were listed and read');
    const session = await probe.second();
    session.channel.answering = () => undefined;
    await session.listen();
    const since = probe.now;
    for (const [method, params] of [
      ['resources/list', {}],
      ['resources/read', { uri: read?.uri ?? 'mcp-conformance-absent:///' }],
    ] as const)
      await session.wait(session.open(method, params));
    await probe.until(since, isRequest, { session });
    const { exit } = session.channel;
    const open = asked(session, since);
    const lines = open.map(({ line }) => line);
    check(!exit, `the server ${exit && exitInWords(exit)} while a request of its own was unanswered`, { lines });
    const [first] = open;
    if (!first) untested('the server did not ask again when the same was listed and read on another session');
    // The request that waits may be late; others are to be served.
    const later = session.open('ping');
    const reply = await session.wait(later, patience * session.timeout);
    if (reply.cause === 'malformed') blockedBy('messages/result-or-error', 'ping got neither result nor error');
    const served = isResult(reply) || isError(reply);
    const words = `expected requests to be served while ${String(first.message.method).slice(0, 40)} of the server is unanswered, got no answer`;
    check(served, words, { lines: [...lines, ...later.lines] });
  },

  allows: {
    'a ping, and the answer without it': before('resources/read', pinging),
    'a ping for each list': before('resources/list', pinging),
    'the read waits, all else is served': {
      incoming(message, context) {
        const { memory, connection, send } = context;
        const key = `held ${connection}`;
        const held: JsonObject[] = memory.get(key) ?? [];
        if (answersPing(message)) return held.splice(0);
        if (message.method !== 'resources/read') return [message];
        memory.set(key, [...held, message]);
        send(pinging(undefined, context)[0]!);
        return [];
      },
    },
  },
  breaks: {
    'a ping that all else waits for': [waiting, 'while ping of the server is unanswered, got no answer'],
  },
});
