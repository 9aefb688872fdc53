import type { CaseFacts } from '../../reports/options.ts';
import { type Case, penalty } from '../case.ts';
import { ruleLink } from '../link.ts';
import { revisions } from '../wire.ts';
import { inOrder } from './catalogue.ts';

/** What the reports may tell of every case, run or not, in the order of the report. */
export const caseFacts = (cases: Readonly<Record<string, Case>>): CaseFacts[] =>
  inOrder(cases).map(({ id, definition }) => {
    const { title, hint, harm, rules } = definition;
    const newest = rules.reduce((last, rule) => (rule.since > last.since ? rule : last));
    return {
      id,
      title,
      hint,
      harm,
      level: newest.level,
      fails: penalty(newest) === 'fail',
      link: ruleLink(newest, newest.until ?? revisions.at(-1)!),
      rules: [...new Set(rules.map((rule) => rule.id))],
    };
  });
