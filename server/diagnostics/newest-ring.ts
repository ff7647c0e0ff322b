/** How much is kept. */
export interface RingSize {
  readonly count: number;
  readonly size: number;
}

interface Kept<T> {
  readonly item: T;
  readonly size: number;
}

/** The newest of numbered items, never more than there is room for. */
export class NewestRing<T extends { readonly seq: number }> {
  readonly #limit: RingSize;
  #kept: Kept<T>[] = [];
  /** Where the ring begins; what is before it is gone and only not yet cleared away. */
  #start = 0;
  #size = 0;
  #lostSeq = 0;

  constructor(limit: RingSize) {
    this.#limit = limit;
  }

  push(item: T, size: number): void {
    this.#kept.push({ item, size });
    this.#size += size;
    const { count, size: most } = this.#limit;
    while (this.#kept.length - this.#start > count || (this.#size > most && this.#start < this.#kept.length - 1)) {
      const oldest = this.#kept[this.#start++]!;
      this.#size -= oldest.size;
      this.#lostSeq = oldest.item.seq;
    }
    // Now and then, or every push would move all that is kept; and so soon that little is held in vain.
    if (this.#start <= this.#kept.length / 2) return;
    this.#kept = this.#kept.slice(this.#start);
    this.#start = 0;
  }

  /** All items with a higher number, oldest first. */
  after(seq: number): T[] {
    const found: T[] = [];
    for (let n = this.#kept.length - 1; n >= this.#start && this.#kept[n]!.item.seq > seq; n--) {
      found.push(this.#kept[n]!.item);
    }
    return found.reverse();
  }

  /** Whether something that followed `seq` is gone. */
  hasLostAfter(seq: number): boolean {
    return this.#lostSeq > seq;
  }
}
