import { inTime } from '../testing/until.rig.js';
import type { Clock } from './clock.js';

interface Timer {
  at: number;
  readonly act: () => void;
}

/** Time that stands still until a test lets it pass. */
export class TestClock implements Clock {
  #now: number;
  /** By how much somebody has set the time of day. */
  #set = 0;
  #timers: Timer[] = [];
  #watchers: (() => void)[] = [];

  constructor(now = 1000) {
    this.#now = now;
  }

  now(): number {
    return this.#now + this.#set;
  }

  ticks(): number {
    return this.#now;
  }

  /** Sets the time of day without any time passing. */
  jump(ms: number): void {
    this.#set += ms;
  }

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + ms, act };
    this.#timers.push(timer);
    this.#wake();
    return () => this.#drop(timer);
  }

  /** The waits that are pending, in milliseconds from now. */
  get pending(): number[] {
    return this.#timers.map(({ at }) => at - this.#now);
  }

  /** Settles when someone waits for exactly this long. */
  async untilWaiting(ms: number): Promise<void> {
    while (!this.pending.includes(ms)) await this.#news(`a wait of ${ms} ms`);
  }

  /** Lets waits of these lengths pass as they come, until some work is done. */
  async passing<T>(work: Promise<T>, ...waits: number[]): Promise<T> {
    let isDone = false;
    const finish = () => {
      isDone = true;
      this.#wake();
    };
    work.then(finish, finish);
    while (!isDone) {
      const due = waits.find((ms) => this.pending.includes(ms));
      if (due === undefined) await this.#news(`the end of some work or a wait of ${waits.join(' or ')} ms`);
      else this.pass(due);
    }
    return work;
  }

  /** Lets time pass; what falls due happens in order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) this.#fire(next);
    this.#now = end;
  }

  /** Somebody sets the clock; what waits goes on waiting for as long. */
  set(now: number): void {
    const by = now - this.#now;
    for (const timer of this.#timers) timer.at += by;
    this.#now = now;
  }

  /** As `pass`, with the promises that each act leads to settled before the next. */
  async passSettled(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#fire(next);
      await settled();
    }
    this.#now = end;
  }

  #news(what: string): Promise<void> {
    const news = new Promise<void>((resolve) => this.#watchers.push(resolve));
    return inTime(news, () => `${what}, but there are those of: ${this.pending}`);
  }

  #wake(): void {
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const look of watchers) look();
  }

  #fire(timer: Timer): void {
    this.#drop(timer);
    this.#now = Math.max(this.#now, timer.at);
    timer.act();
  }

  #drop(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }

  #next(end: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Everything that waits for nothing but other promises has happened. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
}
