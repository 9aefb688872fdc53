import type { Mutant } from './mutate.ts';
import type { Probe } from './probe.ts';
import type { Traffic } from './traffic.ts';
import { type Revision, revisions } from './wire.ts';

/** A server capability that a case depends on; where it is not declared the case is not applicable, never passed. */
export type Capability = 'resources' | 'resources.subscribe' | 'resources.listChanged' | 'completions' | 'logging';

/** The keyword of the text; SCHEMA stands for a fact of the schema, or prose without an upper-case keyword. */
export type Level = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'SCHEMA';

/** What a user of the server suffers, worst first. */
export const harms = ['leaks', 'breaks', 'misleads', 'untidy'] as const;
/** One of the four kinds of harm. */
export type Harm = (typeof harms)[number];

/** One rule of the ledger, in the revisions whose text gives it this level. */
export interface Rule<Want = unknown> {
  /** The id in the ledger of requirements; never renamed. */
  id: string;
  level: Level;
  since: Revision;
  until?: Revision;
  /** Page and anchor below https://modelcontextprotocol.io/specification/<revision>/, or `schema#<Type>`. */
  at: `${string}#${string}`;
  /** At most six words that stand once on that page: they make the deep link, and show when the text has moved. */
  find?: string;
  /** Why the text implies the check, where it leaves a step to the reader; caps the verdict at "warn". */
  derived?: string;
  /** What this revision asks for, when revisions differ. */
  want?: Want;
}

/** Where and how a mutant counts, when it does not count in every revision for the case's first rule. */
export interface MutantScope {
  since?: Revision;
  until?: Revision;
  /** `breaks`: the rule that is broken, for a case with several. `allows`: the MAY rule of the ledger that permits it. */
  rule?: string;
  /** `allows`: such a server has nothing that the rule could apply to, and the case has to say so. */
  inapplicable?: boolean;
  /** It counts connections or requests, or keeps a state, so that other cases disturb it: it shows what it should only to its own case. */
  alone?: boolean;
  /** `breaks`: found as a warning whatever the rule's level, because the case says `warn` there. */
  warn?: boolean;
}

/** A conforming variation: bare, or with the MAY rule that permits it, or with a scope. */
export type Allowed = Mutant | readonly [Mutant, rule: string] | readonly [Mutant, scope: MutantScope];
/** A violation, the words that its report must contain, and its scope. */
export type Broken = readonly [mutant: Mutant, says: string, scope?: MutantScope];
/** A set of mutants by name, or one set per revision (schema mutants differ between revisions). */
export type PerRevision<T> = Readonly<Record<string, T>> | ((revision: Revision) => Readonly<Record<string, T>>);

/** What `run` and `watch` are told beside their material. */
export interface Terms<Want> {
  revision: Revision;
  /** The first rule that applies in this revision, and what it wants. */
  rule: Rule<Want>;
  want: Want;
  /** Whether a rule of this case binds in this revision. */
  binds: (ruleId: string) => boolean;
}

/** One requirement: what a conforming server does, where the text says so, how to judge it, and the proof of the judge. */
export interface Case<Want = any> {
  /** Says what a conforming server does: "X does Y", never "test that" or "should". */
  title: string;
  /** The rules that this one exchange decides. Wordings of one rule never overlap in revisions. */
  rules: readonly [Rule<Want>, ...Rule<Want>[]];
  needs?: readonly Capability[];
  /** The case judges servers without resources too; every other one has nothing to say of them. */
  anyServer?: boolean;
  harm: Harm;
  /** What a server author most likely has to change. */
  hint: string;
  /** The transports whose servers the rule binds; default: all. A memory transport counts as stdio; `sse` is 2024-11-05's own HTTP+SSE, and `http` binds from 2025-03-26 on. */
  transports?: readonly ('stdio' | 'http' | 'sse')[];
  /** The case may end the server: it runs last, apart from the leg's session, on one that no case has harmed. */
  fresh?: boolean;
  /** The case writes into `fixtures.directory`: no other leg takes stock of what is served meanwhile. */
  plants?: boolean;
  /** It reports requests that are never answered: cases that run into one are blocked by it. */
  reportsSilence?: boolean;
  /** Active: asks the server. */
  run?(probe: Probe, terms: Terms<Want>): Promise<void>;
  /** Passive: judged on all traffic of the leg, without a request of its own. */
  watch?(traffic: Traffic, terms: Terms<Want>): void;
  /** Conforming variations that this case must accept. */
  allows: PerRevision<Allowed>;
  /** Violations that this case must report, each with words that its report must contain. */
  breaks: PerRevision<Broken>;
}

/** Types a case; the identity function at run time. */
export const defineCase = <const Want = undefined>(definition: Case<Want>): Case<Want> => definition;

/** Whether a range of revisions holds `revision`. */
export const covers = ({ since, until }: { since?: Revision; until?: Revision }, revision: Revision): boolean =>
  (since ?? revisions[0]) <= revision && revision <= (until ?? revisions.at(-1)!);

/** The rules of a case that bind in `revision`; empty where the specification is silent. */
export const rulesIn = <Want>({ rules }: Case<Want>, revision: Revision): Rule<Want>[] =>
  rules.filter((rule) => covers(rule, revision));

/** The verdict on a server that breaks `rule`. */
export const penalty = ({ level, derived }: Rule): 'fail' | 'warn' =>
  derived !== undefined || level.startsWith('SHOULD') ? 'warn' : 'fail';

/** The verdict that a `breaks` entry on `rule` must get. */
export const expected = (rule: Rule, { warn = false }: MutantScope): 'fail' | 'warn' => (warn ? 'warn' : penalty(rule));

/** The mutants of a set that count in `revision`, each with its name. */
export function inRevision<T extends Allowed | Broken>(mutants: PerRevision<T>, revision: Revision): [string, T][] {
  const all = typeof mutants === 'function' ? mutants(revision) : mutants;
  return Object.entries(all).filter(([, mutant]) => covers(scopeOf(mutant), revision)) as [string, T][];
}

/** The scope of an `allows` or `breaks` entry. */
export function scopeOf(entry: Allowed | Broken): MutantScope {
  if (!Array.isArray(entry)) return {};
  const last: unknown = entry.length === 3 ? entry[2] : entry[1];
  if (typeof last === 'object' && last !== null) return last as MutantScope;
  return {};
}
