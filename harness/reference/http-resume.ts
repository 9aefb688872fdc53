import type { Revision } from '../wire.ts';
import type { FaultSet } from './faults.ts';
import type { EventStream, Message } from './http-reply.ts';

const mostStreams = 200;
const mostEvents = 200;

/** Where messages of a session can be sent: a stream as it is, or one that can be continued. */
export interface Outlet {
  readonly open: boolean;
  send(message: Message): void;
  end(): void;
}

/** The streams of one session that can be continued from any of their events. */
export class StreamLog {
  readonly #streams: KeptStream[] = [];
  #count = 0;

  constructor(private readonly faults: FaultSet) {}

  /** Makes a new stream continuable, where this server does so. */
  keep(stream: EventStream, revision: Revision | undefined): Outlet & { cut?(): void } {
    if (!this.faults.use('http-sse-resumable')) return stream;
    const kept = new KeptStream(++this.#count, stream, this.faults);
    this.#streams.push(kept);
    if (this.#streams.length > mostStreams) this.#streams.shift();
    const primed = revision !== undefined && revision >= '2025-11-25';
    if (primed && !this.faults.use('http-sse-unprimed')) kept.prime();
    return kept;
  }

  /** Sends what followed an event on its own stream; answers whether the event is known. */
  resume(from: string, stream: EventStream): boolean {
    const kept = this.#streams.findLast((each) => each.holds(from));
    if (!kept) return false;
    if (this.faults.use('http-resume-nothing')) {
      stream.end();
      return true;
    }
    if (kept.number % 2 === 1 && this.faults.use('http-resume-some')) {
      stream.end();
      return true;
    }
    const others = this.#streams.filter((each) => each !== kept);
    if (others.length > 0 && this.faults.use('http-resume-others')) for (const each of others) each.copy(stream);
    kept.resume(from, stream);
    return true;
  }
}

/** A stream that outlives its connection. */
class KeptStream implements Outlet {
  readonly #events: { id: string; message: Message | undefined }[] = [];
  #target: EventStream | undefined;
  #ended = false;
  #aborted = false;
  #count = 0;

  constructor(
    readonly number: number,
    target: EventStream,
    private readonly faults: FaultSet,
  ) {
    this.#target = target;
    target.onCut(() => {
      if (this.#target === target) this.#target = undefined;
      this.#aborted ||= !this.#ended && faults.use('http-disconnect-aborts');
    });
  }

  get open(): boolean {
    return !this.#ended;
  }

  holds(id: string): boolean {
    return this.#events.some((event) => event.id === id);
  }

  prime(): void {
    const id = this.#note(undefined);
    this.#target?.prime(id);
  }

  send(message: Message): void {
    if (this.#aborted) return;
    const id = this.#note(message);
    this.#target?.send(message, id);
  }

  end(): void {
    this.#ended = true;
    this.#target?.end();
  }

  /** Ends the connection, not the stream, and says when to come back. */
  cut(): void {
    const { faults } = this;
    const target = this.#target;
    this.#target = undefined;
    const broken = faults.use('http-sse-breaks');
    const id = this.#note(undefined);
    target?.prime(id, broken || faults.use('http-sse-retry-unsaid') ? undefined : 10);
    // What was written has to leave before the connection does.
    if (broken) setTimeout(() => target?.break(), 20).unref();
    else target?.end();
  }

  copy(stream: EventStream): void {
    for (const { id, message } of this.#events) if (message) stream.send(message, id);
  }

  resume(from: string, stream: EventStream): void {
    const at = this.#events.findIndex(({ id }) => id === from);
    for (const { id, message } of this.#events.slice(at + 1)) if (message) stream.send(message, id);
    if (this.#ended) stream.end();
    else this.#target = stream;
  }

  #note(message: Message | undefined): string {
    const id = this.faults.use('http-event-ids-restart') ? String(++this.#count) : `${this.number}-${++this.#count}`;
    this.#events.push({ id, message });
    if (this.#events.length > mostEvents) this.#events.shift();
    return id;
  }
}
