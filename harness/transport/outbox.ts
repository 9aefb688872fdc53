import type { WireEvent } from './transport.ts';

/** Hands events to the one listener in order; keeps those that come before it, and lets nothing follow the exit event. */
export class Outbox {
  readonly #kept: WireEvent[] = [];
  #listener: ((event: WireEvent) => void) | undefined;
  #delivering = false;
  #over = false;

  emit(event: WireEvent): void {
    if (this.#over) return;
    if (event.type === 'exit') this.#over = true;
    this.#kept.push(event);
    this.#deliver();
  }

  listen(listener: (event: WireEvent) => void): void {
    this.#listener = listener;
    this.#deliver();
  }

  // An event that a listener causes must not overtake those that wait behind the current one.
  #deliver(): void {
    if (this.#delivering || !this.#listener) return;
    this.#delivering = true;
    try {
      while (this.#kept.length > 0) this.#listener(this.#kept.shift()!);
    } finally {
      this.#delivering = false;
    }
  }
}
