/** Text that flows in is drawn so often at most: nobody reads faster. */
const SHORTEST_MS = 32;
/** So much of the time at most goes into drawing it. */
const LARGEST_SHARE = 0.25;
/** However much a drawing costs, a person is not left waiting longer for the next one. */
const LONGEST_MS = 200;
/** After so long without anything to draw, what comes is the first of something new, and waits for nothing. */
const SILENCE_MS = 100;
/** A page that nobody sees gets no frames; it is drawn all the same, now and then. */
const UNSEEN_MS = 1_000;

/** What passes in a page: time, and frames. */
export interface PageTime {
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** Resolves at the beginning of the next frame, or after so long without one. */
  frame(unseenMs: number): Promise<void>;
  /** Called within a frame, it resolves when that frame has been drawn. */
  drawn(): Promise<void>;
}

/**
 * Says when to draw what streams in. All that waits is drawn in one frame, and the dearer a frame turns out to be, with
 * its layout and painting, the longer the next one waits: typing and scrolling keep the rest of the time.
 */
export class DrawPacer {
  #next: Promise<void> | null = null;
  #lastAt = Number.NEGATIVE_INFINITY;
  #cost = 0;
  readonly #time: PageTime;

  constructor(time: PageTime = pageTime()) {
    this.#time = time;
  }

  /** Resolves at the beginning of the next frame that is to be drawn, the same for all who ask; after a silence, at once. */
  frame(): Promise<void> {
    this.#next ??= this.#wait().then(() => {
      this.#next = null;
    });
    return this.#next;
  }

  async #wait(): Promise<void> {
    const pause = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, this.#cost / LARGEST_SHARE));
    // A frame that is due a little early is not left out for it.
    const early = this.#lastAt + pause - this.#time.now() - SHORTEST_MS / 4;
    if (early > -SILENCE_MS) {
      if (early > 0) await this.#time.sleep(early);
      await this.#time.frame(UNSEEN_MS);
      void this.#measure();
    }
    this.#lastAt = this.#time.now();
  }

  async #measure(): Promise<void> {
    await this.#time.drawn();
    this.#cost = (this.#cost + this.#time.now() - this.#lastAt) / 2;
  }
}

/** The one of this page. */
export const drawPacer = new DrawPacer();

/** The time of this page. */
export function pageTime(): PageTime {
  const { port1, port2 } = new MessageChannel();
  return {
    now: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    frame: animationFrame,
    // A message that is sent in a frame arrives when the frame has been drawn.
    drawn: () =>
      new Promise((resolve) => {
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
  };
}

function animationFrame(unseenMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      resolve();
    }, unseenMs);
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
