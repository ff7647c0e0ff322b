import type { Clock } from '../sessions/clock.js';
import type { FrameItem } from './frame-guard.js';
import { type CallRate, TokenBucket } from './token-bucket.js';

export interface IntakeOptions {
  clock: Clock;
  rate: CallRate;
  /** False while the tab has too much unanswered or unread. */
  hasRoom(): boolean;
  handle(item: FrameItem): void;
  pause(): void;
  resume(): void;
}

/** What a tab said and the server has not yet taken up. While anything waits, nothing more is read from the socket. */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #bucket: TokenBucket;
  readonly #items: FrameItem[] = [];
  #stopTimer: (() => void) | null = null;
  #isPaused = false;
  #isClosed = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#bucket = new TokenBucket(options.rate, () => options.clock.now());
  }

  /** True while the tab is not read from, so that its silence means nothing. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  push(items: readonly FrameItem[]): void {
    this.#items.push(...items);
    this.drain();
  }

  /** Takes up what there is room for; to be called again when there is more room. */
  drain(): void {
    while (!this.#isClosed && this.#items.length > 0 && this.#options.hasRoom()) {
      if (this.#items[0]?.kind === 'call' && !this.#bucket.take()) {
        this.#wakeLater();
        break;
      }
      this.#options.handle(this.#items.shift()!);
    }
    this.#setPaused(this.#items.length > 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#items.length = 0;
    this.#stopTimer?.();
  }

  #wakeLater(): void {
    this.#stopTimer ??= this.#options.clock.after(this.#bucket.waitMs, () => {
      this.#stopTimer = null;
      this.drain();
    });
  }

  #setPaused(isPaused: boolean): void {
    if (this.#isPaused === isPaused || this.#isClosed) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#options.pause();
    else this.#options.resume();
  }
}
