import { definedCode } from '../error-codes.ts';
import { knownTemplates } from '../expansions.ts';
import { blockedBy, notApplicable, untested } from '../judge.ts';
import { type Read, spread } from '../material.ts';
import type { Probe } from '../probe.ts';
import { quote } from '../quote.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from '../session/reply.ts';
import type { Session } from '../session/session.ts';
import { isObject } from '../wire.ts';
import { readDeclaring, type Wish, wishIn } from './wish.ts';

/** A resource, read by a client that declares nothing, and by one that declares all by which it may be asked. */
export interface Asked {
  uri: string;
  /** The answer to the client without capabilities. */
  plain: Reply;
  /** The answer to the client with every capability. */
  full: Reply;
}

/** What is known of a server's wishes for input. */
export interface Survey {
  asked: Asked[];
  /** The wishes of resources that want input first, one a resource. */
  wishes: (Wish & { plain: Reply })[];
  reads: readonly Read[];
  /** Why the reads could not be had. */
  unread?: unknown;
}

/** How many resources that seem to want input are asked, and how many of the others. */
const mostSuspects = 6;
const mostOthers = 8;

const known = new WeakMap<Session, Promise<Survey>>();

/** Finds the resources that want input first, once a session. */
export async function survey(probe: Probe): Promise<Survey> {
  const { session } = probe;
  const found = known.get(session) ?? look(probe);
  known.set(session, found);
  const surveyed = await found;
  if (surveyed.asked.some(({ plain, full }) => plain.cause === 'timeout' || full.cause === 'timeout'))
    probe.timedOut = true;
  return surveyed;
}

/** The wishes of the resources that want input first; gives up where there is none. Each reply is judged by whoever it concerns. */
export async function wishes(probe: Probe): Promise<(Wish & { plain: Reply })[]> {
  const surveyed = await survey(probe);
  return surveyed.wishes.length > 0 ? surveyed.wishes : nothing(probe, surveyed);
}

async function look(probe: Probe): Promise<Survey> {
  const named = probe.fixtures.inputRequired?.uri;
  let unread: unknown;
  const listed = await probe.reads().catch((error: unknown) => {
    unread = error;
    return [];
  });
  const templates = await knownTemplates(probe).catch(() => []);
  const reads = new Map<string, Read>();
  for (const read of [...listed, ...templates.flatMap(({ expansions }) => expansions)])
    if (!reads.has(read.uri)) reads.set(read.uri, read);
  const suspects = [...reads.values()].filter(isSuspect).slice(0, mostSuspects);
  const others = [...reads.values()].filter((read) => isResult(read.reply) && !isSuspect(read));
  const uris = new Set([
    ...(named === undefined ? [] : [named]),
    ...suspects.map(({ uri }) => uri),
    ...spread(others, mostOthers).map(({ uri }) => uri),
  ]);
  const asked: Asked[] = [];
  for (const uri of uris) {
    // Without capabilities first: a server that remembers them is judged by another case.
    const plain = reads.get(uri)?.reply ?? (await probe.send('resources/read', { uri }));
    asked.push({ uri, plain, full: await readDeclaring(probe, uri) });
  }
  const wishing = asked.flatMap(({ uri, plain, full }) => {
    const wish = wishIn(full, uri);
    return wish ? [{ ...wish, plain }] : [];
  });
  return { asked, wishes: wishing, reads: [...reads.values()], ...(unread !== undefined && { unread }) };
}

const isSuspect = ({ reply, wantsInput }: Read): boolean =>
  wantsInput || codeOf(reply) === definedCode.missingCapability;

/** Says why no wish is known. */
async function nothing(probe: Probe, { asked, reads, unread }: Survey): Promise<never> {
  const named = probe.fixtures.inputRequired?.uri;
  for (const { uri, plain, full } of asked) {
    if (isResult(full) && isObject(full.result) && holdsWish(full.result))
      blockedBy('input-required/shape', `${quote(uri)} wants input, but its result is of another type`);
    if (uri !== named && codeOf(plain) !== definedCode.missingCapability) continue;
    const why = uri === named ? 'fixtures.inputRequired names' : 'a client capability is wanted by';
    untested(
      `${why} ${quote(uri)}, which was answered with ${inWords(full)} and not with a question; name a resource that asks in fixtures.inputRequired`,
    );
  }
  if (unread !== undefined) throw unread;
  const answered = new Set(reads.filter(({ reply }) => isSettled(reply)).map(({ uri }) => uri));
  const listed = await probe.resources();
  const all = listed.every(({ uri }) => answered.has(uri)) && probe.walk('resources/list').stopped === 'end';
  const none = `none of the ${reads.length} resources that were read asks for input`;
  if (all && (await allTemplatesRead(probe)))
    notApplicable(
      reads.length > 0 ? `${none}, and they are all that the server lists` : 'the server lists no resource',
    );
  untested(`${none}; name one that does in fixtures.inputRequired`);
}

/** Whether a result holds what belongs to a wish for input without being one. */
export const holdsWish = (result: Readonly<Record<string, unknown>>): boolean =>
  'inputRequests' in result && typeof result.resultType === 'string' && result.resultType !== 'input_required';

const isSettled = (reply: Reply): boolean => (isResult(reply) || isError(reply)) && !isWithheld(reply);

/** Whether each listed template led to a resource that was read. */
async function allTemplatesRead(probe: Probe): Promise<boolean> {
  const templates = await probe.templates().catch(() => undefined);
  const expanded = new Set(
    (await knownTemplates(probe).catch(() => []))
      .filter(({ expansions }) => expansions.some(({ reply }) => isSettled(reply)))
      .map(({ entry }) => entry),
  );
  return templates?.every((entry) => expanded.has(entry)) ?? false;
}
