import { hashSecret, newSecret } from './secrets.js';

export const TICKET_LIFE_MS = 60 * 1000;
const MAX_TICKETS = 100;

/** What became of a ticket: only a fresh one lets in. */
export type TicketState = { kind: 'fresh' } | { kind: 'used'; by: TicketUser } | { kind: 'unknown' };

/** Who was let in by it. */
export interface TicketUser {
  readonly publicKey: string;
  readonly label: string;
}

/** Tickets for the browser opener: good once, for a minute. Used ones are remembered, because nobody should use one twice. */
export class Tickets {
  readonly #now: () => number;
  /** By hash, oldest first. */
  readonly #tickets = new Map<string, { end: number; by: TicketUser | null }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  mint(): string {
    for (const hash of this.#tickets.keys()) {
      if (this.#tickets.size < MAX_TICKETS) break;
      this.#tickets.delete(hash);
    }
    const ticket = newSecret();
    this.#tickets.set(hashSecret(ticket), { end: this.#now() + TICKET_LIFE_MS, by: null });
    return ticket;
  }

  /** Lets somebody in once per ticket; afterwards it is known who that was. */
  redeem(ticket: string, user: TicketUser): TicketState {
    const hash = hashSecret(ticket);
    const kept = this.#tickets.get(hash);
    if (!kept) return { kind: 'unknown' };
    if (kept.by) return { kind: 'used', by: kept.by };
    if (this.#now() >= kept.end) return { kind: 'unknown' };
    this.#tickets.set(hash, { ...kept, by: user });
    return { kind: 'fresh' };
  }

  /** No ticket lets anybody in any more. */
  revokeAll(): void {
    this.#tickets.clear();
  }
}
