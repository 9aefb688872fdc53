import type { Report, Verdict } from '../../harness/report.ts';
import { shorten, visible } from '../escape.ts';
import { type Finding, revisionsOf } from '../findings.ts';
import { staleInWords, staleIssues, webAddress } from '../known.ts';
import { byReason, matrix } from '../matrix.ts';
import type { ReportOptions } from '../options.ts';
import { commandLine, rerunCommand } from '../rerun.ts';
import { harmWords, marks, plural, verdictWords } from '../words.ts';
import { block, code, folded, link, table, text } from './text.ts';

/** Parts that are added while there is room for them; what does not fit is counted. */
class Parts {
  #room: number;
  readonly #parts: string[] = [];

  constructor(room: number) {
    this.#room = room;
  }

  add(part: string): boolean {
    if (part.length + 2 > this.#room) return false;
    this.#room -= part.length + 2;
    this.#parts.push(part);
    return true;
  }

  /** As many of the parts as fit into a share of the room; the others in a sentence. */
  share(fraction: number, parts: Iterable<string>, total: number, what: string): string {
    const share = new Parts(Math.floor(this.#room * fraction));
    let done = 0;
    for (const part of parts) {
      if (!share.add(part)) break;
      done++;
    }
    const left = total - done;
    return [
      ...share.#parts,
      ...(left > 0 ? [`… ${plural(left, `more ${what}`)}, which the other formats show.`] : []),
    ].join('\n\n');
  }

  toString(): string {
    return this.#parts.join('\n\n');
  }
}

/** Everything that is folded: findings, cases, what is untested, what does not apply, the run. */
export function details(report: Report, all: readonly Finding[], options: ReportOptions & { room: number }): string {
  const parts = new Parts(options.room - 500);
  const open = all.filter(({ knownIssue }) => knownIssue === null);
  const known = all.filter(({ knownIssue }) => knownIssue !== null);
  for (const [title, these] of [
    ['Findings', open],
    ['Known issues', known],
  ] as const) {
    if (these.length === 0) continue;
    const shown = parts.share(
      0.5,
      (function* () {
        for (const finding of these) yield findingText(report, finding, options);
      })(),
      these.length,
      'finding',
    );
    parts.add(folded(`${title} (${these.length})`, shown));
  }
  const stale = staleIssues(report);
  if (stale.length > 0) {
    const lines = stale.map((issue) => `- ${text(staleInWords(issue), 600)}`);
    parts.add(
      folded(`Known issues that do not hold (${stale.length})`, parts.share(0.2, lines, lines.length, 'entry')),
    );
  }
  const cases = caseTable(report);
  if (cases !== undefined && !parts.add(folded('Every case', cases)))
    parts.add('The table of every case is too long for here; the other formats show it.');
  for (const verdict of ['untested', 'not-applicable'] as const) {
    const groups = byReason(report, verdict);
    if (groups.length === 0) continue;
    const lines = groups.map(
      ({ reason, cases: ids }) =>
        `- ${text(reason, 300)}: ${ids
          .slice(0, 8)
          .map((id) => code(id, 80))
          .join(', ')}${ids.length > 8 ? ` and ${ids.length - 8} more` : ''}`,
    );
    const shown = parts.share(0.5, lines, lines.length, 'reason').replaceAll('\n\n- ', '\n- ');
    parts.add(
      folded(
        `${verdict === 'untested' ? 'Untested, and what would make it testable' : 'Not applicable'} (${groups.length})`,
        shown,
      ),
    );
  }
  parts.add(folded('The run', run(report)));
  return parts.toString();
}

function findingText(report: Report, finding: Finding, options: ReportOptions): string {
  const again = options.rerun ?? ((id, revisions) => rerunCommand(report, id, revisions));
  const { contrast, knownIssue, places } = finding;
  const ours = finding.verdict === 'error';
  const { lines, leftOut } = finding.exchange(6, { brief: true, width: 90, lines: 20 });
  const arrows = { out: '→', in: '←', stderr: 'stderr', event: '·' } as const;
  const said = lines.flatMap(({ direction, summary, body }) => [
    `${arrows[direction] ?? '·'} ${summary}`.trimEnd(),
    ...(body === '' ? [] : body.split('\n').map((row) => `    ${row}`)),
  ]);
  const facts = [
    ...(contrast
      ? [
          contrast.context === '' ? '' : `when: ${text(contrast.context)}`,
          `expected: ${text(contrast.expected)}`,
          `got: ${text(contrast.got)}`,
        ]
      : [`found: ${text(finding.reason, 600)}`]),
    ...finding.variants.slice(0, 3).map(({ reason, place }) => `also, ${text(place.revision, 20)}: ${text(reason)}`),
    ours ? '' : `harm: ${text(finding.harm, 20)}: ${harmWords[finding.harm] ?? ''}`,
    knownIssue
      ? `known: ${text(knownIssue.why, 600)}${knownIssue.issue ? ` (${link(text(knownIssue.issue, 200), webAddress(knownIssue.issue))})` : ''}`
      : '',
    ours ? 'hint: the fault is in this suite, not in the server; please report it' : `hint: ${text(finding.hint, 400)}`,
    ours
      ? ''
      : `spec: ${link(
          finding.rules
            .slice(0, 6)
            .map((rule) => code(rule, 80))
            .join(', '),
          webAddress(finding.link),
        )}`,
    `again: ${code(again(finding.case, revisionsOf(places)), 1_000)}`,
  ];
  return [
    `#### ${marks[finding.verdict]} ${text(finding.title, 200)}`,
    `${code(finding.case, 80)} · ${text(finding.level, 20)} · ${verdictWords[finding.verdict]} in ${revisionsOf(places).join(', ')}${finding.unstable ? ' · unstable' : ''}`,
    facts
      .filter((fact) => fact !== '')
      .map((fact) => `- ${fact}`)
      .join('\n'),
    ...(said.length > 0
      ? [block([...said, ...(leftOut > 0 ? [`… ${plural(leftOut, 'more line')} in the transcript`] : [])])]
      : []),
  ].join('\n\n');
}

function caseTable(report: Report): string | undefined {
  const { legs, suites } = matrix(report);
  if (legs.length === 0) return undefined;
  const mixed = new Set(legs.map(({ transport }) => transport)).size > 1;
  const rows = suites.flatMap(({ rows: cases }) =>
    cases.map((row) => [
      code(row.case, 80),
      ...row.cells.map((cell) =>
        cell
          ? `${marks[cell.verdict as Verdict] ?? ''}${cell.unstable ? '~' : ''}${cell.knownIssue ? ' known' : ''}`
          : '',
      ),
    ]),
  );
  const legend = Object.entries(marks).map(([verdict, mark]) => `${mark} ${verdictWords[verdict as Verdict]}`);
  return `${table(['case', ...legs.map(({ revision, transport }) => text(revision, 20) + (mixed ? ` ${text(transport, 10)}` : ''))], rows)}\n\n${legend.join(' · ')}`;
}

function run(report: Report): string {
  return [
    block([visible(shorten(commandLine(report.command), 2_000))]),
    ...(report.absent.length > 0
      ? [
          report.absent
            .slice(0, 10)
            .map(({ revision, why }) => `- ${text(revision, 20)}: ${text(why, 400)}`)
            .join('\n'),
        ]
      : []),
  ].join('\n\n');
}
