/** Finds where a new day begins among entries that come in their order, one comparison each. */
export class DayLine {
  /** The bounds of the day that the last entry was on. */
  #from = 0;
  #to = 0;

  /** Before the first entry: what happens today needs no line above it. */
  restart(now: number): void {
    this.#enter(now);
  }

  /** The time of an entry if its day isn't that of the one before it, else null. */
  begins(at: number): number | null {
    if (at >= this.#from && at < this.#to) return null;
    this.#enter(at);
    return at;
  }

  #enter(at: number): void {
    const date = new Date(at);
    const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
    this.#from = new Date(year, month, day).getTime();
    this.#to = new Date(year, month, day + 1).getTime();
  }
}
