import { defineCase } from '../../harness/case.ts';
import { suggestions } from '../../harness/completion-mutants.ts';
import { completed, completing, listedVariables, suggestionsIn } from '../../harness/completions.ts';
import { forbiddenBy } from '../../harness/error-codes.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { all, instead, onCapabilities, onReply } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import {
  codeOf,
  inWords,
  isError,
  isResult,
  isUnanswered,
  isWithheld,
  type Reply,
} from '../../harness/session/reply.ts';

const method = 'completion/complete';

const undeclared = onCapabilities((capabilities) => {
  delete capabilities.completions;
});
const unsupported = (reply: Record<string, unknown>) =>
  all(
    undeclared,
    instead(method, () => reply),
  );
const withoutArgument = (code: number) =>
  onReply(method, (reply, { params }) =>
    params?.argument === undefined ? { error: { code, message: 'Something is missing' } } : reply,
  );

export default defineCase({
  title: 'Requests for suggestions that fail get the standard error codes',
  rules: [
    {
      id: 'completion-error-codes',
      level: 'SHOULD',
      since: '2025-03-26',
      at: 'server/utilities/completion#error-handling',
      find: 'return standard JSON-RPC errors for common',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Answer -32601 to completion/complete where completions are not supported, and -32602 where a member of params is missing.',
  // No client may leave the argument out: what comes of it stays in a session of its own.
  fresh: true,

  async run(probe) {
    if (probe.declares('completions')) await judgeMissingArgument(probe);
    else await judgeUnsupported(probe);
  },

  allows: {
    'another message': onReply(method, (reply) =>
      'error' in reply ? { error: { ...reply.error, message: 'Wie bitte?' } } : reply,
    ),
    'not supported, as the code says': [
      unsupported({ error: { code: -32601, message: 'Method not found' } }),
      { until: '2025-11-25' },
    ],
  },
  breaks: {
    'an invalid request': [withoutArgument(-32600), 'without argument, got error -32600'],
    'an internal error': [withoutArgument(-32603), 'without argument, got error -32603'],
    'a code of its own': [withoutArgument(7), 'without argument, got error 7'],
    'no suggestions, in place of -32601': [
      unsupported({ result: suggestions() }),
      'without the capability completions, got a result',
      { until: '2025-11-25' },
    ],
    'invalid params, in place of -32601': [
      unsupported({ error: { code: -32602, message: 'Invalid params' } }),
      'without the capability completions, got error -32602',
      { until: '2025-11-25' },
    ],
  },
});

async function judgeMissingArgument(probe: Probe): Promise<void> {
  const good = (await completed(probe)).find(({ kind }) => kind === 'variable')!;
  const params = completing(good, '');
  const reply = await probe.send(method, { ref: params.ref });
  if (isError(reply) && codeOf(reply) !== -32602) {
    // Whoever limits how often he is asked refuses good questions too by now.
    const again = await probe.send(method, params);
    if (!isResult(again)) untested(`suggestions that came at first are refused by now: ${inWords(again)}`);
    probe.cite(reply);
  }
  expectCode(probe, reply, -32602, 'without argument');
}

async function judgeUnsupported(probe: Probe): Promise<void> {
  // From this revision on there is a rule for all undeclared methods, of which another case takes care.
  if (probe.modern) notApplicable('capabilities/undeclared-methods judges methods of undeclared capabilities');
  const [variable] = (await listedVariables(probe).catch(() => [])).flat();
  const reply = await probe.complete(
    completing(variable ?? { uri: 'mcp-conformance-absent:///{name}', name: 'name' }, ''),
  );
  if (suggestionsIn(reply).length > 0)
    blockedBy('completion/declared', 'suggestions came, though the server does not declare completions');
  expectCode(probe, reply, -32601, 'without the capability completions');
}

function expectCode(probe: Probe, reply: Reply, code: number, words: string): void {
  if (isWithheld(reply))
    untested(`completion/complete was refused with HTTP ${reply.http?.status}; give credentials with --header`);
  if (isUnanswered(reply)) blockedBy('messages/request-answered', `${method} ${words} got ${inWords(reply)}`);
  if (!isError(reply) && !isResult(reply)) {
    // An HTTP status alone, or the end of the server, is no code.
    const by = reply.cause === 'malformed' ? 'messages/result-or-error' : 'completion/validated';
    blockedBy(by, `${method} ${words} got ${inWords(reply)}`);
  }
  if (isError(reply) && !Number.isInteger(reply.error?.code))
    blockedBy('messages/error-code-integer', `${method} ${words} was answered with ${inWords(reply)}`);
  const forbidden = forbiddenBy(codeOf(reply), probe.revision);
  if (forbidden) blockedBy(forbidden, `${method} ${words} was answered with ${inWords(reply)}`);
  if (isResult(reply) && suggestionsIn(reply).length > 0)
    blockedBy('completion/validated', `${method} ${words} was answered with suggestions`);
  check(codeOf(reply) === code, `expected error ${code} for ${method} ${words}, got ${inWords(reply)}`);
}
