// No answer of a server, however odd, may make a case on versions and the handshake fail by our own fault.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from '../../harness/case.ts';
import { LegRun } from '../../harness/leg.ts';
import { later, type Mutant, onReply } from '../../harness/mutate.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { JsonObject, Revision } from '../../harness/wire.ts';

const folder = new URL('../../suites/capabilities/', import.meta.url);
const planned = await Promise.all(
  readdirSync(folder)
    .filter((name) => name !== 'index.ts')
    .map(async (name) => ({
      id: `capabilities/${name.slice(0, -3)}`,
      definition: (await import(new URL(name, folder).href)).default as Case,
    })),
);

const odd: readonly unknown[] = [
  ...[null, 7, 'text', true, [], [null], {}],
  { protocolVersion: {}, capabilities: null, serverInfo: [] },
  { protocolVersion: 'x'.repeat(2000), capabilities: [], serverInfo: { name: 7 } },
  { supportedVersions: null, capabilities: { extensions: [], tools: 7, resources: null } },
  { supportedVersions: [null, 7, '', 'x'.repeat(2000), '1900-01-01'], capabilities: { extensions: { 1: 1 } } },
  { resources: [null, 7, { uri: null }], contents: [null], resultType: {}, nextCursor: 7 },
  { resultType: 'input_required', inputRequests: [null], requestState: 7 },
  { code: -32022, message: '', data: null },
  { code: -32022, message: '', data: { supported: [null], requested: {} } },
  { code: -32022, message: [], data: { supported: 'x'.repeat(2000), requested: 'x'.repeat(2000) } },
  { code: {}, message: { toString: 7 }, data: 'x'.repeat(2000) },
];

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** The results that are our own fault, or that repeat too much of what the server said. */
async function faults(mutant: Mutant, revision: Revision) {
  const { connector, fixtures, close } = await ground.serve(mutant, revision, 'memory');
  try {
    const leg = new LegRun(connector, revision, { ...ground.limits, timeout: 100, startTimeout: 100, fixtures });
    await leg.start();
    return (await leg.run(planned)).results.filter(({ verdict, reason }) => verdict === 'error' || reason.length > 500);
  } finally {
    await close();
  }
}

const methods = ['initialize', 'server/discover', 'ping', 'resources/list', 'resources/read'];
const values = odd.map((value) => [JSON.stringify(value).slice(0, 60), value] as const);

for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28'] as const)
  for (const member of ['result', 'error'] as const)
    test.each(values)(`${member} %s in ${revision} ends in verdicts of few words`, async (_, value) => {
      const change = (): JsonObject => ({ [member]: value });
      for (const method of methods) {
        const opening = method === 'initialize' || method === 'server/discover';
        const mutant = onReply(method, change);
        // The first answer opens the session.
        expect(await faults(opening ? later(method, mutant) : mutant, revision), method).toEqual([]);
      }
    });

test.each(['2024-11-05', '2026-07-28'] as const)(
  'a server of %s that falls silent ends in verdicts',
  async (revision) => {
    for (const method of methods) {
      const silent = later(
        method,
        onReply(method, () => undefined),
      );
      expect(await faults(silent, revision), method).toEqual([]);
    }
  },
);
