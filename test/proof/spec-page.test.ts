import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rule } from '../../harness/case.ts';
import { Checkout, wrongIn } from '../../scripts/spec-words.ts';

const page = `---
title: Shelves
---

## Reading

A server **MUST** give the shelf. It may be
empty. Clients **SHOULD** look
twice before they leap.

### \`_meta\`

Shelves **MUST NOT** fall over, and **SHOULD NOT** sway, for example.

#### shelf://

A server **MUST** do either:

1. answer the first thing
   - which has a part
2. answer the second thing

Nothing binds here:

- a loose item

\`\`\`ts
# no heading
// a stray comment
\`\`\`

## Books & More

See the [second thing](/there), **carefully**. See it Carefully.
`;

const schema = `/** A shelf. It MUST stand. */
export interface Shelf {
  /** What it holds; SHOULD be books. */
  holds: string;
}

export type Kind = 'wood' | 'steel';

/**
 * A thing.
 */
export type Thing = {
  inside: string;
  /** The colour of it. */
  colour: string;
};
`;

let folder: string;
let checkout: Checkout;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spec-page-'));
  mkdirSync(join(folder, 'docs/specification/2026-07-28/server'), { recursive: true });
  mkdirSync(join(folder, 'schema/2026-07-28'), { recursive: true });
  writeFileSync(join(folder, 'docs/specification/2026-07-28/server/shelves.mdx'), page);
  writeFileSync(join(folder, 'schema/2026-07-28/schema.ts'), schema);
  checkout = new Checkout(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const wrong = (rule: Pick<Rule, 'at' | 'level'> & { find?: string }) =>
  wrongIn({ id: 'some-rule', since: '2026-07-28', ...rule }, '2026-07-28', checkout);

test.each<[string, Rule['level'], Rule['at'], string]>([
  ['a sentence', 'MUST', 'server/shelves#reading', 'give the shelf.'],
  ['a sentence over two lines', 'SHOULD', 'server/shelves#reading', 'twice before they leap.'],
  ['one of two keywords', 'SHOULD NOT', 'server/shelves#_meta', 'sway'],
  ['the other of them', 'MUST NOT', 'server/shelves#meta', 'fall over'],
  ['an item of a list', 'MUST', 'server/shelves#shelf%3A%2F%2F', 'answer the second thing'],
  ['an item of an item', 'MUST', 'server/shelves#shelf', 'has a part'],
  ['prose without a keyword', 'SCHEMA', 'server/shelves#books-more', 'See the'],
  ['the whole page', 'MUST', 'server/shelves#', 'give the shelf.'],
  ['the comment on a type', 'MUST', 'schema#Shelf', 'It MUST stand'],
  ['the comment on a member', 'SHOULD', 'schema#Shelf', 'What it holds'],
  ['the last member of a type', 'SCHEMA', 'schema#Thing', 'The colour of it'],
])('%s is found', (_, level, at, find) => {
  expect(wrong({ level, at, find })).toEqual([]);
});

test.each<[string, Rule['level'], Rule['at'], string | undefined, RegExp]>([
  ['a page that is not there', 'MUST', 'server/books#', 'x', /^there is no page server\/books$/],
  [
    'an anchor that is not there',
    'MUST',
    'server/shelves#no-heading',
    'x',
    /has no anchor #no-heading; it has #reading #_meta/,
  ],
  ['a type that is not there', 'SCHEMA', 'schema#Shel', undefined, /^the schema declares no type Shel$/],
  ['words that are not there', 'MUST', 'server/shelves#reading', 'give the book', /is not on the page/],
  ['words of another type', 'SCHEMA', 'schema#Kind', 'What it holds', /is not on the page/],
  ['words that stand twice', 'MUST', 'server/shelves#reading', 'MUST', /stands 3 times/],
  ['words that stand twice as shown', 'SCHEMA', 'server/shelves#books-more', '**carefully**', /another place/],
  [
    'more than six words',
    'MUST',
    'server/shelves#reading',
    'A server **MUST** give the shelf. It',
    /more than 6 words/,
  ],
  [
    'words of another section',
    'MUST',
    'server/shelves#books-more',
    'give the shelf.',
    /outside the section of #books-more/,
  ],
  ['another level', 'MUST NOT', 'server/shelves#reading', 'give the shelf.', /no sentence with MUST NOT: A server/],
  [
    'the level of the next sentence',
    'MUST',
    'server/shelves#reading',
    'twice before',
    /no sentence with MUST: Clients/,
  ],
  ['a negation taken for the opposite', 'MUST', 'server/shelves#meta', 'fall over', /no sentence with MUST/],
  ['an item that nothing binds', 'MUST', 'server/shelves#reading', 'a loose item', /no sentence with MUST/],
  ['a keyword without words', 'MUST', 'server/shelves#reading', undefined, /names no words/],
])('%s is reported', (_, level, at, find, what) => {
  const found = wrong({ level, at, ...(find !== undefined && { find }) });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(what);
});
