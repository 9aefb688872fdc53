import { readFileSync } from 'node:fs';
import { rulesIn } from '../harness/case.ts';
import type { Revision } from '../harness/wire.ts';
import { cases } from '../suites/index.ts';
import type { Said } from './digest.ts';

/** What a judgement is about: a case, perhaps in certain words, perhaps on certain implementations alone. */
export interface About {
  case: string;
  /** How the reason begins, or a regular expression that it matches. */
  says?: string;
  on?: string[];
}

/** Who is at fault for a finding, by which sentence, and how it comes about. */
export interface Judgement extends About {
  fault: 'sdk' | 'server' | 'suite';
  /** <revision>/<page>#<anchor>: the place of one of the rules of the case. */
  at: string;
  rule: string;
  sends: string;
}

/** Why something stays untested, what would make it testable, and whether the suite could have found it by itself. */
export interface Explanation extends About {
  why: string;
}

/** Reads field/judgements.json. */
export const readJudgements = (root = '.'): Judgement[] =>
  JSON.parse(readFileSync(`${root}/field/judgements.json`, 'utf8'));

/** Reads field/untested.json. */
export const readExplanations = (root = '.'): Explanation[] =>
  JSON.parse(readFileSync(`${root}/field/untested.json`, 'utf8'));

function matches(says: string, reason: string): boolean {
  if (reason.startsWith(says)) return true;
  try {
    return new RegExp(says).test(reason);
  } catch {
    return false;
  }
}

const weight = ({ on, says }: About): number => (on ? 2 : 0) + (says === undefined ? 0 : 1);

/** The entry that is about something that was said; where several are, the one that is told more exactly. */
export function about<T extends About>(entries: readonly T[], said: Said & { name: string }): T | undefined {
  return entries
    .filter((entry) => entry.case === said.case)
    .filter(({ on }) => on === undefined || on.includes(said.name))
    .filter(({ says }) => says === undefined || matches(says, said.says))
    .sort((one, other) => weight(other) - weight(one))[0];
}

/** What stays untested because another case stands in its way needs no words of ours. */
export const explainsItself = ({ says }: Said): boolean => says.startsWith('blocked by ');

/** What is wrong with a judgement, in words; undefined where nothing is. */
export function judgementFault({ case: id, fault, at, rule, sends }: Judgement): string | undefined {
  const definition = cases[id];
  if (!definition) return `there is no case ${id}; "npx mcp-resource-conformance list" names them all`;
  if (!['sdk', 'server', 'suite'].includes(fault)) return `${id}: the fault is the sdk's, the server's or the suite's`;
  if (!rule || !sends) return `${id}: say what the rule says (rule) and what the server does (sends)`;
  const slash = at.indexOf('/');
  const places = rulesIn(definition, at.slice(0, slash) as Revision).map((each) => each.at as string);
  if (!places.includes(at.slice(slash + 1)))
    return `${id}: ${at} is no place of its rules; ${at.slice(0, slash)} has ${places.join(', ') || 'none'}`;
  return undefined;
}
