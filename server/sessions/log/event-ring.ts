/** How much the newest part of a log may hold in memory. */
export interface RingLimit {
  readonly count: number;
  readonly bytes: number;
}

/** The newest events of a log, in memory, within a limit. */
export class EventRing<E extends { readonly seq: number }> {
  readonly #limit: RingLimit;
  #items: { readonly event: E; readonly bytes: number }[] = [];
  /** Items before this one are gone; the array is cut when half of it is. */
  #start = 0;
  #bytes = 0;

  constructor(limit: RingLimit) {
    this.#limit = limit;
  }

  /** The number of the oldest event that is here, or null. */
  get first(): number | null {
    return this.#items[this.#start]?.event.seq ?? null;
  }

  push(event: E, bytes: number): void {
    this.#items.push({ event, bytes });
    this.#bytes += bytes;
    while (this.#isOver()) this.#bytes -= this.#items[this.#start++]!.bytes;
    if (this.#start * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
  }

  /** The next events after number `after`, or from the oldest one; at least one if there is any. */
  after(after: number, limit: RingLimit): E[] {
    const first = this.first;
    if (first === null) return [];
    const events: E[] = [];
    let bytes = 0;
    for (let i = this.#start + Math.max(0, after + 1 - first); i < this.#items.length; i++) {
      const item = this.#items[i]!;
      bytes += item.bytes;
      if (events.length >= limit.count || (bytes > limit.bytes && events.length > 0)) break;
      events.push(item.event);
    }
    return events;
  }

  clear(): void {
    this.#items = [];
    this.#start = 0;
    this.#bytes = 0;
  }

  #isOver(): boolean {
    const count = this.#items.length - this.#start;
    return count > 1 && (count > this.#limit.count || this.#bytes > this.#limit.bytes);
  }
}
