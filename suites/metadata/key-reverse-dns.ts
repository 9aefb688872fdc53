import { type Broken, defineCase } from '../../harness/case.ts';
import { isForwardDomain, metaKeyPrefix } from '../../harness/formats/meta-key.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { metadataKeys, withKeys } from '../../harness/metadata.ts';
import { quote } from '../../harness/quote.ts';

const forward = (key: string): Broken => [withKeys('resources/read', key), `got ${quote(key)}`];

export default defineCase({
  title: 'The prefix of a _meta key is no domain name the usual way round',
  rules: [
    {
      id: 'meta-key-reverse-dns',
      level: 'SHOULD',
      since: '2025-11-25',
      at: 'basic/index#_meta',
      find: 'use reverse DNS notation',
    },
  ],
  harm: 'untidy',
  hint: 'Turn the domain name round: com.example/shelf, not example.com/shelf.',

  // Almost any word may be a top-level name today, so only what can be read in one way alone is reported.
  watch(traffic) {
    const known = new Set<string>();
    for (const { key, where, lines } of metadataKeys(traffic)) {
      const prefix = metaKeyPrefix(key);
      if (prefix === undefined || known.has(key)) continue;
      known.add(key);
      check(
        !isForwardDomain(prefix),
        `expected a prefix in reverse DNS notation in the _meta of ${where}, got ${quote(key)}`,
        { lines },
      );
    }
    if (known.size === 0) notApplicable('the server sends no _meta key with a prefix');
  },

  allows: {
    'a domain the other way round': withKeys('resources/read', 'com.example/shelf', 'uk.co.example.www/shelf'),
    'a label that is a top-level name at either end': withKeys('resources/read', 'dev.example.com/shelf'),
    'one label': withKeys('resources/read', 'example/shelf'),
    'labels of no known kind': withKeys('resources/read', 'acme.shelves.books/shelf'),
    'the country of Malaysia, or a word': withKeys('resources/read', 'my.server/shelf'),
  },
  breaks: {
    'the usual way round': forward('example.com/x'),
    'with a subdomain': forward('shelves.example.org/x'),
    'under a country': forward('example.de/x'),
  },
});
