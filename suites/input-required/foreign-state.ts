import { defineCase } from '../../harness/case.ts';
import { contentsIn, type Journey, journeys, unanswered } from '../../harness/input-required/journey.ts';
import { idleState } from '../../harness/input-required/mutants.ts';
import { begin, goodRetry, readDeclaring } from '../../harness/input-required/wish.ts';
import { blockedBy, notApplicable, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'A requestState is good for the resource that it was given out for, and for no other',
  rules: [
    {
      id: 'mrtr-state-replay-binding',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#server-requirements-basic-workflow',
      find: 'an identifier for the originating request',
    },
  ],
  needs: ['resources'],
  harm: 'leaks',
  hint: 'Put the method and the URI into the signed requestState, and refuse a state on any other request.',

  // Another principal, and a lapse of time, are out of reach for a client with one set of credentials.
  async run(probe) {
    const found = await journeys(probe);
    const stated = found.filter(({ rounds }) => rounds[0]?.wish.requestState !== undefined);
    if (stated.length < 2) {
      const one =
        stated.length === 0 ? 'no wish for input holds a requestState' : 'only one resource gives out a state';
      notApplicable(`${one}, so there is none to be taken elsewhere`);
    }
    let judged = 0;
    for (const target of stated) {
      // Of several questions the last one shows whether a state was taken: all before are asked again in either case.
      const last = target.rounds.at(-1)!;
      if (!contentsIn(target.end) || target.rounds.length !== 1 || last.wish.requestState === undefined) continue;
      if (await judge(probe, target, stated)) judged++;
    }
    if (judged > 0) return;
    const failed = stated.find(({ end }) => !contentsIn(end));
    if (failed) unanswered(failed);
    untested('no resource that gives out a state is shown after one answer; name such a one in fixtures.inputRequired');
  },

  allows: {
    'a question in place of an error': {
      outgoing(message, { request, memory }) {
        const uri: unknown = request?.params?.uri;
        if (message.result?.resultType === 'input_required') memory.set(uri as string, message.result);
        const again = message.error?.code === -32602 && memory.get(uri as string);
        return [again ? { jsonrpc: '2.0', id: message.id, result: again } : message];
      },
    },
    'a state that decides nothing': idleState,
  },
  breaks: {
    'any state on any resource': [
      fault('state-of-any-uri'),
      'reading "demo://host/ask" with the requestState of "demo://host/ask-twice" was accepted',
    ],
  },
});

/** Takes the state of another resource to this one; tells whether that could be judged. */
async function judge(probe: Probe, { uri, rounds: [round] }: Journey, all: readonly Journey[]): Promise<boolean> {
  const { wish, answers } = round!;
  const { requestState: _state, ...given } = goodRetry(wish, answers);
  const accepts = async (retry: object) => contentsIn(await readDeclaring(probe, uri, retry)) !== undefined;
  // Where the state may be left out it decides nothing.
  if (await accepts(given)) return true;
  for (const other of all) {
    if (other.uri === uri) continue;
    const { requestState } = await begin(probe, other.uri);
    if (requestState === undefined || requestState === wish.requestState) continue;
    if (!(await accepts({ ...given, requestState }))) return true;
    const words = `reading ${quote(uri)} with the requestState of ${quote(other.uri)} was accepted`;
    const { cited } = probe;
    if (await accepts({ ...given, requestState: 'x' }))
      blockedBy('input-required/tampered-state', `${words}, as is any other text`);
    probe.flag(words, { lines: cited });
    return true;
  }
  return false;
}
