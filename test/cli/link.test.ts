import { describe, expect, it } from 'vitest';
import { ruleLink } from '../../harness/link.ts';

const site = 'https://modelcontextprotocol.io/specification';

describe('the link to a rule', () => {
  it('leads to the words on the page of the revision', () => {
    expect(ruleLink({ at: 'server/resources#error-handling', find: 'does not exist, servers' }, '2026-07-28')).toBe(
      `${site}/2026-07-28/server/resources#error-handling:~:text=does%20not%20exist%2C%20servers`,
    );
  });

  it('leads to the section where no words are named', () => {
    expect(ruleLink({ at: 'server/resources#error-handling' }, '2024-11-05')).toBe(
      `${site}/2024-11-05/server/resources#error-handling`,
    );
  });

  it('looks for the words as the page shows them', () => {
    const link = ruleLink(
      { at: 'server/resources#error-handling', find: 'Resource not found: `-32002` & **more**' },
      '2025-06-18',
    );
    expect(link.split('#')[1]).toBe('error-handling:~:text=Resource%20not%20found%3A%20%2D32002%20%26%20more');
  });

  it('leads to a type, or to the schema itself where a revision has no page for it', () => {
    const rule = { at: 'schema#ReadResourceResult', find: 'contents' } as const;
    expect(ruleLink(rule, '2025-06-18')).toBe(`${site}/2025-06-18/schema#readresourceresult`);
    expect(ruleLink(rule, '2025-03-26')).toBe(
      'https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/2025-03-26/schema.ts',
    );
  });

  it('knows that the index of a folder is the folder', () => {
    expect(ruleLink({ at: 'basic/index#messages' }, '2025-11-25')).toBe(`${site}/2025-11-25/basic#messages`);
    expect(ruleLink({ at: 'index#overview' }, '2025-11-25')).toBe(`${site}/2025-11-25#overview`);
  });
});
