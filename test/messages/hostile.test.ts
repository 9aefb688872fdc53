// No answer of a server, however odd, may make one of these cases fail by our own fault.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from '../../harness/case.ts';
import { LegRun } from '../../harness/leg.ts';
import { type Mutant, onReply } from '../../harness/mutate.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { JsonObject } from '../../harness/wire.ts';

const root = new URL('../../suites/', import.meta.url);
const files = ['messages', 'not-found'].flatMap((suite) =>
  readdirSync(new URL(`${suite}/`, root))
    .filter((name) => name !== 'index.ts')
    .map((name) => `${suite}/${name}`),
);
const planned = await Promise.all(
  [...files, 'traversal/malformed-uris.ts'].map(async (file) => ({
    id: file.slice(0, -3),
    definition: (await import(new URL(file, root).href)).default as Case,
  })),
);

const odd: readonly unknown[] = [
  ...[null, 7, 'text', '', true, [], [null], {}],
  { contents: null },
  { contents: [null, 7, {}, { text: null }, { uri: 7, blob: [] }] },
  { resources: [null, 7, { uri: null }, { uri: {} }], nextCursor: 7 },
  { resources: { 0: 'text' }, resourceTemplates: 'text' },
  { resourceTemplates: [null, { uriTemplate: '{' }, { uriTemplate: 7 }] },
  { code: {}, message: [], data: null },
  { code: 'x'.repeat(1000), message: null },
  { code: -32021, message: '', data: { requiredCapabilities: [{}] } },
  { code: -32021, message: '', data: { requiredCapabilities: { elicitation: null, roots: { a: 1 } } } },
  { code: -32020 },
  { code: Number.MAX_VALUE, message: '\ud800' },
  { __proto__: null, constructor: 1, toString: 7 },
];
const opening = ['initialize', 'server/discover', 'ping'];

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** The results that are our own fault, or that repeat too much of what the server said. */
async function faults(mutant: Mutant, revision: '2025-06-18' | '2026-07-28') {
  const { connector, fixtures, close } = await ground.serve(mutant, revision, 'memory');
  try {
    const leg = new LegRun(connector, revision, { ...ground.limits, timeout: 100, fixtures });
    await leg.start();
    return (await leg.run(planned)).results.filter(({ verdict, reason }) => verdict === 'error' || reason.length > 500);
  } finally {
    await close();
  }
}

for (const revision of ['2025-06-18', '2026-07-28'] as const)
  for (const member of ['result', 'error'] as const)
    test.each(odd.map((value) => [JSON.stringify(value).slice(0, 60), value]))(
      `${member} %s in ${revision} ends in a verdict of few words`,
      async (_, value) => {
        const mutant = onReply(
          '*',
          (reply, { method }): JsonObject => (opening.includes(method) ? reply : { [member]: value }),
        );
        expect(await faults(mutant, revision)).toEqual([]);
      },
    );
