import { defineCase } from '../../harness/case.ts';
import { initialize } from '../../harness/handshakes.ts';
import { check } from '../../harness/judge.ts';
import { before, fault, onCapabilities } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { initializeParams } from '../../harness/session/legacy.ts';
import type { Session } from '../../harness/session/session.ts';
import type { JsonObject } from '../../harness/wire.ts';

const listChanged = { jsonrpc: '2.0', method: 'notifications/resources/list_changed' };
/** Sends something as soon as the client of a fresh connection asks anything; a client that initializes is not disturbed. */
const greeting = (message: JsonObject) => ({
  incoming(
    request: JsonObject,
    { send, memory, connection }: { send: any; memory: Map<string, any>; connection: number },
  ) {
    const first = !memory.has(`met ${connection}`);
    memory.set(`met ${connection}`, true);
    if (first && request.method !== 'initialize') send(message);
    return [request];
  },
});

export default defineCase({
  title: 'The server sends nothing before it has answered initialize',
  rules: [
    {
      id: 'init-first-interaction',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/lifecycle#initialization',
      find: 'The initialization phase **MUST** be',
    },
  ],
  harm: 'untidy',
  hint: 'Connect what notifies only once initialize is answered; a client may drop, or stumble over, what comes before.',

  async run(probe) {
    const session = await probe.fresh();
    // Over HTTP nothing can come on a connection on which nothing was asked.
    const asked = probe.http ? undefined : await started(probe, session);
    const sent = probe.now;
    // What a server makes of a ping before initialize is its own affair, and some end on it.
    if (!session.channel.exit) await initialize(probe, session, initializeParams(probe.revision));
    const answer = probe.cited.at(-1) ?? sent;
    for (const { line, message } of probe.arrived(0, undefined, session)) {
      if (!('method' in message)) continue;
      const { method } = message;
      const grounds = { lines: [...(asked === undefined ? [] : [asked]), line] };
      const tolerable = method === 'ping' || method === 'notifications/message';
      if (line <= sent) {
        const words = `expected no message before initialize, got ${quote(method)}`;
        if (tolerable) probe.flag(words, { ...grounds, warn: true });
        else check(false, words, grounds);
      }
      // No sentence names what is out of place while initialize is being answered; news of what nobody knows yet is.
      if (line > sent && line < answer && /^notifications\/.*(list_changed|updated)$/.test(String(method)))
        probe.flag(`expected the answer to initialize first, got ${quote(method)} before it`, {
          ...grounds,
          warn: true,
        });
    }
  },

  allows: {
    'the server ends on a request before initialize': [
      fault('early-request-exits'),
      { rule: 'shutdown-server-may-exit' },
    ],
    'a log message before the answer to initialize': before('initialize', () => [
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'Good morning' } },
    ]),
    'other capabilities': onCapabilities((capabilities) => {
      delete capabilities.prompts;
    }),
  },
  breaks: {
    'a change of the list at the start': [
      fault('speaks-first'),
      'expected no message before initialize, got "notifications/resources/list_changed"',
    ],
    'a request at the start': [
      greeting({ jsonrpc: '2.0', id: 'early', method: 'roots/list' }),
      'expected no message before initialize, got "roots/list"',
    ],
    'a ping at the start': [
      greeting({ jsonrpc: '2.0', id: 'early', method: 'ping' }),
      'expected no message before initialize, got "ping"',
      { warn: true },
    ],
    'a log message at the start': [
      greeting({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'Up' } }),
      'expected no message before initialize, got "notifications/message"',
      { warn: true },
    ],
    'a change of the list before the answer': [
      before('initialize', () => [listChanged]),
      'expected the answer to initialize first',
      { warn: true },
    ],
  },
});

/** Waits until the server has started: it answers a ping, which may come at any time, or takes longer than it did before. Gives the line of the ping. */
async function started(probe: Probe, session: Session): Promise<number> {
  const ping = session.open('ping');
  await Promise.race([session.wait(ping, 2 * probe.startTime + 10), session.channel.exited]);
  return ping.sent.line;
}
