import { askedOnce } from './asked-once.ts';
import { legacyRevisions } from './eras.ts';
import { untested } from './judge.ts';
import type { Probe } from './probe.ts';
import { handshakeQuestion, initializeParams } from './session/legacy.ts';
import { inWords, isResult, isWithheld, type Reply } from './session/reply.ts';
import type { Session } from './session/session.ts';
import type { Transcript } from './transcript.ts';
import { isObject, type JsonObject, type Revision } from './wire.ts';

/** Versions that nobody speaks: one older and one newer than all that are published. */
export const unspokenVersions = ['1900-01-01', '2099-01-01'] as const;

/** A handshake on a connection of its own, with what was sent before the client said that it is ready. */
export interface Opening {
  /** The answer to `initialize`. */
  reply: Reply;
  /** The answer to a ping before `notifications/initialized`; undefined where initialize gave no result. */
  ping: Reply | undefined;
  /** What the server said of its own accord before `initialize` was sent, before it was answered, and before `notifications/initialized`. */
  early: Record<'unasked' | 'unanswered' | 'unready', { line: number; message: JsonObject }[]>;
}

/** Whether a message is a request; a notification with an id is still none. */
export const isRequest = (message: JsonObject): boolean =>
  'method' in message && 'id' in message && !String(message.method).startsWith('notifications/');

/** What a leg has learnt by handshakes on connections of their own: each is made once. */
interface Learnt {
  answers: Map<string, Reply>;
  opening?: Opening;
  /** Whether a ping before notifications/initialized got no answer. */
  mute?: boolean;
}
const learnt = new WeakMap<Transcript, Learnt>();

function learntOn({ session }: Probe): Learnt {
  const { transcript } = session.channel;
  const known = learnt.get(transcript) ?? { answers: new Map() };
  learnt.set(transcript, known);
  return known;
}

/** The protocolVersion of an answer to `initialize`, whatever its type. */
export const versionIn = (reply: Reply): unknown =>
  isResult(reply) && isObject(reply.result) ? reply.result.protocolVersion : undefined;

/** Sends `initialize` as the first message of a session made by hand, and takes over what the answer settles. */
export async function initialize(probe: Probe, session: Session, params: JsonObject): Promise<Reply> {
  const reply = await probe.first(session, 'initialize', params);
  if (isWithheld(reply)) untested(`initialize was answered with HTTP status ${reply.http!.status}`);
  if (isResult(reply)) session.era.adopt?.(reply);
  return reply;
}

/**
 * The answer to `initialize` with a version, on a connection of its own; asked once a leg, and where each connection is a process
 * once a run, unless it is to be the leg's `own`.
 */
export async function answerTo(probe: Probe, version: string, own = false): Promise<Reply> {
  const { answers, opening } = learntOn(probe);
  const known = version === probe.revision ? opening?.reply : answers.get(version);
  if (known) {
    probe.cite(known);
    return known;
  }
  const ask = async () => {
    const session = await probe.fresh(legacyRevisions.at(-1));
    return initialize(probe, session, initializeParams(version));
  };
  const { transcript } = probe.session.channel;
  const reply = await (own ? ask() : askedOnce(transcript, handshakeQuestion(version), ask));
  probe.cite(reply);
  if (reply.cause !== 'timeout') answers.set(version, reply);
  return reply;
}

/** The answers to `initialize` with several versions, all asked at once: over stdio most of it is waiting for processes to start. */
export async function answersTo(probe: Probe, versions: readonly string[]): Promise<Map<string, Promise<Reply>>> {
  const answers = new Map(versions.map((version) => [version, answerTo(probe, version)]));
  // What became of each is for who takes it up, in whatever order; no case ends before its last connection is made.
  await Promise.allSettled(answers.values());
  return answers;
}

/** What `initialize` was answered on connections of their own, by the version that was asked for. */
export function answersSoFar(probe: Probe): Map<string, Reply> {
  const { answers, opening } = learntOn(probe);
  return new Map([...answers, ...(opening ? ([[probe.revision, opening.reply]] as const) : [])]);
}

/** Client capabilities that let a server of a revision ask for something. */
const askableIn = (revision: Revision): JsonObject => ({
  roots: { listChanged: true },
  sampling: {},
  ...(revision >= '2025-06-18' && { elicitation: {} }),
});
/** What a client that can be asked answers. */
const told = ({ method }: JsonObject): JsonObject => {
  if (method === 'ping') return { result: {} };
  if (method === 'roots/list') return { result: { roots: [] } };
  return { error: { code: -1, message: 'The user has declined' } };
};

/** A handshake in the leg's revision that lets the server speak before it is told that the client is ready; made once a leg. */
export async function opening(probe: Probe): Promise<Opening> {
  const known = learntOn(probe);
  const made = known.opening ?? (await open(probe));
  const mute = made.ping?.cause === 'timeout';
  // What was slow once is looked at again; a ping that got no answer twice gets none a third time.
  if (made.reply.cause !== 'timeout' && (!mute || known.mute)) known.opening = made;
  known.mute ||= mute;
  probe.cite(made.reply);
  return made;
}

async function open(probe: Probe): Promise<Opening> {
  let session = await probe.fresh();
  const early: Opening['early'] = { unasked: [], unanswered: [], unready: [] };
  const own = (from: number, to: number) =>
    probe.arrived(from, undefined, session).filter(({ line, message }) => line <= to && 'method' in message);
  const greet = () => {
    session.channel.answering = told;
    return initialize(probe, session, { ...initializeParams(probe.revision), capabilities: askableIn(probe.revision) });
  };
  // Over HTTP nothing can come on a connection on which nothing was asked.
  if (!probe.http) await started(probe, session);
  let before = probe.now;
  early.unasked = own(0, before);
  let reply = session.channel.exit ? undefined : await greet();
  // What a server makes of a ping before initialize is its own affair: some end on it.
  if (!reply || (!isResult(reply) && reply.cause !== 'timeout' && !probe.http)) {
    session = await probe.fresh();
    before = probe.now;
    reply = await greet();
  }
  const answered = reply.lines.at(-1) ?? before;
  early.unanswered = own(before, answered);
  if (!isResult(reply)) return { reply, ping: undefined, early };
  await session.listen();
  // Whatever the server sent at once has arrived when this is answered.
  const { timedOut } = probe;
  const ping = await probe.send('ping', {}, { session });
  // Some look around for a client every now and then: they get as long as another process takes to start, with what later cases ask.
  if (!probe.http) await answerTo(probe, unspokenVersions[0], true).catch(() => {});
  // Whether this ping is answered is for capabilities/ping.
  probe.timedOut = timedOut;
  early.unready = own(before, probe.now);
  await probe.notify('notifications/initialized', undefined, { session });
  return { reply, ping, early };
}

/** Waits until the server has started: it answers a ping, which may come at any time, or takes longer than it did before. */
async function started({ startTime }: Probe, session: Session): Promise<void> {
  await Promise.race([session.wait(session.open('ping'), 2 * startTime + 10), session.channel.exited]);
}

/** The revision that an answer to `initialize` agrees on, where it is one with a handshake. */
export const agreed = (reply: Reply): Revision | undefined => {
  const version = versionIn(reply);
  return legacyRevisions.find((revision) => revision === version);
};

/** An answer to `initialize` in words: the version that it holds, or what came instead. */
export function answerInWords(reply: Reply): string {
  const version = versionIn(reply);
  return typeof version === 'string' ? version.slice(0, 40) || 'an empty version' : inWords(reply);
}
