import type { Harm, Level } from '../../harness/case.ts';
import type { Verdict } from '../../harness/report.ts';
import type { Revision } from '../../harness/wire.ts';

/** A case as the sample report has it; `outcome` says what is not a pass. */
export interface SampleCase {
  id: string;
  title: string;
  level: Level;
  harm: Harm;
  hint: string;
  at: string;
  outcome?: (revision: Revision) => Outcome | undefined;
}

/** A verdict other than pass, and which exchange of the sample transcript shows it. */
export interface Outcome {
  verdict: Verdict;
  reason: string;
  level?: Level;
  shows?: 'missing' | 'blob' | 'cursor' | 'dots' | 'stdout';
  unstable?: boolean;
}

const modern = '2026-07-28';
const always =
  (verdict: Verdict, reason: string, more: Partial<Outcome> = {}) =>
  (): Outcome => ({ verdict, reason, ...more });
const since =
  (first: Revision, otherwise: string, then?: (revision: Revision) => Outcome | undefined) =>
  (revision: Revision): Outcome | undefined =>
    revision < first ? { verdict: 'not-applicable', reason: otherwise } : then?.(revision);
const noSubscribe = always('not-applicable', 'the server does not declare resources.subscribe');
const noCompletions = always('not-applicable', 'the server does not declare completions');
const resources = 'server/resources';

const row = (
  id: string,
  title: string,
  level: Level,
  harm: Harm,
  at: string,
  hint: string,
  outcome?: SampleCase['outcome'],
): SampleCase => ({
  id,
  title,
  level,
  harm,
  at,
  hint,
  ...(outcome && { outcome }),
});

/** The cases of the sample, in suite order. */
export const sampleCases: readonly SampleCase[] = [
  row(
    'capabilities/declared',
    'A server that lists resources declares the resources capability',
    'MUST',
    'breaks',
    `${resources}#capabilities`,
    'Declare resources in the capabilities.',
  ),
  row(
    'capabilities/shape',
    'The resources capability is an object of booleans',
    'SCHEMA',
    'breaks',
    'schema#servercapabilities',
    'Send true or false, not a string.',
  ),
  row(
    'list/shape',
    'A page of resources has the shape of ListResourcesResult',
    'SCHEMA',
    'breaks',
    'schema#listresourcesresult',
    'Every resource needs a uri and a name, both strings.',
  ),
  row(
    'list/unique-uris',
    'No URI is listed twice',
    'SHOULD',
    'misleads',
    `${resources}#resource`,
    'List each resource once.',
    (revision) =>
      revision === '2024-11-05' || revision === '2025-03-26'
        ? { verdict: 'warn', reason: `"doc://guide" is listed on page 1 and on page 2`, level: 'SHOULD' }
        : undefined,
  ),
  row(
    'list/title',
    'A title is a string',
    'SCHEMA',
    'untidy',
    'schema#resource',
    'Leave title out, or send a string.',
    since('2025-06-18', 'title came with 2025-06-18'),
  ),
  row(
    'list/size',
    'A size is a whole number of bytes',
    'SCHEMA',
    'untidy',
    'schema#resource',
    'Count bytes before base64.',
    always('untested', 'no listed resource has a size; name one with --read <uri>', { level: 'SCHEMA' }),
  ),
  row(
    'pagination/ends',
    'Following nextCursor reaches a last page',
    'SHOULD',
    'breaks',
    'server/utilities/pagination#implementation-guidelines',
    'Leave nextCursor out of the last page.',
  ),
  row(
    'pagination/invalid-cursor',
    'An invalid cursor is answered by error -32602',
    'SHOULD',
    'misleads',
    'server/utilities/pagination#error-handling',
    'Check the cursor before using it, and answer -32602 when it is not one of yours.',
    always('warn', 'asking with a truncated cursor: expected error -32602, got the first page', { shows: 'cursor' }),
  ),
  row(
    'templates/shape',
    'A page of templates has the shape of ListResourceTemplatesResult',
    'SCHEMA',
    'breaks',
    'schema#listresourcetemplatesresult',
    'Every template needs a uriTemplate and a name.',
  ),
  row(
    'templates/expansion-reads',
    'An expansion with known values reads',
    'MUST',
    'breaks',
    `${resources}#resource-templates`,
    'Match the URI against your templates before answering that nothing is there.',
    always('untested', 'the values of repo://{owner}/{repo}/readme are not known; name them under fixtures.templates', {
      level: 'MUST',
    }),
  ),
  row(
    'read/shape',
    'A read answers the shape of ReadResourceResult',
    'SCHEMA',
    'breaks',
    'schema#readresourceresult',
    'Answer contents, an array.',
  ),
  row(
    'read/blob-base64',
    'A blob is base64',
    'MUST',
    'breaks',
    `${resources}#security-considerations`,
    'Encode with the standard alphabet (+ and /) and with padding.',
    (revision) => ({
      verdict: 'fail',
      reason: `reading doc://logo: expected the alphabet of RFC 4648 section 4, got "-" at position 4`,
      shows: 'blob',
      unstable: revision === '2025-06-18',
    }),
  ),
  row(
    'read/every-listed',
    'Every listed resource can be read',
    'MUST',
    'breaks',
    `${resources}#reading-resources`,
    'List only what a read can answer.',
  ),
  row(
    'not-found/code',
    'Reading an unknown URI answers the not-found error code',
    'SHOULD',
    'misleads',
    `${resources}#error-handling`,
    'Look the URI up before reading it, and answer this code when nothing is there.',
    (revision) =>
      revision === modern
        ? {
            verdict: 'fail',
            level: 'MUST',
            reason: 'reading doc://nope: expected error -32602, got -32603',
            shows: 'missing',
          }
        : {
            verdict: 'warn',
            level: 'SHOULD',
            reason: 'reading doc://nope: expected error -32002, got -32603',
            shows: 'missing',
          },
  ),
  row(
    'not-found/no-empty-contents',
    'An unknown URI is never answered by empty contents',
    'MUST NOT',
    'misleads',
    `${resources}#error-handling`,
    'Answer an error.',
    since('2026-07-28', 'the rule came with 2026-07-28'),
  ),
  row(
    'traversal/dots',
    'A path that climbs out of a listed folder is refused',
    'MUST',
    'leaks',
    `${resources}#security-considerations`,
    'Resolve the path, then check that it still lies below the folder you serve.',
    (revision) =>
      revision === modern
        ? {
            verdict: 'fail',
            level: 'MUST',
            reason: 'file:///srv/docs/../canary.txt answered the canary that lies outside of every listed folder',
            shows: 'dots',
          }
        : undefined,
  ),
  row(
    'traversal/symlink',
    'A link that leads out of a listed folder is refused',
    'SHOULD',
    'leaks',
    `${resources}#security-considerations`,
    'Resolve links before checking.',
    always('untested', 'no folder may be written to; name one under fixtures.directory'),
  ),
  row(
    'subscriptions/acknowledged',
    'A subscription is acknowledged',
    'MUST',
    'breaks',
    `${resources}#subscriptions`,
    'Answer an empty result.',
    noSubscribe,
  ),
  row(
    'subscriptions/delivered',
    'An update reaches its subscriber',
    'SHOULD',
    'misleads',
    `${resources}#subscriptions`,
    'Send notifications/resources/updated.',
    noSubscribe,
  ),
  row(
    'caching/ttl',
    'A ttlMs is a whole number of milliseconds',
    'MUST',
    'misleads',
    'server/utilities/caching',
    'Send 0 for "do not cache".',
    since(
      '2026-07-28',
      'caching came with 2026-07-28',
      always('untested', 'blocked by discover/shape: the answer has no ttlMs'),
    ),
  ),
  row(
    'completion/shape',
    'A completion has at most 100 values',
    'MUST',
    'untidy',
    'server/utilities/completion',
    'Cut the values at 100 and set hasMore.',
    noCompletions,
  ),
  row(
    'metadata/last-modified',
    'A lastModified is an ISO 8601 date',
    'SHOULD',
    'untidy',
    'schema#annotations',
    'Send 2025-01-12T15:00:58Z.',
    since(
      '2025-06-18',
      'lastModified came with 2025-06-18',
      always('warn', 'doc://guide: expected an ISO 8601 date, got "yesterday"'),
    ),
  ),
  row(
    'messages/only-messages',
    'Nothing but messages is written to standard output',
    'MUST',
    'breaks',
    'basic/transports#stdio',
    'Log to standard error.',
    (revision) =>
      revision === '2025-11-25'
        ? { verdict: 'error', reason: 'TypeError: pages is not iterable (a fault of this suite)', shows: 'stdout' }
        : undefined,
  ),
];
