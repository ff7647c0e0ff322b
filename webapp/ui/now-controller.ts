import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The time, for elements that show how long something takes or ago it was: they render again while it matters, usually every second. */
export class NowController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isWanted: () => boolean;
  readonly #tickMs: number;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(host: ReactiveControllerHost, isWanted: () => boolean, tickMs = 1_000) {
    this.#host = host;
    this.#isWanted = isWanted;
    this.#tickMs = tickMs;
    host.addController(this);
  }

  get value(): number {
    return Date.now();
  }

  hostUpdated(): void {
    if (!this.#isWanted()) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), this.#tickMs);
  }

  hostDisconnected(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
