import { describe, expect, it } from 'vitest';
import type { Case } from '../../harness/case.ts';
import { all, instead, type Mutant, onCapabilities, onReply, onResult } from '../../harness/mutate.ts';
import atMost from '../../suites/completion/at-most-100.ts';
import context from '../../suites/completion/context.ts';
import declared from '../../suites/completion/declared.ts';
import errorCodes from '../../suites/completion/error-codes.ts';
import shape from '../../suites/completion/shape.ts';
import templateReferences from '../../suites/completion/template-references.ts';
import total from '../../suites/completion/total.ts';
import unknownNames from '../../suites/completion/unknown-names.ts';
import validated from '../../suites/completion/validated.ts';
import { judged } from '../list/judged.ts';

const method = 'completion/complete';
const active = [atMost, context, shape, templateReferences, total, unknownNames, validated] as Case[];
const unheardOf = instead(method, () => ({ error: { code: -32601, message: 'Method not found' } }));
const templates = (change: (result: any) => void): Mutant =>
  onResult('resources/templates/list', (result) => change(result));
const none = templates((result) => {
  result.resourceTemplates = [];
  delete result.nextCursor;
});

describe('a server without suggestions', () => {
  it.each(active)('of the first revision may leave the method unknown: $title', async (definition) => {
    expect((await judged(definition, unheardOf, '2024-11-05')).verdict).toBe('not-applicable');
  });

  it.each(active)('that declares none is not asked: $title', async (definition) => {
    const asked: unknown[] = [];
    const undeclared = onCapabilities((capabilities) => {
      delete capabilities.completions;
    });
    const watched: Mutant = {
      incoming(message) {
        if (message.method === method) asked.push(message);
        return [message];
      },
    };
    expect((await judged(definition, all(undeclared, watched), '2025-11-25')).verdict).toBe('not-applicable');
    expect(asked).toEqual([]);
  });

  it.each([...active, errorCodes])('that has no template has none to complete: $title', async (definition) => {
    expect((await judged(definition as Case, none, '2025-11-25')).verdict).toBe('not-applicable');
  });

  it('that has none for any template passes, with empty values', async () => {
    const empty = onResult(method, ({ completion }) => {
      completion.values = [];
      completion.total = 0;
      completion.hasMore = false;
    });
    for (const definition of active) expect((await judged(definition, empty, '2025-11-25')).verdict).toBe('pass');
  });

  it('whose templates are refused is judged by another case', async () => {
    const refused = instead('resources/templates/list', () => ({ error: { code: -32603, message: 'No' } }));
    for (const definition of [...active, declared] as Case[]) {
      const { verdict, reason } = await judged(
        definition,
        all(
          refused,
          onCapabilities((capabilities) => {
            if (definition === declared) delete capabilities.completions;
          }),
        ),
        '2025-11-25',
      );
      expect({ verdict, reason }).toMatchObject({ verdict: 'untested' });
      expect(reason).toMatch(/^blocked by templates\/answered/);
    }
  });
});

describe('a server that answers only so often', () => {
  const limited = (most: number): Mutant =>
    onReply(method, (reply, _request, { memory }) => {
      const count = (memory.get('count') ?? 0) + 1;
      memory.set('count', count);
      return count > most ? { error: { code: -32603, message: 'Too many requests' } } : reply;
    });

  it.each([...active, errorCodes] as Case[])('is not blamed for that: $title', async (definition) => {
    for (const most of [1, 2, 7, 20, 40])
      expect(['pass', 'untested']).toContain((await judged(definition, limited(most), '2025-11-25')).verdict);
  });

  it('is not asked on and on when it says nothing', async () => {
    let count = 0;
    const silent: Mutant = {
      incoming(message) {
        if (message.method === method) count++;
        return message.method === method ? [] : [message];
      },
    };
    const { verdict, reason } = await judged(shape as Case, silent, '2025-11-25');
    // No other case is there to tell it.
    expect(verdict).toBe('fail');
    expect(reason).toMatch(/^expected an answer, but completion\/complete .* got no answer within/);
    // Twice: a case that waited in vain is tried again in another session.
    expect(count).toBe(6);
  });
});

describe('a server with a great many templates', () => {
  it('is asked for some of them', async () => {
    let count = 0;
    const many = templates((result) => {
      const [first] = result.resourceTemplates;
      result.resourceTemplates = Array.from({ length: 5000 }, (_, index) => ({
        ...first,
        uriTemplate: `many://host/${index}/{name}`,
      }));
      delete result.nextCursor;
    });
    const counting: Mutant = {
      incoming(message) {
        if (message.method === method) count++;
        return [message];
      },
    };
    await judged(shape as Case, all(many, counting), '2025-11-25');
    expect(count).toBeLessThan(100);
  });
});
