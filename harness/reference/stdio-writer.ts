import type { Writable } from 'node:stream';
import type { JsonObject } from '../wire.ts';
import type { FaultSet } from './faults.ts';
import { jsonText } from './json-text.ts';

/** Writes messages to a stream, one a line, or as a fault has it. */
export class StdioWriter {
  #begun = false;
  #owed = '';
  #closed = false;

  constructor(
    private readonly output: Writable,
    private readonly faults: FaultSet,
  ) {
    if (faults.use('stdio-banner')) this.#put('Reference server ready on standard input and output\n');
  }

  /** Whether the reader is behind. */
  get congested(): boolean {
    return this.output.writableNeedDrain;
  }

  /** Calls back once the reader has caught up. */
  onceRelieved(callback: () => void): void {
    this.output.once('drain', callback);
  }

  write(message: JsonObject | JsonObject[]): void {
    const { faults } = this;
    const text = jsonText(message, faults);
    if (faults.use('stdio-log-lines')) this.#put('[info] about to answer\n');
    if (faults.use('stdio-json-log')) this.#put('{"level":"info","text":"about to answer"}\n');
    if (faults.use('stdio-content-length')) {
      this.#put(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    } else if (faults.use('stdio-pretty-print')) {
      this.#put(`${JSON.stringify(message, null, 2)}\n`);
    } else if (faults.use('stdio-two-on-a-line')) {
      this.#put(`${text}{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n`);
    } else if (faults.use('stdio-no-last-newline')) {
      this.#put(`${this.#owed}${text}`);
      this.#owed = '\n';
    } else {
      this.#put(`${text}${faults.use('stdio-crlf') ? '\r\n' : '\n'}`);
    }
    if (faults.use('stdio-blank-lines')) this.#put('\n');
  }

  /** Ends the stream; calls back once all is handed over. */
  end(callback: () => void): void {
    if (this.#closed) return;
    if (this.faults.use('stdio-goodbye')) this.#put('Good bye\n');
    if (this.faults.use('stdio-goodbye-unended'))
      this.#put('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"Good bye"}}');
    this.#closed = true;
    if (this.output.destroyed || this.output.errored) callback();
    else this.output.write('', () => callback());
  }

  #put(text: string): void {
    if (this.#closed || this.output.destroyed) return;
    const { faults } = this;
    const mark = !this.#begun && faults.use('stdio-bom') ? '\ufeff' : '';
    this.#begun = true;
    const latin = faults.has('stdio-latin-1') && /[\x80-\xff]/.test(text) && faults.use('stdio-latin-1');
    const bytes = Buffer.from(mark + text, latin ? 'latin1' : 'utf8');
    if (!faults.use('stdio-split-writes')) this.output.write(bytes);
    else for (let at = 0; at < bytes.length; at += 7) this.output.write(bytes.subarray(at, at + 7));
  }
}
