import type { ReactiveController, ReactiveControllerHost } from 'lit';

const TICK_MS = 1_000;

/** The time, for elements that show how long something takes: they render again every second while it matters. */
export class NowController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isWanted: () => boolean;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(host: ReactiveControllerHost, isWanted: () => boolean) {
    this.#host = host;
    this.#isWanted = isWanted;
    host.addController(this);
  }

  get value(): number {
    return Date.now();
  }

  hostUpdated(): void {
    if (!this.#isWanted()) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), TICK_MS);
  }

  hostDisconnected(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
