import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { fault, onResult } from '../../harness/mutate.ts';
import { framing } from '../../harness/transport/framing.ts';

export default defineCase({
  title: 'Messages are encoded in UTF-8',
  rules: [
    {
      id: 'msg-utf8',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#',
      find: 'JSON-RPC messages **MUST** be UTF-8',
    },
    {
      id: 'msg-utf8',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/index#messages',
      find: 'JSON-RPC messages **MUST** be UTF-8',
    },
  ],
  harm: 'breaks',
  hint: 'Encode what is sent as UTF-8, whatever the locale says; on Windows set the encoding of standard output.',

  watch(traffic) {
    for (const { n, direction, noise } of traffic.lines)
      if (direction === 'in' && noise?.startsWith(framing.utf8))
        check(false, 'expected messages in UTF-8, got bytes that are none', { lines: [n] });
    // On standard output a mark at the beginning is one of the things that are no message.
    if (!traffic.http) return;
    for (const { n, direction, noise } of traffic.lines)
      if (direction === 'in' && noise === framing.byteOrderMark)
        check(false, 'expected JSON, got a byte order mark before it', { lines: [n], warn: true });
  },

  allows: {
    'text beyond ASCII': onResult('resources/list', (result) => {
      for (const each of result.resources ?? []) each.description = 'naïve – 日本語 𝄞';
    }),
    'characters in pieces': fault('stdio-split-writes'),
    'a charset beside the type': fault('http-content-type-charset'),
  },
  breaks: {
    'Latin-1 on standard output': [fault('stdio-latin-1'), 'expected messages in UTF-8'],
    'Latin-1 in HTTP bodies': [fault('http-latin-1'), 'expected messages in UTF-8'],
    'a byte order mark in HTTP bodies': [fault('http-bom'), 'got a byte order mark', { warn: true }],
  },
});
