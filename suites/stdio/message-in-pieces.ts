import { setTimeout as delay } from 'node:timers/promises';
import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords } from '../../harness/session/reply.ts';

/** Milliseconds between two pieces: time for a server that waits to read the first one by itself. */
const gap = 2;

export default defineCase({
  title: 'A message is read up to its newline, however its bytes arrive',
  rules: [
    {
      id: 'stdio-no-embedded-newlines',
      level: 'MUST NOT',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/transports#stdio',
      find: 'Messages are delimited by newlines, and',
    },
    {
      id: 'stdio-no-embedded-newlines',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/transports/stdio#',
      find: 'Messages are delimited by newlines, and',
    },
  ],
  transports: ['stdio'],
  fresh: true,
  harm: 'breaks',
  hint: 'Collect the bytes of standard input until a newline comes, and decode UTF-8 only then.',

  // The rule makes the newline the one end of a message: a server that takes what one read brings for a message has another.
  async run(probe) {
    const { session } = probe;
    const { sanity } = session.era;
    // The twin: the same request, whole. A server that cannot echo such an id has a fault that another case judges.
    const twin = await probe.send(sanity, {}, { id: 'whole-ä-€-😀' });
    if (twin.message?.id !== twin.id)
      untested(
        `the same request in one piece was answered with ${inWords(twin)} and the id ${quote(twin.message?.id)}`,
      );
    const id = 'pieces-ä-€-😀';
    const since = probe.now;
    const params = session.era.dress({}, {});
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, method: sanity, params })}\n`);
    // After the twin's answer the server waits for input, so that each piece is a read of its own.
    const exchange = session.channel.raw(bytes.subarray(0, 1), {}, id);
    for (const piece of cutInside(bytes)) {
      await delay(gap);
      session.channel.raw(piece);
    }
    const reply = await probe.answer(exchange);
    const answered = `expected an answer to ${sanity} that arrived in pieces, got ${inWords(reply)}`;
    const other = probe.arrived(since).find(({ message }) => message.id !== id && !('method' in message));
    const lines = [...exchange.lines, ...(other ? [other.line] : [])];
    check(reply.message !== undefined || !other, `${answered}, and an answer to the id ${quote(other?.message.id)}`, {
      lines,
    });
    check(reply.message !== undefined, answered, { lines });
    const whole = 'result' in twin ? 'a result' : inWords(twin);
    check(inWords(reply) === whole, `expected ${whole} as for the message in one piece, got ${inWords(reply)}`);
  },

  allows: {
    'answers in pieces as well': fault('stdio-split-writes'),
  },
  breaks: {
    'each read is taken for a message': [fault('stdio-reads-chunks'), 'that arrived in pieces'],
    'each read is decoded by itself': [fault('stdio-decodes-chunks'), 'that arrived in pieces, got no answer'],
  },
});

/** The rest of a message behind its first byte, cut into pieces: inside words, and inside each character that takes several bytes. */
function cutInside(bytes: Buffer): Buffer[] {
  const cuts = [1, 9, 24];
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! >= 0xc0) cuts.push(at + 1);
  cuts.push(bytes.length - 1, bytes.length);
  const sorted = [...new Set(cuts)].sort((a, b) => a - b);
  return sorted.slice(1).map((end, i) => bytes.subarray(sorted[i]!, end));
}
