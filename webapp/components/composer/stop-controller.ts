import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Turn } from '../../../server/protocol/transcript/transcript.js';

/** So long after Stop the person is offered to end the agent's process. */
const FORCE_AFTER_MS = 3_000;
/** So long a first Escape waits for a second one. */
const ESCAPE_MS = 1_500;

/** The times of stopping: when force is offered, and whether one more Escape would stop. */
export class StopController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  canForce = false;
  isEscaping = false;
  #forceTimer: ReturnType<typeof setTimeout> | undefined;
  #escapeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#forceTimer);
    clearTimeout(this.#escapeTimer);
  }

  /** The turn has another status. */
  follow(status: Turn['status']): void {
    clearTimeout(this.#forceTimer);
    this.canForce = false;
    if (status !== 'running') this.calm();
    if (status !== 'cancelling') return;
    this.#forceTimer = setTimeout(() => {
      this.canForce = true;
      this.#host.requestUpdate();
    }, FORCE_AFTER_MS);
  }

  /** An Escape was pressed; true if it was the second one. */
  escape(): boolean {
    if (this.isEscaping) {
      this.calm();
      return true;
    }
    this.isEscaping = true;
    this.#escapeTimer = setTimeout(() => this.calm(), ESCAPE_MS);
    this.#host.requestUpdate();
    return false;
  }

  calm(): void {
    clearTimeout(this.#escapeTimer);
    this.isEscaping = false;
    this.#host.requestUpdate();
  }
}
