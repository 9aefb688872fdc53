import { definedCode } from '../error-codes.ts';
import { knownTemplates } from '../expansions.ts';
import { blockedBy, notApplicable, untested } from '../judge.ts';
import { type Read, spread } from '../material.ts';
import type { Probe } from '../probe.ts';
import { quote } from '../quote.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from '../session/reply.ts';
import type { Session } from '../session/session.ts';
import { troublesOf } from '../troubles.ts';
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
  const { asked, reads, unread } = surveyed;
  const troubles = troublesOf(session.channel.transcript);
  if (unread !== undefined) troubles.gap = true;
  const replies = [...asked.flatMap(({ plain, full }) => [plain, full]), ...reads.map(({ reply }) => reply)];
  troubles.meet(replies);
  return surveyed;
}

/** The wishes of the resources that want input first; gives up where there is none. Each reply is judged by whoever it concerns. */
export async function wishes(probe: Probe): Promise<(Wish & { plain: Reply })[]> {
  const surveyed = await survey(probe);
  return surveyed.wishes.length > 0 ? surveyed.wishes : nothing(probe, surveyed);
}

async function look(probe: Probe): Promise<Survey> {
  const named = namedIn(probe);
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
  const named = namedIn(probe);
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
  if (probe.fixtures.inputRequired === false)
    notApplicable('fixtures.inputRequired in the config says that no resource asks for input, and none was seen to');
  const answered = new Set(reads.filter(({ reply }) => isSettled(reply)).map(({ uri }) => uri));
  const listed = await probe.resources();
  const whole = probe.walk('resources/list').stopped === 'end';
  const left = listed.filter(({ uri }) => !answered.has(uri)).length;
  const templates = await unreadTemplates(probe);
  const none = `none of the ${reads.length} resources that were read asks for input`;
  if (whole && left === 0 && templates?.length === 0)
    notApplicable(
      reads.length > 0 ? `${none}, and they are all that the server lists` : 'the server lists no resource',
    );
  const others = [
    ...(left > 0 || !whole ? [`${whole ? left : 'some'} of those that are listed were not read`] : []),
    ...(templates ? [] : ['the templates could not be listed']),
    ...(templates?.length ? [`nothing is known to stand behind ${templates.map(quote).slice(0, 3).join(', ')}`] : []),
  ].join(', and ');
  const values = templates?.length ? ', give values for the templates in fixtures.templates' : '';
  untested(
    `${none}, but ${others}; name one that does in fixtures.inputRequired${values}, or say "inputRequired": false there`,
  );
}

const namedIn = ({ fixtures: { inputRequired } }: Probe): string | undefined =>
  inputRequired ? inputRequired.uri : undefined;

/** Whether a result holds what belongs to a wish for input without being one. */
export const holdsWish = (result: Readonly<Record<string, unknown>>): boolean =>
  'inputRequests' in result && typeof result.resultType === 'string' && result.resultType !== 'input_required';

const isSettled = (reply: Reply): boolean => (isResult(reply) || isError(reply)) && !isWithheld(reply);

/** The listed templates that led to no resource which was read; undefined where they could not be listed. */
async function unreadTemplates(probe: Probe): Promise<string[] | undefined> {
  const templates = await probe.templates().catch(() => undefined);
  const expanded = new Set(
    (await knownTemplates(probe).catch(() => []))
      .filter(({ expansions }) => expansions.some(({ reply }) => isSettled(reply)))
      .map(({ entry }) => entry),
  );
  return templates?.filter((entry) => !expanded.has(entry)).map(({ uriTemplate }) => String(uriTemplate));
}
