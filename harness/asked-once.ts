import type { Line } from './report.ts';
import { handshakeQuestion } from './session/legacy.ts';
import type { Reply } from './session/reply.ts';
import type { Transcript } from './transcript.ts';
import type { Revision } from './wire.ts';

/** A leg that wants to know something that does not depend on its revision. */
export interface Asker {
  revision: Revision;
  transcript: Transcript;
  /** A number for a session that stands in the transcript. */
  nextSession(): number;
}

/** An exchange that a leg had, and that others may have from it. */
interface Told {
  by: Asker;
  reply: Reply;
}

const runs = new WeakMap<Transcript, { run: AskedOnce; asker: Asker }>();

/**
 * What the legs of a run would each ask in the same words on a fresh process: one asks, and the others get a copy of all that was said
 * into their transcripts. Only for servers that have a process for each connection, where the question costs a start.
 */
export class AskedOnce {
  readonly #told = new Map<string, Promise<Told | undefined>>();

  /** Lets the cases of a leg have what others have asked, and others what the leg has asked to be opened. */
  join(asker: Asker, opening: Reply): void {
    runs.set(asker.transcript, { run: this, asker });
    const question = handshakeQuestion(asker.revision);
    if (opening.method !== 'initialize' || this.#told.has(question)) return;
    this.#told.set(question, Promise.resolve({ by: asker, reply: opening }));
  }

  /** The answer to a question: that which another leg has, or waits for, else what comes of asking. */
  async ask(asker: Asker, question: string, ask: () => Promise<Reply>): Promise<Reply> {
    for (let known = this.#told.get(question); known; known = this.#told.get(question)) {
      const told = await known;
      if (told) return copied(told, asker);
      // What went wrong once may go well elsewhere.
      if (this.#told.get(question) === known) this.#told.delete(question);
    }
    const asked = ask();
    this.#told.set(
      question,
      asked.then(
        (reply) => (reply.cause === undefined ? { by: asker, reply } : undefined),
        () => undefined,
      ),
    );
    return asked;
  }
}

/** The answer to a question that legs ask in the same words: see AskedOnce. A leg that belongs to no run asks. */
export async function askedOnce(transcript: Transcript, question: string, ask: () => Promise<Reply>): Promise<Reply> {
  const known = runs.get(transcript);
  return known ? known.run.ask(known.asker, question, ask) : ask();
}

/** A reply with the lines of its session up to it, copied into another transcript. */
function copied({ by, reply }: Told, { transcript, nextSession }: Asker): Reply {
  const source = by.transcript;
  if (source === transcript) return reply;
  const session = nextSession();
  const [from, to] = [reply.lines[0]!, reply.lines.at(-1)!];
  const number = source.lines[from - 1]!.session;
  const text = `asked in the leg of ${by.revision}, once for all revisions`;
  transcript.add({ direction: 'event', session, text });
  const copies = new Map<number, number>();
  for (const { n, ms, ...line } of source.lines.slice(from - 1, to) as Line[])
    if (line.session === number) copies.set(n, transcript.add({ ...line, session }, source.lengths.get(n)));
  for (const [n, copy] of copies) {
    const request = copies.get(source.requestOf.get(n) ?? 0);
    if (request !== undefined) transcript.pair(request, copy);
  }
  return { ...reply, lines: reply.lines.flatMap((n) => copies.get(n) ?? []) };
}
