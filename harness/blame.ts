import type { Case } from './case.ts';
import { type Finding, findingOf, termsOf } from './finding.ts';
import type { Probe } from './probe.ts';
import { exitInWords } from './session/channel.ts';
import type { Session } from './session/session.ts';
import type { Traffic } from './traffic.ts';
import { requestInWords, troublesOf } from './troubles.ts';

/** One try of a case, and what it found. */
export interface Tried {
  definition: Case;
  probe: Probe;
  found: Finding;
  /** The last line of the transcript before the try. */
  from: number;
  /** The case that reports requests which are never answered, where one does. */
  silenceCase: string | undefined;
}

const crash = {
  harm: 'breaks' as const,
  hint: 'Catch what goes wrong while a request is handled, and answer it with an error: no request may end the server.',
};
const silence = {
  harm: 'breaks' as const,
  hint: 'Answer each request, also when a handler fails or takes long: with a result or with an error.',
};

/**
 * What a try found, with the end of the server or its silence held against the case that met it first, and once: whatever a case
 * finds after that is a consequence, and no finding of its own.
 */
export function blame(tried: Tried): Finding {
  const { probe, found } = tried;
  if (found.verdict === 'error') return found;
  const troubles = troublesOf(probe.session.channel.transcript);
  const { refused } = troubles;
  if (refused) {
    const { line, trouble } = refused;
    return before(line, tried) ?? blocked(troubles.reporter(trouble, tried.silenceCase), trouble.words, found);
  }
  const seen = seenEnough(found, troubles.worn);
  return ofExit(tried) ?? ofSilence({ ...tried, found: troubles.gap ? unlessGap(seen) : seen });
}

/** What was not asked, because enough had gone unanswered, can be no ground for a good verdict. */
const seenEnough = (found: Finding, worn: string | undefined): Finding =>
  worn !== undefined && isGood(found)
    ? { ...found, verdict: 'untested', reason: `${worn}, so no more were made; answer each` }
    : found;

/** Why a case whose second try was no better is not sure. */
export const silentTwice = 'requests got no answer, also when they were made again';

/** What a passive case finds in the traffic of a leg; `silent`: ordinary requests got no answer. */
export function watched(definition: Case, traffic: Traffic, silent: boolean): Finding {
  const { revision } = traffic;
  let found: Finding;
  try {
    definition.watch!(traffic, termsOf(definition, revision));
    found = findingOf(definition, revision, [], []);
  } catch (error) {
    found = findingOf(definition, revision, [], [], error);
  }
  return silent ? unlessGap(found) : found;
}

/** What is not among all that was seen may be missing for want of an answer. */
const unlessGap = (found: Finding): Finding =>
  found.verdict === 'not-applicable' ? unsure(found, 'requests got no answer') : found;

/** What a case found while requests went unanswered: what was not seen is no ground for a good verdict. */
export const unsure = (found: Finding, unanswered: string): Finding =>
  isGood(found)
    ? { ...found, verdict: 'untested', reason: `${found.reason || 'nothing broken was seen'}, but ${unanswered}` }
    : found;

const isGood = ({ verdict }: Finding): boolean => verdict === 'pass' || verdict === 'not-applicable';

function ofExit(tried: Tried): Finding | undefined {
  const { definition, probe, found, from } = tried;
  const { transcript } = probe.session.channel;
  const troubles = troublesOf(transcript);
  const ended = [probe.session, ...probe.opened].filter(({ channel, closed }) => channel.exit && !closed);
  const session: Session | undefined = ended.find(({ channel }) => channel.culprit) ?? ended[0];
  if (!session) return undefined;
  const { culprit } = session.channel;
  const exit = `the server ${exitInWords(session.channel.exit!)}`;
  const own = session !== probe.session || definition.fresh === true;
  const earlier = culprit && troubles.reported(culprit.method, exit);
  const line = transcript.lines.findIndex(({ text, n }) => n > from && text === exit) + 1;
  const words = culprit ? `${exit} on ${requestInWords(culprit.method, culprit.params)}` : `${exit} during this case`;
  if (earlier !== undefined && !(own && isGood(found))) return before(line, tried) ?? blocked(earlier, words, found);
  // A case that opens connections of its own has words of its own for what becomes of them; so has one that looks for the end.
  if (own || (!culprit && found.verdict === 'fail')) {
    if (culprit && found.verdict === 'fail' && !definition.fresh) troubles.report(culprit.method, exit);
    return undefined;
  }
  if (culprit) troubles.report(culprit.method, exit);
  const lines = culprit ? [culprit.line, line] : transcript.lines.slice(from).map(({ n }) => n);
  return before(line, tried) ?? { ...found, verdict: 'fail', reason: words, lines, ...crash };
}

function ofSilence({ probe, found, silenceCase }: Tried): Finding {
  const troubles = troublesOf(probe.session.channel.transcript);
  const trouble = troubles.silenced;
  if (!trouble) return found;
  if (found.verdict === 'untested')
    return silenceCase === undefined
      ? { ...found, verdict: 'fail', reason: `expected an answer, but ${trouble.words}`, ...silence }
      : blocked(silenceCase, trouble.words, found);
  // Who is told that this case stands in the way has to find out there what is wrong.
  if (found.verdict !== 'fail' && silenceCase === undefined) troubles.disown();
  return found;
}

/** The reason of a case that is blocked by one which is blocked itself: what blocks that one, if that is not the case again. */
export function rootOf(id: string, reason: string, reasonOf: (id: string) => string | undefined): string {
  const by = /^blocked by (\S+): /.exec(reason)?.[1];
  const deeper = by === undefined ? undefined : reasonOf(by);
  return deeper?.startsWith('blocked by ') && !deeper.startsWith(`blocked by ${id}: `) ? deeper : reason;
}

/** What a case had found by a line of the transcript, where that is a violation. */
function before(line: number, { definition, probe }: Tried): Finding | undefined {
  const early = probe.flags.filter(({ at }) => at < line);
  return early.length === 0 ? undefined : findingOf(definition, probe.revision, early, []);
}

const blocked = (by: string, what: string, { lines }: Finding): Finding => ({
  verdict: 'untested',
  reason: `blocked by ${by}: ${what}`,
  lines,
});
