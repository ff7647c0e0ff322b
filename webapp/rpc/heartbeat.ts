import type { Clock } from '../../server/protocol/clock.js';
import type { LinkConnection } from './server-link.js';

export interface HeartbeatPorts {
  connection: LinkConnection;
  clock: Clock;
  isVisible(): boolean;
}

const LOOK_EVERY_MS = 5_000;
/** Silence of this length is worth a question. */
const SILENCE_MS = 15_000;
const SLOW_MS = 3_000;
const DEAD_MS = 10_000;

/**
 * Tells a dead connection from a quiet one. The server's pings are invisible to a page, so after a
 * silence it asks something cheap; no answer means that the socket is dead, though it looks open.
 */
export class Heartbeat {
  readonly #ports: HeartbeatPorts;
  readonly #onSlow: (isSlow: boolean) => void;
  #stopLooking: () => void = () => {};
  #isAsking = false;
  #isStopped = false;

  constructor(ports: HeartbeatPorts, onSlow: (isSlow: boolean) => void) {
    this.#ports = ports;
    this.#onSlow = onSlow;
    this.#look();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopLooking();
  }

  /** Asks now, no matter what was heard before. */
  check(): void {
    if (this.#isAsking || this.#isStopped) return;
    this.#isAsking = true;
    void this.#ask().finally(() => {
      this.#isAsking = false;
    });
  }

  #look(): void {
    const { clock, connection, isVisible } = this.#ports;
    this.#stopLooking = clock.after(LOOK_EVERY_MS, () => {
      if (isVisible() && clock.now() - connection.lastFrameAt >= SILENCE_MS) this.check();
      this.#look();
    });
  }

  async #ask(): Promise<void> {
    const { clock, connection } = this.#ports;
    let isSlow = false;
    const stops = [
      clock.after(SLOW_MS, () => {
        isSlow = true;
        if (!this.#isStopped) this.#onSlow(true);
      }),
      clock.after(DEAD_MS, () => connection.close()),
    ];
    try {
      await connection.call('Settings.get', []);
      if (isSlow && !this.#isStopped) this.#onSlow(false);
    } catch {
      // The connection has ended; anyone who holds it learns that from the connection itself.
    } finally {
      for (const stop of stops) stop();
    }
  }
}
