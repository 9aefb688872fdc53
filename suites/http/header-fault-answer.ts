import { defineCase } from '../../harness/case.ts';
import { alsoServes, modernOnly } from '../../harness/eras.ts';
import { type Asked, askWrongly, type HeaderFault, headerMismatch } from '../../harness/header-faults.ts';
import { blockedBy, untested } from '../../harness/judge.ts';
import { all, fault } from '../../harness/mutate.ts';
import { codeOf, inWords, isWithheld } from '../../harness/session/reply.ts';

const kinds: HeaderFault[] = [
  'method missing',
  'method other',
  'method in capitals',
  'name missing',
  'name other',
  'name undecodable',
  'version missing',
  'version other',
];

export default defineCase({
  title: 'A header at fault is answered with status 400, error -32020 and the id of the request',
  rules: [
    {
      id: 'http-header-failure-status',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#server-validation',
      find: 'rejecting a request due to header',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Answer with status 400 and a JSON-RPC error -32020 that has the id of the request: by it a client knows that it must mend its headers.',

  async run(probe) {
    let judged = 0;
    let refused = 0;
    for (const kind of kinds) {
      const asked = (await askWrongly(probe, kind)).filter(({ served }) => !served);
      refused += asked.length;
      for (const each of asked) {
        probe.cite(each.reply);
        // Something in front of the server has spoken, or one of two versions is refused for itself.
        if (isWithheld(each.reply) || (kind === 'version other' && codeOf(each.reply) === -32022)) continue;
        const wrong = wrongWith(each);
        // A server of older clients may take the request for one of theirs, and refuse it in their way.
        if (wrong && kind === 'version missing' && (await alsoServes(probe, ['2024-11-05', '2025-03-26']))) continue;
        judged++;
        probe.cite(each.reply);
        if (wrong) probe.flag(`expected ${wrong[0]} for ${each.what}, got ${wrong[1]}`);
      }
    }
    if (judged > 0) return;
    if (refused > 0) untested('each request with a header at fault was refused by a gateway or for its version');
    blockedBy('http/header-mismatch', 'no request with a header at fault was refused');
  },

  allows: {
    'by a server of this revision alone': modernOnly,
    'with a charset': fault('http-content-type-charset'),
    'headers that nobody looks at, which other cases judge': fault('http-mcp-method-ignored', 'http-mcp-name-ignored'),
    'an unsupported version, which another case judges': fault('http-version-mismatch-unsupported'),
  },
  breaks: {
    'status 422': [fault('http-header-fault-422'), 'resources/list without Mcp-Method, got status 422'],
    'status 200': [fault('http-header-fault-200'), 'resources/list without Mcp-Method, got status 200'],
    'without the id': [fault('http-header-fault-no-id'), 'resources/list without Mcp-Method, got no id'],
    'as an invalid request': [fault('http-header-fault-code'), 'resources/list without Mcp-Method, got error -32600'],
    'a status alone': [
      fault('http-header-fault-bare'),
      'resources/list without Mcp-Method, got HTTP status 400 without a JSON-RPC answer',
    ],
    'a status alone, by a server of this revision': [
      all(modernOnly, fault('http-header-fault-bare', 'http-mcp-method-ignored', 'http-mcp-name-ignored')),
      'got HTTP status 400 without a JSON-RPC answer',
    ],
  },
});

/** What was expected of an answer, and what came instead; undefined where all of it is right. */
function wrongWith({ reply }: Asked): [expected: string, got: string] | undefined {
  const whole = `status 400 and error ${headerMismatch}`;
  if (codeOf(reply) !== headerMismatch) return [whole, inWords(reply)];
  const status = reply.http?.status;
  if (status !== 400) return [whole, `status ${status}`];
  const id: unknown = reply.message?.id;
  if (id === reply.id) return undefined;
  return ['the id of the request', id === undefined ? 'no id' : id === null ? 'null' : 'another id'];
}
