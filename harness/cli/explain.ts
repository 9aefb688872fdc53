import { type Case, penalty, type Rule } from '../case.ts';
import { ruleLink } from '../link.ts';
import type { Fixtures } from '../run-options.ts';
import { type Revision, revisions } from '../wire.ts';
import type { Parsed } from './arguments.ts';
import { type CatalogueEntry, describe } from './catalogue.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';
import { nearIds } from './select.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

const harmInWords = {
  leaks: 'leaks: a client gets at what it must not',
  breaks: 'breaks: a client fails, hangs, or cannot get at a resource',
  misleads: 'misleads: a client works, and is told something wrong',
  untidy: 'untidy: nobody is hurt, yet the text says otherwise',
} as const;

/** Prints all that is known about one case. */
export async function explain({ operands }: Parsed, io: Io, parts: Parts): Promise<number> {
  const [id, extra] = operands;
  if (id === undefined)
    throw new WrongUsage('explain needs the id of a case, as in explain not-found/code; "list" shows all');
  if (extra !== undefined)
    throw new WrongUsage(`explain takes one case, got also ${quoted(extra)}; explain them one by one`);
  const { cases } = await parts.cases();
  if (!Object.hasOwn(cases, id)) throw new WrongUsage(`unknown case ${quoted(id)}; ${nearIds(id, Object.keys(cases))}`);
  const definition = cases[id]!;
  io.stdout.write(`${explanation(definition, describe({ id, definition }))}\n`);
  return 0;
}

function explanation(definition: Case, entry: CatalogueEntry): string {
  const { transports, fresh, hint, harm, needs = [] } = definition;
  const terms = [
    needs.length > 0 ? `Needs    the capability ${needs.join(' and ')}` : 'Needs    no capability',
    ...(transports ? [`Over     ${transports.join(' and ')} only`] : []),
    ...(fresh ? ['Runs     last, on a server process and session of its own, since it may end the server'] : []),
    ...fixtureTerms(definition),
    `Harm     ${harmInWords[harm]}`,
    `Mend     ${hint}`,
  ];
  return [
    `${entry.id}: ${entry.title}`,
    '',
    ...definition.rules.flatMap(ruleLines),
    '',
    ...terms,
    '',
    'Conforms:',
    ...bullets(entry.allows.map(({ name, rule }) => (rule === undefined ? name : `${name} (${rule})`))),
    '',
    'Breaks it:',
    ...bullets(entry.breaks.map(({ name, says }) => `${name}; the report says: ${says}`)),
  ].join('\n');
}

function ruleLines(rule: Rule): string[] {
  const last = rule.until ?? revisions.at(-1)!;
  const bound = revisions.filter((revision) => rule.since <= revision && revision <= last);
  const verdict = penalty(rule) === 'fail' ? 'a breach fails' : 'a breach warns';
  return [
    `${rule.level}  ${rule.id} (${verdict})`,
    ...(rule.want === undefined ? [] : [`  asks for ${JSON.stringify(rule.want)}`]),
    ...(rule.derived === undefined ? [] : [`  derived: ${rule.derived}`]),
    ...bound.map((revision: Revision) => `  ${revision}  ${ruleLink(rule, revision)}`),
  ];
}

/** A case that needs material names it; the others take what the server lists. */
function fixtureTerms(definition: Case & { fixtures?: readonly (keyof Fixtures)[] }): string[] {
  const { fixtures = [] } = definition;
  return fixtures.length > 0 ? [`Fixtures ${fixtures.join(' and ')}, in the config`] : [];
}

const bullets = (lines: readonly string[]): string[] =>
  (lines.length > 0 ? lines : ['nothing beside the plain case']).map((line) => `  - ${line}`);
