import { untested } from '../judge.ts';
import type { Probe } from '../probe.ts';
import { quote } from '../quote.ts';
import { inWords, isResult, type Reply } from '../session/reply.ts';
import type { Session } from '../session/session.ts';
import { isObject, type JsonObject } from '../wire.ts';
import { answersTo } from './answers.ts';
import { wishes } from './survey.ts';
import { begin, goodRetry, readDeclaring, type SoundWish, unsoundBy, type Wish, wishIn } from './wish.ts';

/** A server may ask as often as it likes; this often it is followed. */
const mostRounds = 3;
/** On how many resources questions are answered. */
const mostJourneys = 3;

/** One wish and the answers that were given to it. */
export interface Round {
  wish: SoundWish;
  answers: JsonObject;
}

/** A read with all its questions, answered as a good client does. */
export interface Journey {
  uri: string;
  rounds: Round[];
  /** All wishes, a malformed one that ended the journey among them. */
  wishes: Wish[];
  /** The answer to the last retry. */
  end: Reply;
}

const known = new WeakMap<Session, Map<string, Promise<Journey>>>();

/** The questions of a resource, answered once a session. */
export async function journey(probe: Probe, uri: string): Promise<Journey> {
  const made = known.get(probe.session) ?? new Map<string, Promise<Journey>>();
  known.set(probe.session, made);
  const found = made.get(uri) ?? travel(probe, uri);
  made.set(uri, found);
  const travelled = await found;
  if (travelled.end.cause === 'timeout') probe.timedOut = true;
  return travelled;
}

/** The journeys of the resources that want input first, some of them; gives up where none wants any. */
export async function journeys(probe: Probe): Promise<Journey[]> {
  const all: Journey[] = [];
  for (const { uri } of (await wishes(probe)).slice(0, mostJourneys)) all.push(await journey(probe, uri));
  return all;
}

/** The answers of a client to a wish: those of the config where it names the resource, else such as fit the questions. */
export function answersFor(probe: Probe, { uri, inputRequests }: SoundWish): JsonObject {
  const { inputRequired } = probe.fixtures;
  return answersTo(inputRequests, inputRequired && inputRequired.uri === uri ? inputRequired.inputResponses : {});
}

async function travel(probe: Probe, uri: string): Promise<Journey> {
  return follow(probe, await begin(probe, uri));
}

/** Answers a wish, and those that follow it. */
export async function follow(probe: Probe, first: SoundWish): Promise<Journey> {
  const { uri } = first;
  const rounds: Round[] = [];
  const all: Wish[] = [];
  let wish: Wish = first;
  for (;;) {
    all.push(wish);
    if (rounds.length === mostRounds || unsoundBy(wish, probe)) return { uri, rounds, wishes: all, end: wish.reply };
    const { inputRequests, requestState } = wish.result;
    const answered: SoundWish = { ...wish, inputRequests, requestState };
    const answers = answersFor(probe, answered);
    rounds.push({ wish: answered, answers });
    const reply = await readDeclaring(probe, uri, goodRetry(answered, answers));
    const next = wishIn(reply, uri);
    if (!next) return { uri, rounds, wishes: all, end: reply };
    wish = next;
  }
}

/** The contents of a complete read; undefined where a reply has none. */
export function contentsIn(reply: Reply): unknown[] | undefined {
  const result: unknown = isResult(reply) ? reply.result : undefined;
  if (!isObject(result) || result.resultType === 'input_required') return undefined;
  return Array.isArray(result.contents) ? result.contents : undefined;
}

/** Gives up where the questions of a resource could not be answered to its satisfaction: nothing tells what a bad answer changes. */
export function unanswered({ uri, end, rounds }: Journey): never {
  const still = wishIn(end, uri) ? `was still asking after ${rounds.length} answers` : `got ${inWords(end)}`;
  untested(`the answers to ${quote(uri)} did not suit: it ${still}; name good answers in fixtures.inputRequired`);
}
