import { defineCase } from '../../harness/case.ts';
import { stateOnly } from '../../harness/input-required/mutants.ts';
import { survey, wishes } from '../../harness/input-required/survey.ts';
import { wishIn } from '../../harness/input-required/wish.ts';
import { blockedBy, check, notApplicable } from '../../harness/judge.ts';
import { fault, onError } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { codeOf, inWords, isResult } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'The error for a missing client capability has status 400',
  rules: [
    {
      id: 'meta-missing-capability-http-400',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#meta',
      find: 'whose `data.requiredCapabilities` lists the missing',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Decide what a request needs before you begin to stream, and answer error -32021 with status 400.',

  async run(probe) {
    const { asked } = await survey(probe);
    const refused = asked.flatMap(({ plain, full }) => [plain, full]).filter((reply) => codeOf(reply) === -32021);
    for (const reply of refused) {
      probe.cite(reply);
      const status = reply.http?.status;
      check(status === 400, `expected status 400 with error -32021 for ${quote(reply.params?.uri)}, got ${status}`);
    }
    if (refused.length > 0) return;
    const found = await wishes(probe);
    const demanding = found.find(({ uri, plain }) => !isResult(plain) || wishIn(plain, uri));
    if (!demanding)
      notApplicable(`each of the ${found.length} resources that ask for input also does without a client capability`);
    const { uri, plain } = demanding;
    blockedBy(
      'input-required/missing-capability',
      `${quote(uri)} answered a client without capabilities with ${inWords(plain)}`,
    );
  },

  allows: {
    'other words': onError('resources/read', (error) => ({ error: { ...error, message: '' } })),
    'a resource that asks everyone to wait': stateOnly,
  },
  breaks: {
    'status 200': [fault('http-missing-capability-200'), 'got 200'],
    'status 403': [fault('http-missing-capability-403'), 'got 403'],
  },
});
