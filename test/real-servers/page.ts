import { ruleLink } from '../../harness/link.ts';
import { suiteOrder } from '../../harness/plan.ts';
import type { Revision } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';
import { defences } from './defences.ts';
import { type Finding, type Pinned, taken, type Way } from './pinned.ts';

/** What is pinned of a server over one transport. */
export interface Row {
  name: string;
  over: Way;
  pinned: Pinned;
}

/** The places that a defence names, as `[whole, revision, page#anchor]`. */
export const places = (defence: string): RegExpMatchArray[] => [
  ...defence.matchAll(/(\d{4}-\d\d-\d\d)\/([a-z][a-z/-]*#[\w-]+)/g),
];

const ways = { stdio: 'stdio', http: 'HTTP' } as const;
const rank = (id: string): string => `${(suiteOrder as readonly string[]).indexOf(id.split('/')[0]!) + 10} ${id}`;

/** docs/real-servers.md, from what is pinned. */
export function page(rows: readonly Row[]): string {
  const found = new Map<string, { row: Row; finding: Finding }[]>();
  for (const row of rows)
    for (const finding of taken(row.pinned))
      found.set(finding.case, [...(found.get(finding.case) ?? []), { row, finding }]);
  const ids = [...found.keys()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const fails = (id: string) => found.get(id)!.some(({ finding }) => finding.verdict === 'fail');
  const section = (id: string) => [
    `### ${id}`,
    '',
    `*${cases[id]?.title ?? 'A case that is no more'}.*`,
    '',
    linked(defences[id] ?? ''),
    '',
    ...bullets(found.get(id)!),
    '',
  ];
  return [
    '# Real servers',
    '',
    'What the suite says of servers that others have written. Those in `test/servers` are small ones of ours, each on an SDK or a',
    'framework and with the same resources; `@modelcontextprotocol/server-everything` runs as it is published. A test runs the suite on',
    'all of them, demands that it finds this and nothing else, and that each finding can be defended by the text.',
    '',
    'Written by `UPDATE_FINDINGS=1 npx vitest run test/real-servers`.',
    '',
    '| name | server | over | revisions | pass | fail | warn | untested | not applicable |',
    '| --- | --- | --- | --: | --: | --: | --: | --: | --: |',
    ...rows.map(({ name, over, pinned: { server, revisions, summary } }) => {
      const { pass, fail, warn, untested, notApplicable } = summary;
      const counts = [revisions.split(' ').length, pass, fail, warn, untested, notApplicable];
      return `| ${name} | \`${server.replace(/ (?=\S+$)/, '` ')} | ${ways[over]} | ${counts.join(' | ')} |`;
    }),
    '',
    'A verdict is counted once for each revision. A server without resources fails nothing, and is not called conformant: there is',
    'nothing to judge.',
    '',
    '## Rules that are broken',
    '',
    ...ids.filter(fails).flatMap(section),
    '## Advice that is not taken, and weaker evidence',
    '',
    ...ids.filter((id) => !fails(id)).flatMap(section),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

/** One line for each thing that is said, with all the servers of which it is. */
function bullets(found: readonly { row: Row; finding: Finding }[]): string[] {
  const said = new Map<string, string[]>();
  for (const { row, finding } of found) {
    const { verdict, reason, revisions } = finding;
    const span = revisions.length > 1 ? `${revisions[0]} to ${revisions.at(-1)}` : revisions[0];
    const words = `- **${verdict}**: ${code(reason)}`;
    said.set(words, [...(said.get(words) ?? []), `  - ${row.name} over ${ways[row.over]}, ${span}`]);
  }
  return [...said].flatMap(([words, servers]) => [words, ...servers]);
}

/** Inline code whatever backticks are in it. */
const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
};

const linked = (defence: string): string =>
  defence.replace(/(\d{4}-\d\d-\d\d)\/([a-z][a-z/-]*#[\w-]+)/g, (_, revision: Revision, at: `${string}#${string}`) => {
    const text = at.startsWith('schema#') ? `the schema of ${revision} (${at.slice(7)})` : `${at} of ${revision}`;
    return `[${text}](${ruleLink({ at }, revision)})`;
  });
