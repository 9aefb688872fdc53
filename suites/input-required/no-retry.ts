import { defineCase } from '../../harness/case.ts';
import { onWish, stateOnly } from '../../harness/input-required/mutants.ts';
import { wishes } from '../../harness/input-required/survey.ts';
import { readDeclaring } from '../../harness/input-required/wish.ts';
import { check, untested } from '../../harness/judge.ts';
import { fault, onReply } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';

const mostAsked = 3;
const failed = { error: { code: -32603, message: 'Busy' } };

export default defineCase({
  title: 'A question that is never answered holds nothing up',
  rules: [
    {
      id: 'mrtr-no-assumption-of-retry',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#server-requirements-basic-workflow',
      find: 'assume that clients will fulfill the',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Keep nothing waiting for the answer: put what you need into requestState, and let the next request begin anew.',

  async run(probe) {
    const found = (await wishes(probe)).slice(0, mostAsked);
    for (const { uri } of found) {
      const first = await readDeclaring(probe, uri);
      // A survey of the server has asked before: so this may be the one that is held up.
      const left = isResult(first) ? await readDeclaring(probe, uri) : first;
      await judge(left, `reading ${quote(uri)} again`, () => readDeclaring(probe, uri));
    }
    const list = () => probe.send('resources/list', {});
    const [page] = probe.walk('resources/list').pages;
    if (page && isResult(page.reply)) await judge(await list(), 'resources/list', list);
    const other = (await probe.reads().catch(() => [])).find(({ reply, wantsInput }) => isResult(reply) && !wantsInput);
    if (!other) return;
    const read = () => probe.send('resources/read', { uri: other.uri });
    await judge(await read(), `reading ${quote(other.uri)}`, read);
  },

  allows: {
    'another state each time': onWish((result, _request, { memory }) => {
      const count = (memory.get('count') ?? 0) + 1;
      memory.set('count', count);
      result.inputRequests[`question-${count}`] = Object.values(result.inputRequests)[0];
    }),
    'contents at the second read': onReply('resources/read', (reply, { params }, { memory }) => {
      if (reply.result?.resultType !== 'input_required') return reply;
      if (!memory.has(params?.uri)) {
        memory.set(params?.uri, true);
        return reply;
      }
      return { result: { resultType: 'complete', contents: [], ttlMs: 0, cacheScope: 'private' } };
    }),
    'a wait': stateOnly,
    'an internal error, once': onReply('resources/read', (reply, _request, { memory }) => {
      const count = (memory.get('count') ?? 0) + Number(reply.result?.resultType === 'input_required');
      memory.set('count', count);
      if (count !== 4 || memory.has('failed')) return reply;
      memory.set('failed', true);
      return failed;
    }),
  },
  breaks: {
    'a lock until the answer comes': [fault('asking-locks'), 'reading "demo://host/ask" again got error -32603'],
    'lists that wait for the answer': [
      {
        outgoing(message, { request, memory, connection }) {
          if (message.result?.resultType === 'input_required') memory.set(`open on ${connection}`, true);
          const held =
            request?.method === 'resources/list' && 'result' in message && memory.has(`open on ${connection}`);
          return held ? [{ jsonrpc: '2.0', id: message.id, ...failed }] : [message];
        },
      },
      'resources/list got error -32603',
    ],
    'silence until the answer comes': [
      onReply('resources/read', (reply, { params }, { memory, connection }) => {
        if (params?.uri !== 'demo://host/ask' || reply.error) return reply;
        if (memory.get('asked') === connection && params.requestState === undefined) return undefined;
        memory.set('asked', connection);
        return reply;
      }),
      'again got no answer within',
    ],
  },
});

/** Judges that a request is answered with a result though a question is open; what fails for a moment is asked once more. */
async function judge(reply: Reply, what: string, again: () => Promise<Reply>): Promise<void> {
  if (isResult(reply)) return;
  const second = reply.cause === 'timeout' ? reply : await again();
  if (isWithheld(second)) untested(`${what} got HTTP status ${second.http!.status}; try again later`);
  check(isResult(second), `${what} got ${inWords(second)} while a question was open`, { lines: second.lines });
}
