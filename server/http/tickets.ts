import { hashSecret, newSecret } from './secrets.js';

const TICKET_LIFE_MS = 60 * 1000;
const MAX_TICKETS = 100;

/** Tickets for the browser opener: good once, for a minute, because arguments of processes can be read. */
export class Tickets {
  readonly #now: () => number;
  /** When each ends, by hash, oldest first. */
  readonly #ends = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  mint(): string {
    this.#dropOld();
    const ticket = newSecret();
    this.#ends.set(hashSecret(ticket), this.#now() + TICKET_LIFE_MS);
    return ticket;
  }

  /** True once per ticket. */
  redeem(ticket: string): boolean {
    const hash = hashSecret(ticket);
    const end = this.#ends.get(hash);
    this.#ends.delete(hash);
    return end !== undefined && this.#now() < end;
  }

  #dropOld(): void {
    for (const [hash, end] of this.#ends) {
      if (end <= this.#now() || this.#ends.size >= MAX_TICKETS) this.#ends.delete(hash);
    }
  }
}
