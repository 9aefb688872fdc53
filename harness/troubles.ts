import { quote } from './quote.ts';
import type { Reply } from './session/reply.ts';
import type { Transcript } from './transcript.ts';
import { isObject, type JsonObject } from './wire.ts';

/** A request that brought no answer, and the case that met it first. */
export interface Trouble {
  kind: 'exit' | 'timeout';
  method: string;
  /** How the server ended, where it did. */
  exit: string;
  /** What became of it, in words. */
  words: string;
  first: string;
  /** The sessions in which it happened since it was last answered. */
  sessions: Set<number>;
}

/** In how many sessions a request has to bring no answer until it is not made again. */
const enough = 2;

/** How many requests of one method in a row may go unanswered in one case until it makes no more of them. */
const mostInARow = 3;

/** Requests that tell whether a server lives, and those that stay open: they are made whatever came of them before. */
const always = new Set(['initialize', 'ping', 'server/discover', 'subscriptions/listen']);

// The names of files that the suite writes itself differ from run to run, and stand in the paths that it tries.
const ownFile = /mcp-conformance-(?!absent)/;

/** A request in a few words: its method, the URI or the name that it is about, and what else it has. Nothing that differs from run to run. */
export function requestInWords(method: string, params: JsonObject | undefined): string {
  const name = method === '' ? 'a message' : quote(method).slice(1, -1);
  const { uri, ref, _meta, ...others }: JsonObject = isObject(params) ? params : {};
  const beside = Object.keys(others).length > 0 ? ` with ${Object.keys(others).join(', ')}` : '';
  if (typeof uri === 'string')
    return `${name} ${ownFile.test(decoded(uri)) ? 'of a path out of bounds' : `{"uri":${quote(uri)}}`}${beside}`;
  return isObject(ref) ? `${name} {"ref":${quote(ref)}}` : name;
}

/** What the requests of a leg came to: so that one fault costs its time, and is reported, once. */
export class Troubles {
  readonly #open = new Map<string, Trouble>();
  readonly #answered = new Set<string>();
  /** The sessions that have answered nothing since a request that brought no answer. */
  readonly #silent = new Set<number>();
  /** The cases that have reported how the server ended, by the method and the end. */
  readonly #exits = new Map<string, string>();
  #case = '';
  #counts = false;
  /** How many requests in a row the case at hand made in vain, by their method. */
  readonly #row = new Map<string, number>();
  /** What the case at hand does not ask any more, in words. */
  worn: string | undefined;
  /** Whether what the case at hand got has gaps, for want of answers to earlier cases. */
  gap = false;
  /** The first request that the case at hand was refused, and the line that says so. */
  refused: { trouble: Trouble; line: number } | undefined;

  /** A case begins. `counts`: what its requests come to says something of others as well. */
  begin(caseId: string, counts: boolean): void {
    this.#case = caseId;
    this.#counts = counts;
    this.refused = undefined;
    this.worn = undefined;
    this.gap = false;
    this.#row.clear();
  }

  /** Takes note of what became of an ordinary request. */
  note({ method, params, cause, missing = '' }: Reply, session: number): void {
    const question = questionOf(method, params);
    if (cause !== 'timeout' && cause !== 'exit') {
      if (cause === 'http') return;
      this.#silent.delete(session);
      this.#row.delete(method);
      this.#answered.add(method);
      this.#open.delete(method);
      this.#open.delete(question);
      return;
    }
    if (cause === 'timeout') this.#row.set(method, (this.#row.get(method) ?? 0) + 1);
    // Where nothing was answered since an earlier request, that one may be to blame.
    if (!this.#counts || this.#silent.has(session)) return;
    this.#silent.add(session);
    if (always.has(method)) return;
    const request = requestInWords(method, params);
    const words = cause === 'exit' ? `${missing} on ${request}` : `${request} got ${missing}`;
    for (const key of this.#answered.has(method) ? [question] : [question, method]) {
      const known = this.#open.get(key);
      if (known) known.sessions.add(session);
      else
        this.#open.set(key, {
          kind: cause,
          method,
          exit: missing,
          words,
          first: this.#case,
          sessions: new Set([session]),
        });
    }
  }

  /** Why a request is not made again: earlier cases made it in vain, or others of a method that was never answered. */
  refusal(method: string, params: JsonObject | undefined): Trouble | undefined {
    if (this.#open.size === 0) return undefined;
    const known = [this.#open.get(method), this.#open.get(questionOf(method, params))];
    return known.find((trouble) => trouble && trouble.sessions.size >= enough && trouble.first !== this.#case);
  }

  /** Whether the case at hand has made enough requests of a method in vain: the rest would only cost their time limits. */
  wears(method: string): boolean {
    if ((this.#row.get(method) ?? 0) < mostInARow || always.has(method)) return false;
    this.worn ??= `${mostInARow} requests of ${requestInWords(method, undefined)} in a row got no answer`;
    return true;
  }

  /** The case at hand gets what earlier ones got: where that is no answer, it is in the place of one that would ask in vain. */
  meet(replies: Iterable<Reply>): void {
    for (const { cause, method, params } of replies) {
      if (cause === 'timeout') this.gap = true;
      const trouble = cause === undefined ? undefined : this.refusal(method, params);
      if (trouble) this.refused ??= { trouble, line: 0 };
    }
  }

  /** The method that is silent since the case at hand, and was never answered before. */
  get silenced(): Trouble | undefined {
    return [...this.#open].find(
      ([key, { kind, method, first, sessions }]) =>
        key === method && kind === 'timeout' && first === this.#case && sessions.size >= enough,
    )?.[1];
  }

  /** The case at hand does not report what it met: the next one is to meet it as if it were the first. */
  disown(): void {
    for (const [key, { first }] of this.#open) if (first === this.#case) this.#open.delete(key);
  }

  /** The earlier case that has reported the same end of the server. */
  reported(method: string, exit: string): string | undefined {
    const by = this.#exits.get(`${method}\n${exit}`);
    return by === this.#case ? undefined : by;
  }

  /** The case that reports a trouble of an earlier one; `silenceCase` reports what is never answered. */
  reporter({ kind, method, exit, first }: Trouble, silenceCase: string | undefined): string {
    return (kind === 'exit' ? this.reported(method, exit) : silenceCase) ?? first;
  }

  /** The case at hand reports an end of the server. */
  report(method: string, exit: string): void {
    const key = `${method}\n${exit}`;
    if (!this.#exits.has(key)) this.#exits.set(key, this.#case);
  }
}

const ofLegs = new WeakMap<Transcript, Troubles>();

/** The troubles of the leg that writes a transcript. */
export function troublesOf(transcript: Transcript): Troubles {
  const known = ofLegs.get(transcript) ?? new Troubles();
  ofLegs.set(transcript, known);
  return known;
}

function questionOf(method: string, params: JsonObject | undefined): string {
  const { _meta, ...rest } = params ?? {};
  return `${method}\n${JSON.stringify(rest)}`;
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
