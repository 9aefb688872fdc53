import { defineCase } from '../../harness/case.ts';
import { sessionIdOf } from '../../harness/http-streams.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';

const shortest = 16;

export default defineCase({
  title: 'Session ids are visible ASCII that nobody can guess',
  rules: [
    {
      id: 'session-id-ascii',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#session-management',
      find: 'only contain visible ASCII characters',
    },
    {
      id: 'session-id-secure',
      level: 'SHOULD',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#session-management',
      find: 'globally unique and cryptographically secure',
    },
  ],
  transports: ['http'],
  harm: 'leaks',
  hint: 'Use a random UUID, or another text of at least 128 random bits, for each session.',

  async run(probe) {
    const sessions = [probe.session, await probe.second(), await probe.second()];
    for (const session of sessions) probe.cite(session.introduction.reply);
    const ids = sessions.map(sessionIdOf).filter((id) => id !== undefined);
    if (ids.length === 0) notApplicable('the server assigns no session ids');
    // An id is a secret: what is wrong with it is said, not the id.
    for (const id of ids) check(/^[\x21-\x7e]+$/.test(id), `expected visible ASCII in a session id, got ${oddIn(id)}`);
    const secure = { rule: 'session-id-secure' };
    check(
      new Set(ids).size === ids.length,
      `expected an id of its own for each of ${ids.length} sessions, got the same twice`,
      secure,
    );
    const length = Math.min(...ids.map((id) => id.length));
    check(length >= shortest, `expected session ids of at least ${shortest} characters, got one of ${length}`, secure);
    const step = ids.slice(1).every((id, i) => isNext(ids[i]!, id));
    check(ids.length < 3 || !step, 'expected session ids that nobody can guess, got ids that count up', secure);
  },

  allows: {
    'ids of another form': fault('http-session-id-token'),
  },
  breaks: {
    'a space in the id': [fault('http-session-id-space'), 'got a space'],
    'a letter beyond ASCII': [fault('http-session-id-latin'), 'got the character U+00E9'],
    'numbered sessions': [fault('http-session-id-counter'), 'got one of 1', { rule: 'session-id-secure' }],
    'long numbers': [fault('http-session-id-long-counter'), 'ids that count up', { rule: 'session-id-secure' }],
    'one id for all': [fault('http-session-id-same'), 'got the same twice', { rule: 'session-id-secure' }],
  },
});

function oddIn(id: string): string {
  const odd = [...id].find((character) => !/[\x21-\x7e]/.test(character));
  if (odd === undefined) return 'an empty one';
  return odd === ' ' ? 'a space' : `the character U+${odd.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whether two texts differ in one number alone, and in that by a small step. */
function isNext(before: string, after: string): boolean {
  const [a, b] = [before.split(/(\d+)/), after.split(/(\d+)/)];
  if (a.length !== b.length) return false;
  const differing = a.flatMap((part, i) => (part === b[i] ? [] : [i]));
  const [at] = differing;
  if (at === undefined || differing.length > 1 || at % 2 === 0) return false;
  const step = BigInt(b[at]!) - BigInt(a[at]!);
  return step > 0n && step < 100n;
}
