import { describe, expect, it } from 'vitest';
import { type Case, defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { LegRun } from '../../harness/leg.ts';
import type { Probe } from '../../harness/probe.ts';
import { openGround } from '../../harness/reference/proving-ground.ts';
import type { Session } from '../../harness/session/session.ts';
import type { Connector } from '../../harness/transport/connector.ts';

/** A case that does something to sessions, and judges nothing but that. */
const doing = (run: (probe: Probe) => Promise<void>, more: Partial<Case> = {}): Case =>
  defineCase({
    title: 'Anything',
    rules: [{ id: 'any', level: 'MUST', since: '2024-11-05', at: 'any#' }],
    harm: 'untidy',
    hint: '',
    run,
    allows: {},
    breaks: {},
    ...more,
  });

/** Runs cases in one leg, each connection of which is taken for a process of its own; answers the verdicts and the number of connections. */
async function run(cases: Case[]) {
  const ground = await openGround();
  const server = await ground.serve({}, '2026-07-28', 'memory');
  let connections = 0;
  const connect = () => {
    connections++;
    return server.connector.connect();
  };
  const connector: Connector = { ...server.connector, shared: false, connect };
  try {
    const leg = new LegRun(connector, '2026-07-28', { ...ground.limits, fixtures: server.fixtures });
    await leg.start();
    const { results } = await leg.run(cases.map((definition, i) => ({ id: `any/${i}`, definition })));
    return { verdicts: results.map(({ verdict }) => verdict), connections };
  } finally {
    await server.close();
    await ground.close();
  }
}

describe('sessions that cases leave to others', () => {
  it('serve as others, and to cases that may end the server', async () => {
    const seen: Session[] = [];
    const another = doing(async (probe) => {
      seen.push(await probe.another());
    });
    const fresh = doing(async ({ session }) => void seen.push(session), { fresh: true });
    const { verdicts, connections } = await run([another, another, fresh]);
    expect(verdicts).toEqual(['pass', 'pass', 'pass']);
    expect(new Set(seen).size).toBe(1);
    expect(connections).toBe(2);
  });

  it('are not taken where what was sent on them matters, nor by who wants a second session of its own', async () => {
    const { verdicts, connections } = await run([
      doing(async (probe) => {
        await probe.send('resources/list', {}, { session: await probe.another() });
      }),
      doing(async (probe) => {
        await probe.another(({ method }) => method === 'resources/list');
      }),
      doing(async (probe) => {
        await probe.second();
      }),
    ]);
    expect(verdicts).toEqual(['pass', 'pass', 'pass']);
    expect(connections).toBe(4);
  });

  it('are ended where the case failed, where they were closed, and where nobody left them', async () => {
    const { verdicts, connections } = await run([
      doing(async (probe) => {
        await probe.another();
        check(false, 'whatever');
      }),
      doing(async (probe) => {
        await (await probe.another()).close();
      }),
      doing(async (probe) => {
        await probe.second();
      }),
      doing(async (probe) => {
        await probe.another();
      }),
    ]);
    expect(verdicts).toEqual(['fail', 'pass', 'pass', 'pass']);
    expect(connections).toBe(5);
  });

  it('know what the server says of itself where they began without a word', async () => {
    const names: string[] = [];
    const { verdicts, connections } = await run([
      doing(async (probe) => {
        const session = await probe.fresh();
        probe.leave(session);
        await probe.send('resources/list', {}, { session });
      }),
      doing(async (probe) => void names.push((await probe.another()).introduction.server.name)),
    ]);
    expect(verdicts).toEqual(['pass', 'pass']);
    expect(names[0]).toMatch(/./);
    expect(connections).toBe(2);
  });
});
