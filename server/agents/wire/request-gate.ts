import type { Fields } from '../../protocol/fields.js';

/** Requests of an agent that are worked on at a time; those that wait for a person or a process do not count. */
const MOST_AT_ONCE = 64;
/** What requests that are not answered yet may hold of our memory before nothing more is read. */
const MOST_HELD = 64 * 1024 * 1024;
/** What a request costs besides its own bytes. */
const COST = 4096;
/** They may take for ever, and an agent that waits for them must be able to ask for their end. */
const LONG = new Set(['session/request_permission', 'elicitation/create', 'terminal/wait_for_exit']);

interface Held {
  readonly message: Fields;
  readonly bytes: number;
}

interface Inside {
  readonly id: unknown;
  readonly cost: number;
  readonly isLong: boolean;
}

/** Lets an agent's requests in, in their order, as long as it reads the answers and there are not too many at once. */
export class RequestGate {
  readonly #mayEnter: () => boolean;
  readonly #enter: (message: Fields) => void;
  readonly #waiting: Held[] = [];
  /** Those that were let in, by their id; an agent may use one twice. */
  readonly #inside: Inside[] = [];
  #atOnce = 0;
  #held = 0;
  #onRelief: (() => void) | null = null;

  constructor(mayEnter: () => boolean, enter: (message: Fields) => void) {
    this.#mayEnter = mayEnter;
    this.#enter = enter;
  }

  /** Takes a request; while the promise is not settled nothing more is to be read. */
  take(message: Fields, bytes: number): Promise<void> | null {
    this.#waiting.push({ message, bytes });
    this.#held += bytes + COST;
    this.look();
    if (this.#held <= MOST_HELD) return null;
    return new Promise((resolve) => {
      this.#onRelief = resolve;
    });
  }

  /** A request was answered. */
  answered(id: unknown): void {
    const n = this.#inside.findIndex((request) => request.id === id);
    const [request] = n < 0 ? [] : this.#inside.splice(n, 1);
    if (!request) return;
    this.#held -= request.cost;
    if (!request.isLong) this.#atOnce--;
    this.look();
  }

  /** Lets in what may come now. */
  look(): void {
    while (this.#waiting.length > 0 && this.#atOnce < MOST_AT_ONCE && this.#mayEnter()) {
      const { message, bytes } = this.#waiting.shift()!;
      const isLong = LONG.has(String(message.method));
      this.#inside.push({ id: message.id, cost: bytes + COST, isLong });
      if (!isLong) this.#atOnce++;
      this.#enter(message);
    }
    if (this.#held <= MOST_HELD) this.#relieve();
  }

  /** Nobody asks any more. */
  close(): void {
    this.#waiting.length = 0;
    this.#held = 0;
    this.#relieve();
  }

  #relieve(): void {
    this.#onRelief?.();
    this.#onRelief = null;
  }
}
