import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { framing } from '../../harness/transport/framing.ts';
import { isObject } from '../../harness/wire.ts';

/** What is wrong with how messages are laid out is the business of stdio/one-message-a-line. */
const layout: readonly string[] = [framing.spread, framing.joined, framing.unterminated];

export default defineCase({
  title: 'Standard output carries messages and nothing else',
  rules: [
    {
      id: 'stdio-stdout-only-mcp',
      level: 'MUST NOT',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/transports#stdio',
      find: 'is not a valid MCP message',
    },
    {
      id: 'stdio-stdout-only-mcp',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/transports/stdio#',
      find: 'write anything to its `stdout`',
    },
  ],
  transports: ['stdio'],
  harm: 'breaks',
  hint: 'Send banners, logs and debug prints to standard error; a launcher in the command may print some of its own.',

  watch({ lines, revision }) {
    const blank: number[] = [];
    for (const { n, direction, noise, text = '', message } of lines) {
      if (direction !== 'in') continue;
      // The text of 2024-11-05 has no rule on the encoding; from 2025-03-26 on another case judges it.
      const elsewhere = noise?.startsWith(framing.utf8) && revision >= '2025-03-26';
      if (noise === framing.blank) blank.push(n);
      else if (noise !== undefined && !elsewhere && !layout.some((each) => noise.startsWith(each)))
        check(false, `expected messages only, got ${noise}: ${quote(text)}`, { lines: [n] });
      // A message that breaks a rule of JSON-RPC is a message; an object without any trace of one is a log line.
      const foreign =
        isObject(message) && !['jsonrpc', 'id', 'method', 'result', 'error'].some((key) => key in message);
      if (foreign)
        check(false, `expected messages only, got an object that is none: ${quote(message)}`, { lines: [n] });
    }
    check(blank.length === 0, `expected messages only, got ${framing.blank}`, { warn: true, lines: blank });
  },

  allows: {
    'a flood on standard error': [fault('stdio-stderr-flood'), 'stdio-stderr-logging'],
    'lines end in CR LF': fault('stdio-crlf'),
    'messages come in small pieces': fault('stdio-split-writes'),
  },
  breaks: {
    'a greeting': [fault('stdio-banner'), 'not JSON: "Reference server ready'],
    'log lines': [fault('stdio-log-lines'), 'not JSON: "[info]'],
    'a log line in JSON': [fault('stdio-json-log'), 'an object that is none: {"level":"info"'],
    'a goodbye': [fault('stdio-goodbye'), 'not JSON: "Good bye"'],
    'a byte order mark': [fault('stdio-bom'), 'a byte order mark'],
    'another encoding': [fault('stdio-latin-1'), 'invalid UTF-8', { until: '2024-11-05' }],
    'blank lines': [fault('stdio-blank-lines'), 'a blank line', { warn: true }],
  },
});
