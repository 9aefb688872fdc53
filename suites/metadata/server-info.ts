import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { resultsOf } from '../../harness/metadata.ts';
import { onResult } from '../../harness/mutate.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

const without = (method: string) =>
  onResult(method, ({ _meta: meta }) => {
    if (isObject(meta)) delete meta[metaKey.serverInfo];
  });
const saying = (info: unknown) =>
  onResult('*', (result) => {
    result._meta = { ...result._meta, [metaKey.serverInfo]: info };
  });

export default defineCase({
  title: 'Every result says which server it comes from',
  rules: [
    {
      id: 'meta-server-info',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/index#_meta',
      find: "every result's `_meta`, unless specifically",
    },
  ],
  harm: 'untidy',
  hint: `Add ${metaKey.serverInfo} (name and version) to the _meta of every result, not of server/discover alone.`,

  watch(traffic, { revision }) {
    let judged = 0;
    for (const { result, method, lines } of resultsOf(traffic, revision)) {
      const meta: unknown = '_meta' in result ? result._meta : {};
      // A _meta that is no object is for the case on results, and what is said in it for the case on its shape.
      if (!isObject(meta)) continue;
      judged++;
      check(
        metaKey.serverInfo in meta,
        `expected ${metaKey.serverInfo} in the _meta of the result of ${method}, got none`,
        { lines },
      );
    }
    if (judged === 0) untested('no request was answered with a result');
  },

  allows: {
    'empty names': saying({ name: '', version: '' }),
    'more about it': saying({ name: 'a', version: '1', title: 'A', websiteUrl: 'https://example.com/', more: null }),
    // Judged by the case on its shape.
    'something else': saying(null),
    'metadata beside it': onResult('*', (result) => {
      result._meta = { ...result._meta, 'com.example/took': 7 };
    }),
  },
  breaks: {
    'reads without it': [without('resources/read'), 'in the _meta of the result of resources/read, got none'],
    'lists without it': [without('resources/list'), 'in the _meta of the result of resources/list, got none'],
    'templates without it': [without('resources/templates/list'), 'the result of resources/templates/list'],
    'discover without it': [without('server/discover'), 'the result of server/discover'],
    'no metadata at all': [
      onResult('*', (result: JsonObject) => {
        delete result._meta;
      }),
      'got none',
    ],
    'the place of earlier revisions': [
      onResult('server/discover', (result) => {
        result.serverInfo = result._meta[metaKey.serverInfo];
        delete result._meta;
      }),
      'the result of server/discover, got none',
    ],
  },
});
