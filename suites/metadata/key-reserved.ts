import { type Broken, defineCase } from '../../harness/case.ts';
import { isReservedPrefix, metaKeyFlaw, metaKeyPrefix } from '../../harness/formats/meta-key.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { metadataKeys, withKeys } from '../../harness/metadata.ts';
import { all, type Mutant, onCapabilities, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

const official = 'io.modelcontextprotocol';

/** The keys that a revision defines. Which one it is does not matter: a server of several may send the same in all. */
const defined: ReadonlySet<string> = new Set([
  ...Object.values(metaKey),
  `${official}/related-task`,
  `${official}/model-immediate-response`,
]);

/** Whether the server advertises an extension of MCP's own: what keys it brings stands in its documentation alone. */
const isExtended = ({ extensions, experimental }: JsonObject): boolean =>
  [extensions, experimental].some(
    (named) => isObject(named) && Object.keys(named).some((key) => metaKeyPrefix(key) === official),
  );

const reserved = (key: string): Broken => [withKeys('resources/list', key), `got ${quote(key)}`];
const advertising = (member: string, key: string): Mutant =>
  onCapabilities((capabilities) => {
    capabilities[member] = { ...capabilities[member], [key]: {} };
  });

export default defineCase({
  title: 'A _meta key under a prefix that MCP reserves is one that MCP has defined',
  rules: [
    {
      id: 'meta-key-reserved-prefix',
      level: 'SCHEMA',
      since: '2025-06-18',
      at: 'basic/index#_meta',
      find: '**reserved** for MCP use',
      derived: 'that a prefix is reserved for MCP implies that nobody else makes up keys under it; no keyword says so',
    },
  ],
  harm: 'untidy',
  hint: 'Put keys of your own under a prefix of your own, or under none: what MCP reserves it may define any day.',

  watch(traffic, { revision }) {
    const known = new Set<string>();
    const extended = isExtended(traffic.capabilities);
    for (const { key, where, lines, asked } of metadataKeys(traffic)) {
      const prefix = metaKeyPrefix(key);
      // What the client itself has put there comes back from some servers.
      if (known.has(key) || prefix === undefined || Object.hasOwn(asked, key)) continue;
      known.add(key);
      // A prefix that is none is for the case on the format of keys.
      if (['prefix', 'label'].includes(metaKeyFlaw(key)?.part ?? '')) continue;
      const allowed = !isReservedPrefix(prefix, revision) || defined.has(key) || (extended && prefix === official);
      check(
        allowed,
        `expected a key that MCP defines under its own prefix, got ${quote(key)} in the _meta of ${where}`,
        {
          lines,
        },
      );
    }
    if (known.size === 0) notApplicable('the server sends no _meta key with a prefix');
  },

  allows: {
    'keys of a revision': withKeys('resources/list', `${official}/related-task`, metaKey.logLevel),
    'a key of an extension that is advertised': [
      all(advertising('extensions', `${official}/ui`), withKeys('resources/list', `${official}/shelf`)),
      { since: '2025-11-25' },
    ],
    'a key of an experiment that is advertised': [
      all(advertising('experimental', `${official}/ui`), withKeys('resources/list', `${official}/shelf`)),
      { since: '2025-11-25' },
    ],
    'the keys of the request, sent back': onResult('resources/read', (result, { params }) => {
      result._meta = { ...params?._meta, ...result._meta, 'com.example/shelf': 1 };
    }),
    'the owner as the third and last label': withKeys('resources/read', 'com.example.mcp/shelf'),
    'the owner as the first label': [withKeys('resources/read', 'mcp.example/shelf'), { since: '2025-11-25' }],
    'the owner as the last label': [withKeys('resources/read', 'dev.mcp/shelf'), { until: '2025-06-18' }],
    'words that hold its name': withKeys('resources/read', 'com.mcp-shelves.x/shelf', 'com.example/mcp'),
    // Judged by the case on the format of keys.
    'a prefix that is none': withKeys('resources/read', 'dev.mcp./shelf', 'com.example/shelf'),
  },
  breaks: (revision) =>
    revision >= '2025-11-25'
      ? {
          'a key of its own under the prefix of MCP': reserved(`${official}/myThing`),
          'the short name of MCP': reserved('dev.mcp/shelf'),
          'more labels': reserved('com.mcp.tools/shelf'),
          'the prefix alone': reserved(`${official}/`),
          'a defined key under another such prefix': reserved('org.modelcontextprotocol.api/serverInfo'),
        }
      : {
          'a key of its own under the prefix of MCP': reserved('modelcontextprotocol.io/myThing'),
          'the short name of MCP': reserved('mcp.dev/shelf'),
          'more labels': reserved('tools.mcp.com/shelf'),
          'the other way round': reserved('com.mcp.tools/shelf'),
        },
});
