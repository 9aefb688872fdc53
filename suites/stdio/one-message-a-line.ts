import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { framing } from '../../harness/transport/framing.ts';

export default defineCase({
  title: 'Each message on standard output is one line',
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
  harm: 'breaks',
  hint: 'Write each message as JSON without indentation, and one newline behind each.',

  watch({ lines }) {
    // A CR before the newline is white space of the JSON text: nothing is broken by it.
    for (const { n, noise, text = '' } of lines) {
      const broken = noise?.startsWith(framing.spread) || noise?.startsWith(framing.joined);
      check(!broken, `expected one message a line, got ${noise}: ${quote(text)}`, { lines: [n] });
    }
    const last = lines.find(({ noise }) => noise === framing.unterminated);
    check(!last, `${framing.unterminated} before the server ended: ${quote(last?.text)}`, {
      warn: true,
      lines: last ? [last.n] : [],
    });
  },

  allows: {
    'lines end in CR LF': fault('stdio-crlf'),
    'messages come in small pieces': fault('stdio-split-writes'),
    'text of several lines': {
      outgoing: (message) => [{ ...message, _meta: { note: 'one\ntwo\u2028three\rfour' } }],
    },
  },
  breaks: {
    'indented messages': [fault('stdio-pretty-print'), 'a message spread over several lines'],
    'two messages on a line': [fault('stdio-two-on-a-line'), 'several messages on one line'],
    'a last message without a newline': [
      fault('stdio-goodbye-unended'),
      'no newline ends the last message',
      { warn: true },
    ],
  },
});
