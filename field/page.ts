import { ruleLink } from '../harness/link.ts';
import { suiteOrder } from '../harness/plan.ts';
import { type Revision, revisions } from '../harness/wire.ts';
import { plural } from '../reports/words.ts';
import { escaped } from '../scripts/docs-pages.ts';
import { cases } from '../suites/index.ts';
import { allSaid, type Digest, type Said } from './digest.ts';
import { about, type Explanation, explainsItself, type Judgement } from './judgements.ts';
import { type Entry, kinds, languages, type Manifest, type Way, ways } from './manifest.ts';

/** All from which the page is made. */
export interface Field {
  manifest: Manifest;
  digests: Digest[];
  judgements: Judgement[];
  explanations: Explanation[];
  /** What a person has written, for the end of the page. */
  beside?: string;
}

const wayWords = { stdio: 'stdio', http: 'HTTP' } as const;
const kindWords = {
  sdk: 'Little servers, each as the documentation of its SDK would have a newcomer write it',
  published: 'Servers as they are published',
  'stand-in': 'Stand-ins for a library that cannot be installed',
} as const;
const faultWords = { sdk: 'the SDK', server: 'the server', suite: 'this suite' } as const;

/** The digests in the order of the page: by kind, by language, by name. */
export function inOrder({
  manifest,
  digests,
}: Pick<Field, 'manifest' | 'digests'>): { entry: Entry; digest: Digest }[] {
  const rank = ({ kind, language }: Entry) => kinds.indexOf(kind) * 10 + languages.indexOf(language);
  return digests
    .flatMap((digest) => (manifest[digest.name] ? [{ entry: manifest[digest.name]!, digest }] : []))
    .sort((one, other) => rank(one.entry) - rank(other.entry) || (one.digest.name < other.digest.name ? -1 : 1));
}

/** docs/field.md. */
export function page(field: Field): string {
  const rows = inOrder(field);
  const found = rows.flatMap(({ digest }) => allSaid(digest, 'findings'));
  const untested = rows.flatMap(({ digest }) => allSaid(digest, 'untested'));
  const fails = new Set(found.filter(({ verdict }) => verdict === 'fail').map((said) => said.case));
  const ids = [...new Set(found.map((said) => said.case))].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const section = (id: string) => caseSection(id, found, field.judgements);
  return [
    '# In the field',
    '',
    `What the suite says of ${plural(rows.length, 'implementation')} in ${plural(new Set(rows.map(({ entry }) => entry.language)).size, 'language')}:`,
    'servers in `field/servers`, each written as the documentation of its SDK has it, and servers that others have published. Each finding was',
    'judged: what the rule says, what the server does, and whose fault it is. The same as a page to click through:',
    '[`field/results/index.html`](../field/results/index.html).',
    '',
    'Written by `npm run field`; `npm run field -- --list` names the implementations, and `npm run field -- <name>` runs one.',
    ...(field.beside === undefined ? [] : ['At the end: [beside the official suite](#beside-the-official-suite).']),
    '',
    ...kinds.flatMap((kind) => matrix(kind, rows)),
    'A cell counts the rules that fail (✗) and that warn (!) in that revision; ✓ stands for none of either, ? for rules that',
    'stayed untested, – for a revision that the server does not speak.',
    '',
    ...tally(found, field.judgements),
    '## Rules that are broken',
    '',
    ...ids.filter((id) => fails.has(id)).flatMap(section),
    '## Advice that is not taken, and weaker evidence',
    '',
    ...ids.filter((id) => !fails.has(id)).flatMap(section),
    '## What stayed untested',
    '',
    ...untestedPart(untested, field.explanations),
    ...(field.beside === undefined ? [] : ['', field.beside]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

const rank = (id: string): string => `${(suiteOrder as readonly string[]).indexOf(id.split('/')[0]!) + 10} ${id}`;

function matrix(kind: Entry['kind'], rows: readonly { entry: Entry; digest: Digest }[]): string[] {
  const its = rows.filter(({ entry }) => entry.kind === kind);
  if (its.length === 0) return [];
  const notes = its.flatMap(({ entry, digest }) => (entry.notes ? [`- **${digest.name}**: ${entry.notes}`] : []));
  return [
    `## ${kindWords[kind]}`,
    '',
    `| name | language | implementation | over | ${revisions.join(' | ')} | result |`,
    `| --- | --- | --- | --- | ${revisions.map(() => '---').join(' | ')} | --- |`,
    ...its.flatMap(({ entry, digest }) => ways.map((over) => matrixRow(entry, digest, over))),
    '',
    ...(notes.length > 0 ? [...notes, ''] : []),
  ];
}

function matrixRow(entry: Entry, digest: Digest, over: Way): string {
  const { name, version } = digest;
  const found = digest[over];
  const head = `| ${name} | ${entry.language} | [\`${entry.package}\`](${entry.documentation}) ${version} | ${wayWords[over]} |`;
  if (!found) return `${head}${' – |'.repeat(revisions.length)} ${escaped(entry[`${over}Not`] ?? 'not run')} |`;
  const cells = revisions.map((revision) => {
    if (!found.revisions.includes(revision)) return '–';
    const count = (said: readonly Said[], verdict: string) =>
      said.filter((each) => each.verdict === verdict && each.revisions.includes(revision)).length;
    const [fail, warn] = [count(found.findings, 'fail'), count(found.findings, 'warn')];
    const open = count(found.untested, 'untested');
    const parts = [fail && `${fail}\u00a0✗`, warn && `${warn}\u00a0!`, open && `${open}\u00a0?`].filter(Boolean);
    return parts.join(' ') || '✓';
  });
  return `${head} ${cells.join(' | ')} | ${found.headline} |`;
}

/** How many findings there are, and whose fault they are. */
function tally(found: readonly (Said & { name: string })[], judgements: readonly Judgement[]): string[] {
  const counts = new Map<string, number>();
  for (const said of found) {
    const fault = about(judgements, said)?.fault;
    const whose = fault ? faultWords[fault] : 'NOT JUDGED';
    counts.set(whose, (counts.get(whose) ?? 0) + 1);
  }
  const whose = [...counts].map(([who, count]) =>
    who === 'NOT JUDGED' ? `${count} ${who}` : `${count} the fault of ${who}`,
  );
  return [
    `${found.length} findings: ${whose.join(', ') || 'none'}. A finding is what one implementation shows over one`,
    'transport, in the same words in each of the revisions named.',
    '',
  ];
}

type Placed = Said & { name: string; over: Way };

const placeOf = ({ name, over, revisions: shown }: Placed): string => {
  const span = shown.length > 1 ? `${shown[0]} to ${shown.at(-1)}` : shown[0];
  return `${name} over ${wayWords[over]}, ${span}`;
};

/** One line for each thing that is said, with all of which it is said. */
function bullets(said: readonly Placed[]): string[] {
  const places = new Map<string, string[]>();
  for (const each of said) {
    const words = each.verdict === 'untested' ? `- ${code(each.says)}` : `- **${each.verdict}**: ${code(each.says)}`;
    places.set(words, [...(places.get(words) ?? []), `  - ${placeOf(each)}`]);
  }
  return [...places].flatMap(([words, its]) => [words, ...its]);
}

function caseSection(id: string, found: readonly Placed[], judgements: readonly Judgement[]): string[] {
  const its = found.filter((said) => said.case === id);
  const groups = new Map<Judgement | undefined, Placed[]>();
  for (const said of its) {
    const judgement = about(judgements, said);
    groups.set(judgement, [...(groups.get(judgement) ?? []), said]);
  }
  const parts = [...groups].flatMap(([judgement, said]) => [
    judgement ? judged(judgement) : '**NOT JUDGED**: see field/judgements.json.',
    '',
    ...bullets(said),
    '',
  ]);
  return [
    `### ${id}`,
    '',
    `*${cases[id]?.title ?? 'A case that is no more'}.* ([rule](${its[0]!.link}))`,
    '',
    ...parts,
  ];
}

function judged({ fault, at, rule, sends }: Judgement): string {
  const slash = at.indexOf('/');
  const [revision, place] = [at.slice(0, slash) as Revision, at.slice(slash + 1) as `${string}#${string}`];
  const words = place.startsWith('schema#')
    ? `the schema of ${revision} (${place.slice(7)})`
    : `${place} of ${revision}`;
  return `By [${words}](${ruleLink({ at: place }, revision)}): ${rule} ${sends} The fault is ${faultWords[fault]}'s.`.replace(
    "this suite's",
    'that of this suite',
  );
}

function untestedPart(untested: readonly Placed[], explanations: readonly Explanation[]): string[] {
  const open = untested.filter((said) => !explainsItself(said));
  const ids = [...new Set(open.map((said) => said.case))].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const blocked = untested.length - open.length;
  const note = blocked > 0 ? [`Not told here: ${blocked} that another finding stands in the way of.`, ''] : [];
  if (ids.length === 0) return ['Nothing.', '', ...note];
  return [
    ...note,
    ...ids.flatMap((id) =>
      explained(
        id,
        open.filter((said) => said.case === id),
        explanations,
      ),
    ),
  ];
}

function explained(id: string, said: readonly Placed[], explanations: readonly Explanation[]): string[] {
  const groups = new Map<Explanation | undefined, Placed[]>();
  for (const each of said) {
    const explanation = about(explanations, each);
    groups.set(explanation, [...(groups.get(explanation) ?? []), each]);
  }
  const parts = [...groups].flatMap(([explanation, its]) => [
    explanation?.why ?? '**NOT EXPLAINED**: see field/untested.json.',
    '',
    ...bullets(its),
    '',
  ]);
  return [`### ${id}, untested`, '', ...parts];
}

/** Inline code whatever backticks are in it. */
const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  const line = text.replace(/\s+/g, ' ');
  return fence.length > 1 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
};
