import { defineCase } from '../../harness/case.ts';
import { forbiddenBy } from '../../harness/error-codes.ts';
import { headerMismatch } from '../../harness/header-faults.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { onMissing } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { codeOf, inWords, isResult, type Reply } from '../../harness/session/reply.ts';
import { headerValue } from '../../harness/transport/mcp-headers.ts';

/** What every complete result holds from 2026-07-28 on. */
const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

export default defineCase({
  title: 'Reading what does not exist is answered with the not-found error code',
  rules: [
    {
      id: 'read-not-found-code-legacy',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'server/resources#error-handling',
      find: 'Resource not found: `-32002`',
      want: -32002,
    },
    {
      id: 'read-not-found-code',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/resources#error-handling',
      find: 'requested resource does not exist, servers',
      want: -32602,
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Look the URI up before reading it, and answer this code when nothing is there.',

  async run(probe, { want }) {
    let judged = 0;
    let misread: string | undefined;
    for (const { uri, kind, reply, exists } of await probe.missing()) {
      probe.cite(reply);
      if (exists) continue;
      // A name that is compared in base64 keeps the server from looking for the resource; others show what it says then.
      if (codeOf(reply) === headerMismatch && probe.modern && probe.http && headerValue(uri) !== uri) {
        misread = `reading ${quote(uri)} was answered with ${inWords(reply)}`;
        continue;
      }
      judged++;
      if (reply.error?.code === want) continue;
      const shown = quote(uri);
      if (isResult(reply) && probe.modern && !holdsItems(reply))
        blockedBy('not-found/no-empty-contents', `reading ${shown} was answered with empty contents`);
      const forbidden = forbiddenBy(codeOf(reply), probe.revision);
      if (forbidden) blockedBy(forbidden, `reading ${shown} was answered with ${inWords(reply)}`);
      const words = `expected error ${want} for ${shown} (${kind}), got ${inWords(reply)}`;
      // Behind a template something may indeed have failed, which is what this code says.
      if (kind === 'expansion' && codeOf(reply) === -32603) probe.flag(words, { warn: true });
      else check(false, words);
    }
    if (judged === 0 && misread !== undefined) blockedBy('http/name-decoded', misread);
    if (judged === 0)
      untested('every URI that was tried exists on this server; name one that does not with --unknown <uri>');
  },

  allows: {
    'another message, no data': onMissing(({ code }) => ({ error: { code, message: 'No hay nada' } })),
    'data of another type': [
      onMissing((error) => ({ error: { ...error, data: 7 } })),
      { since: '2026-07-28', rule: 'error-data-optional' },
    ],
  },
  breaks: {
    'method not found': [onMissing((error) => ({ error: { ...error, code: -32601 } })), 'got error -32601'],
    'code 0': [onMissing((error) => ({ error: { ...error, code: 0 } })), 'got error 0'],
    'the code of 2026-07-28': [
      onMissing((error) => ({ error: { ...error, code: -32602 } })),
      'got error -32602',
      { until: '2025-11-25' },
    ],
    'an error in place of contents': [
      onMissing(({ code, message }) => ({ result: { ...hints, contents: [{ code, message }] } })),
      'got a result',
    ],
    'an internal error behind a template': [
      onMissing((error, { params }) => ({
        error: /^demo:\/\/host\/people\//.test(params?.uri) ? { ...error, code: -32603 } : error,
      })),
      '(expansion), got error -32603',
      { warn: true },
    ],
    'a code in quotes': [
      onMissing((error) => ({ error: { ...error, code: String(error.code) as never } })),
      'got error "-32',
    ],
    'an empty contents array': [
      onMissing(() => ({ result: { contents: [] } })),
      'got a result',
      { until: '2025-11-25' },
    ],
  },
});

const holdsItems = ({ result }: Reply): boolean => Array.isArray(result?.contents) && result.contents.length > 0;
