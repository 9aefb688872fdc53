import { describe, expect, it } from 'vitest';
import type { Case } from '../../harness/case.ts';
import { all, instead, type Mutant, onCapabilities, onResult } from '../../harness/mutate.ts';
import { revisions } from '../../harness/wire.ts';
import declared from '../../suites/capabilities/declared.ts';
import embedded from '../../suites/capabilities/embedded-resources.ts';
import https from '../../suites/list/https.ts';
import name from '../../suites/list/name.ts';
import perConnection from '../../suites/list/per-connection.ts';
import responds from '../../suites/list/responds.ts';
import shape from '../../suites/list/shape.ts';
import sideEffects from '../../suites/list/side-effects.ts';
import sizeAccurate from '../../suites/list/size-accurate.ts';
import uniqueUris from '../../suites/list/unique-uris.ts';
import uri from '../../suites/list/uri.ts';
import { judged } from './judged.ts';

const refused = { error: { code: -32601, message: 'Method not found' } };
const list = (change: (result: any, cursor: string | undefined, memory: Map<string, any>) => void): Mutant =>
  onResult('resources/list', (result, { params }, { memory }) => change(result, params?.cursor, memory));
const empty = list((result) => {
  result.resources = [];
  delete result.nextCursor;
});
const undeclared = onCapabilities((capabilities) => {
  delete capabilities.resources;
});

describe('what a server does not show', () => {
  it.each(revisions)(
    'a refused list leaves its shape untested, and the rest to the case that says so (%s)',
    async (revision) => {
      const mutant = instead('resources/list', () => refused);
      const modern = revision >= '2026-07-28';
      const seen = await judged(shape, mutant, revision);
      expect(seen.verdict).toBe('untested');
      expect(seen.reason).toContain('error -32601');
      const named = await judged(name, mutant, revision);
      expect(named).toMatchObject({ verdict: 'untested' });
      expect(named.reason).toMatch(modern ? /^blocked by list\/responds/ : /^blocked by list\/shape/);
      expect((await judged(responds, mutant, revision)).verdict).toBe(modern ? 'fail' : 'not-applicable');
    },
  );

  it.each([name, uri, uniqueUris, https, sizeAccurate] as Case[])(
    'an empty list has nothing to judge: $title',
    async (definition) => {
      expect(await judged(definition, empty, '2025-11-25')).toMatchObject({ verdict: 'not-applicable' });
    },
  );

  it('a list that was not seen to its end is no proof that there is nothing', async () => {
    const endless = list((result) => {
      result.resources = [];
    });
    expect(await judged(name, endless, '2025-11-25', { maxPages: 1 })).toMatchObject({ verdict: 'untested' });
  });

  it('a list without resources is for list/shape alone', async () => {
    const mutant = list((result) => {
      result.resources = null;
    });
    expect((await judged(responds, mutant, '2026-07-28')).reason).toMatch(/^blocked by list\/shape/);
    expect((await judged(shape, mutant, '2026-07-28')).verdict).toBe('fail');
  });

  it('no host but the server is asked whether https can be loaded', async () => {
    const mutant = list(({ resources }, cursor) => {
      if (cursor === undefined) resources[0] = { uri: 'https://example.com/page', name: 'page' };
    });
    const { verdict, reason } = await judged(https, mutant, '2025-06-18');
    expect([verdict, reason]).toEqual([
      'untested',
      expect.stringContaining('"https://example.com/page" was not tried'),
    ]);
  });

  it('an undeclared feature that is refused, or empty, is no feature', async () => {
    for (const rest of [
      all(
        empty,
        instead('resources/templates/list', () => refused),
      ),
      instead('resources/list', () => refused),
    ]) {
      const mutant = all(
        undeclared,
        rest,
        instead('resources/templates/list', () => refused),
      );
      expect(await judged(declared, mutant, '2025-11-25')).toMatchObject({ verdict: 'not-applicable' });
    }
  });

  it('a tool is called only where the fixtures name it', async () => {
    const without = { fixtures: {} };
    const noTools = onCapabilities((capabilities) => {
      delete capabilities.tools;
    });
    expect((await judged(embedded, undeclared, '2025-11-25', without)).reason).toContain(
      'fixtures.update in the config',
    );
    expect((await judged(embedded, all(undeclared, noTools), '2025-11-25', without)).verdict).toBe('not-applicable');
    expect((await judged(embedded, {}, '2025-11-25', without)).verdict).toBe('not-applicable');
  });
});

describe('what is no fault of the list', () => {
  it('pages followed in a circle are no URIs listed twice', async () => {
    const circle = list((result, cursor, memory) => {
      if (cursor === undefined) memory.set('second', result.nextCursor);
      else result.nextCursor = memory.get('second');
    });
    expect((await judged(uniqueUris, circle, '2025-11-25')).verdict).toBe('pass');
    for (const definition of [perConnection, sideEffects] as Case[])
      expect((await judged(definition, circle, '2026-07-28')).verdict).toBe('pass');
  });

  it('an entry that moves to the next page is listed twice on one walk only', async () => {
    const moving = list(({ resources }, cursor, memory) => {
      if (cursor === undefined) memory.set('first', resources[0]);
      else if (!memory.has('moved')) {
        resources.push(memory.get('first'));
        memory.set('moved', true);
      }
    });
    expect((await judged(uniqueUris, moving, '2025-11-25')).reason).toContain('changed while it was walked through');
  });

  it('a size that changes with the list says nothing', async () => {
    const growing = list(({ resources }, _, memory) => {
      memory.set('lists', (memory.get('lists') ?? 0) + 1);
      for (const item of resources) item.size = 5000 + memory.get('lists');
    });
    expect((await judged(sizeAccurate, growing, '2025-11-25')).verdict).toBe('untested');
  });

  it('a list that never stands still cannot be compared', async () => {
    const restless = list(({ resources }, cursor, memory) => {
      memory.set('lists', (memory.get('lists') ?? 0) + 1);
      if (cursor === undefined) resources.push({ uri: `demo://host/at/${memory.get('lists')}`, name: 'now' });
    });
    for (const definition of [perConnection, sideEffects] as Case[])
      expect((await judged(definition, restless, '2026-07-28')).reason).toContain('kept changing');
  });

  it('a list that is too long to be compared is not blamed for another order', async () => {
    const long = instead('resources/list', ({ params }, { connection }) => {
      const at = Number(params?.cursor ?? 0);
      const uri = `demo://host/${connection % 2 === 0 ? at : 40 - at}`;
      const next = at < 40 ? { nextCursor: String(at + 1) } : {};
      return { result: { resultType: 'complete', resources: [{ uri, name: 'one of many' }], ...next } };
    });
    expect((await judged(perConnection, long, '2026-07-28')).reason).toContain('too long to be compared');
  });

  it('a server that takes no second session is not judged on two', async () => {
    let connections = 0;
    const single = {
      connector: (connector: any) => ({
        ...connector,
        connect: async () => {
          if (connections++ > 0) throw new Error('one at a time');
          return connector.connect();
        },
      }),
    };
    const { verdict, reason } = await judged(perConnection, {}, '2026-07-28', single);
    expect([verdict, reason]).toEqual(['untested', expect.stringContaining('one at a time')]);
  });
});
