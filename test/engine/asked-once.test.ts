import { describe, expect, it } from 'vitest';
import { AskedOnce, type Asker, askedOnce } from '../../harness/asked-once.ts';
import type { Reply } from '../../harness/session/reply.ts';
import { Transcript } from '../../harness/transcript.ts';
import type { Revision } from '../../harness/wire.ts';

/** A leg, and what it says and hears when it asks. */
function leg(revision: Revision) {
  const transcript = new Transcript();
  let sessions = 3;
  let asked = 0;
  const asker: Asker = { revision, transcript, nextSession: () => sessions++ };
  const ask = async (more: Partial<Reply> = { result: { from: revision } }): Promise<Reply> => {
    asked++;
    const session = asker.nextSession();
    const message = { jsonrpc: '2.0', id: 'a', method: 'initialize' };
    const out = transcript.add({ direction: 'out', session, message });
    transcript.add({ direction: 'out', session: 0, message: { jsonrpc: '2.0', method: 'elsewhere' } });
    transcript.add({ direction: 'stderr', session, text: 'hello' });
    await new Promise(setImmediate);
    const back = transcript.add({ direction: 'in', session, message: { jsonrpc: '2.0', id: 'a', ...more } });
    transcript.pair(out, back);
    return { method: 'initialize', id: 'a', params: {}, lines: [out, back], ...more };
  };
  return { asker, transcript, ask, count: () => asked };
}

/** Legs of one run, opened by server/discover where nothing else is said. */
function legs(revisions: Revision[], opening: Reply = { method: 'server/discover', id: 'o', params: {}, lines: [] }) {
  const run = new AskedOnce();
  return revisions.map((revision) => {
    const made = leg(revision);
    run.join(made.asker, opening);
    return { ...made, run };
  });
}

describe('what is asked once a run', () => {
  it('is told to other legs with all that was said on its session, and where it was asked', async () => {
    const [one, other] = legs(['2025-11-25', '2025-06-18']);
    await askedOnce(one!.transcript, 'q', one!.ask);
    const reply = await askedOnce(other!.transcript, 'q', other!.ask);
    expect(other!.count()).toBe(0);
    expect(reply.result).toEqual({ from: '2025-11-25' });
    const said = other!.transcript.lines.map(({ direction, session, text, message }) => [
      direction,
      session,
      text ?? (message as { method?: string }).method,
    ]);
    expect(said).toEqual([
      ['event', 3, 'asked in the leg of 2025-11-25, once for all revisions'],
      ['out', 3, 'initialize'],
      ['stderr', 3, 'hello'],
      ['in', 3, undefined],
    ]);
    expect(reply.lines).toEqual([2, 4]);
    expect(other!.transcript.answerOf.get(2)).toBe(4);
    expect(other!.transcript.requestOf.get(4)).toBe(2);
  });

  it('is waited for while it is being asked', async () => {
    const [one, other] = legs(['2025-11-25', '2025-06-18']);
    await Promise.all([one, other].map((each) => askedOnce(each!.transcript, 'q', each!.ask)));
    expect([one!.count(), other!.count()]).toEqual([1, 0]);
  });

  it('is another question in other words', async () => {
    const [one, other] = legs(['2025-11-25', '2025-06-18']);
    await askedOnce(one!.transcript, 'q', one!.ask);
    await askedOnce(other!.transcript, 'another', other!.ask);
    expect(other!.count()).toBe(1);
  });

  it('is known to others where a leg was opened by it', async () => {
    const first = leg('2025-11-25');
    const opening = await first.ask();
    const run = new AskedOnce();
    run.join(first.asker, opening);
    const second = leg('2025-06-18');
    run.join(second.asker, await second.ask());
    const reply = await askedOnce(second.transcript, 'initialize 2025-11-25', second.ask);
    expect(reply.result).toEqual({ from: '2025-11-25' });
    expect(second.count()).toBe(1);
  });

  it.each([
    ['went unanswered', (ask: (more: Partial<Reply>) => Promise<Reply>) => ask({ missing: 'no', cause: 'timeout' })],
    ['could not be asked', () => Promise.reject(new Error('no connection'))],
  ])('is asked again where it %s', async (_, fail) => {
    const [one, other, third] = legs(['2025-11-25', '2025-06-18', '2025-03-26']);
    const attempts = await Promise.allSettled([
      askedOnce(one!.transcript, 'q', () => fail(one!.ask)),
      askedOnce(other!.transcript, 'q', other!.ask),
      askedOnce(third!.transcript, 'q', third!.ask),
    ]);
    expect(attempts.slice(1).map((each) => each.status)).toEqual(['fulfilled', 'fulfilled']);
    expect(other!.count() + third!.count()).toBe(1);
  });

  it('is asked by a leg that belongs to no run, and known to a leg that asked before', async () => {
    const alone = leg('2025-11-25');
    await askedOnce(alone.transcript, 'q', alone.ask);
    await askedOnce(alone.transcript, 'q', alone.ask);
    expect(alone.count()).toBe(2);
    const [one] = legs(['2025-11-25']);
    const first = await askedOnce(one!.transcript, 'q', one!.ask);
    expect(await askedOnce(one!.transcript, 'q', one!.ask)).toEqual(first);
    expect(one!.count()).toBe(1);
  });
});
