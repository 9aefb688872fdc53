import { type Broken, defineCase } from '../../harness/case.ts';
import { type MetaKeyFlaw, metaKeyFlaw } from '../../harness/formats/meta-key.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { metadataKeys, onItems, withKeys } from '../../harness/metadata.ts';
import { quote } from '../../harness/quote.ts';

const since = '2025-06-18';
const at = 'basic/index#_meta';

/** The rule that each part of a key is about. That a name has no other characters is only implied, by what it may contain. */
const rules: Readonly<Record<MetaKeyFlaw['part'], { rule: string; warn?: true }>> = {
  prefix: { rule: 'meta-key-prefix-format' },
  label: { rule: 'meta-key-label-format' },
  name: { rule: 'meta-key-name-format' },
  characters: { rule: 'meta-key-name-format', warn: true },
};
const bad = (part: MetaKeyFlaw['part'], key: string, says = 'got '): Broken => [
  withKeys('resources/list', key),
  `${says}${quote(key)}`,
  rules[part],
];

export default defineCase({
  title: 'The keys of each _meta that the server sends are well-formed',
  rules: [
    { id: 'meta-key-prefix-format', level: 'MUST', since, at, find: 'MUST be a series of labels' },
    { id: 'meta-key-label-format', level: 'MUST', since, at, find: 'Labels MUST start with a letter' },
    { id: 'meta-key-name-format', level: 'MUST', since, at, find: 'Unless empty, MUST begin and end' },
  ],
  harm: 'untidy',
  hint: 'Name a key by the reversed name of a domain of yours, a slash and a plain name (com.example/shelf), or by a plain name alone.',

  watch(traffic) {
    const known = new Set<string>();
    let first: { words: string; grounds: object } | undefined;
    for (const { key, where, lines } of metadataKeys(traffic)) {
      if (known.has(key)) continue;
      known.add(key);
      const flaw = metaKeyFlaw(key);
      if (!flaw) continue;
      const { rule, warn } = rules[flaw.part];
      const words = `expected a well-formed key in the _meta of ${where}, got ${quote(key)}: ${flaw.reason}`;
      check(warn === true, words, { rule, lines });
      first ??= { words, grounds: { rule, warn, lines } };
    }
    // A key that breaks a rule for certain tells more than one that is odd.
    if (first) check(false, first.words, first.grounds);
    if (known.size === 0) notApplicable('the server sends no _meta with a key');
  },

  allows: {
    'names without a prefix': withKeys('resources/list', 'shelf', 'progressToken', 'x'),
    'hyphens, underscores and dots': [
      withKeys('resources/list', 'a-b_c.d', 'com.example/x--y__z..1', '1.0'),
      'meta-key-name-chars',
    ],
    'a prefix alone': withKeys('resources/list', 'com.example/'),
    'an empty name': withKeys('resources/list', ''),
    'labels of all allowed characters': withKeys('resources/list', 'a-1.B2.c--d/e'),
    'one label': withKeys('resources/list', 'example/shelf'),
    // It belongs to the server alone.
    'data of its own that is named alike': onItems('resources/list', (item) => {
      item.annotations = { _meta: { '/': 1 } };
    }),
  },
  breaks: {
    'two dots in a row': bad('prefix', 'a..b/c'),
    'an empty prefix': bad('prefix', '/shelf'),
    'a slash alone': bad('prefix', '/'),
    'a second slash': bad('prefix', 'com.example/shelf/1'),
    'a dot before the slash': bad('prefix', 'com.example./shelf'),
    'an address': bad('prefix', 'https://example.com/shelf'),
    'a label that starts with a digit': bad('label', '1x.example/a'),
    'a label that starts with a hyphen': bad('label', 'com.-example/a'),
    'a label that ends with a hyphen': bad('label', 'com.example-/a'),
    'an underscore in a label': bad('label', 'com.my_example/a'),
    'a letter beyond ASCII in a label': bad('label', 'com.exämple/a'),
    'a name that starts with an underscore': bad('name', 'com.example/_private'),
    'such a name without a prefix': bad('name', '_shelf'),
    'a dollar sign': bad('name', '$ref'),
    'a name that ends with a hyphen': bad('name', 'x-'),
    'a space in the name': bad('characters', 'a b'),
    'a colon in the name': bad('characters', 'shelf:1'),
    'in a listed resource': [
      onItems('resources/list', (item) => {
        item._meta = { _shelf: 1 };
      }),
      'the _meta of resources of resources/list, in "demo://host/greeting", got "_shelf"',
      rules.name,
    ],
    'in a template': [
      onItems('resources/templates/list', (item) => {
        item._meta = { _shelf: 1 };
      }),
      'the _meta of resourceTemplates of resources/templates/list, in "demo://host/people/{name}", got "_shelf"',
      rules.name,
    ],
    'in what is read': [
      onItems('resources/read', (item) => {
        item._meta = { _shelf: 1 };
      }),
      'the _meta of contents of resources/read, in "demo://host/greeting", got "_shelf"',
      rules.name,
    ],
    'in the result of a read': [withKeys('resources/read', 'a..b/c'), 'the _meta of the result of resources/read, got'],
    'in a notification': [
      withKeys('notifications/resources/updated', '_by'),
      'the _meta of the params of "notifications/resources/updated", got "_by"',
      rules.name,
    ],
    'one that is wrong after one that is odd': [withKeys('resources/list', 'a b', 'a..b/c'), 'got "a..b/c"'],
  },
});
