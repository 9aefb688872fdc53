import { defaultMaxMessage, MiB } from './allowance.ts';
import { framing, SpreadMessage, splitJoined } from './framing.ts';
import { emitMessage, type MessageSink, readMessage } from './json-message.ts';
import { LineReader } from './line-reader.ts';

const openBrace = 0x7b;
const openBracket = 0x5b;

/**
 * A reader of one message a line, as stdio carries them; `limit` is the largest message in bytes. Wrong framing is
 * noise, but the messages in it are read all the same: one fault of a server is not to hide all the others.
 */
export class MessageLines {
  readonly #reader: LineReader;
  readonly #spread = new SpreadMessage();
  #stopped = false;

  constructor(
    private readonly sink: MessageSink,
    limit = defaultMaxMessage,
  ) {
    this.#reader = new LineReader(
      {
        line: (bytes, terminated) => (terminated ? this.#line(bytes) : this.#rest(bytes)),
        tooLong: (excerpt) => sink.noise.noise(excerpt.toString('utf8'), `a line above ${limit / MiB} MiB`),
      },
      { limit },
    );
  }

  push(chunk: Buffer): void {
    this.#reader.push(chunk);
  }

  /** The stream is over; `stopped` where it was we who ended it, maybe in the middle of a message. */
  end(stopped = false): void {
    this.#stopped = stopped;
    this.#reader.end();
    this.#giveUp();
  }

  #line(bytes: Buffer): void {
    const part = this.#spread.take(bytes);
    if (part === 'last') this.#complete();
    if (part) return;
    this.#giveUp();
    // The bytes may be an opening bracket that came too late for the lines before it.
    if (!this.#spread.take(bytes)) this.#one(bytes);
  }

  #rest(bytes: Buffer): void {
    const part = this.#spread.take(bytes);
    if (part === 'last') this.#complete();
    this.#giveUp();
    if (part || isBlank(bytes)) return;
    if ('message' in readMessage(bytes.toString('utf8'))) this.#fault(bytes, framing.unterminated);
    else if (this.#stopped && (bytes[0] === openBrace || bytes[0] === openBracket)) return;
    this.#one(bytes, ', and no newline ends the last line');
  }

  #one(bytes: Buffer, suffix?: string): void {
    const joined = splitJoined(bytes);
    if (joined) {
      this.#fault(bytes, framing.joined);
      for (const each of joined) emitMessage(Buffer.from(each), this.sink);
    } else if (isBlank(bytes)) this.#fault(bytes, framing.blank);
    else emitMessage(bytes, this.sink, suffix);
  }

  #complete(): void {
    const lines = this.#spread.release();
    const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.of(0x0a)]));
    if (!('message' in readMessage(bytes.toString('utf8')))) {
      for (const line of lines) this.#one(line);
      return;
    }
    this.#fault(bytes, framing.spread);
    emitMessage(bytes, this.sink);
  }

  /** What looked like the parts of one message is none. */
  #giveUp(): void {
    for (const line of this.#spread.release()) this.#one(line);
  }

  #fault(bytes: Buffer, why: string): void {
    const { noise, exchange } = this.sink;
    noise.noise(bytes.toString('utf8'), why, exchange);
  }
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 32 && (byte < 9 || byte > 13)) return false;
  return true;
}
