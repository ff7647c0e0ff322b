import {
  type AppSnapshot,
  type AppState,
  type LoggedAppEvent,
  reduceApp,
} from '../../../server/protocol/api/app-state.js';
import type { AcpBridgeApi } from '../../../server/protocol/api/rpc.js';
import type { EventPage, Position } from '../../../server/protocol/events.js';
import { followPage, type Replica } from '../../../server/protocol/transcript/replica.js';
import { Store } from '../base/store.js';

/** This tab's copy of the app's state; null before the first word of the server. */
export class AppStore extends Store<AppState | null> {
  readonly #server: Pick<AcpBridgeApi, 'get_current_state'>;
  #replica: Replica<AppState> | null = null;
  /** Pages that came while the state was being asked for. */
  #held: EventPage<LoggedAppEvent>[] | null = null;

  constructor(server: Pick<AcpBridgeApi, 'get_current_state'>) {
    super(null);
    this.#server = server;
  }

  /** How far the server's log had come with this state. */
  get position(): Position | null {
    return this.#replica && { epoch: this.#replica.epoch, seq: this.#replica.seq };
  }

  /** Asks for the state: at first and after every reconnect. Rejects if the connection ends meanwhile. */
  async catchUp(): Promise<AppSnapshot> {
    const held: EventPage<LoggedAppEvent>[] = [];
    this.#held = held;
    const snapshot = await this.#server.get_current_state();
    if (this.#held !== held) return snapshot;
    this.#held = null;
    this.#keep({ epoch: snapshot.epoch, seq: snapshot.seq, state: snapshot.app });
    for (const page of held) this.apply(page);
    return snapshot;
  }

  apply(page: EventPage<LoggedAppEvent>): void {
    if (this.#held) {
      this.#held.push(page);
      return;
    }
    if (!this.#replica) return;
    const outcome = followPage(this.#replica, page, reduceApp);
    if (outcome.kind === 'followed') this.#keep(outcome.replica);
    // A lost connection is reported elsewhere; the next one catches up anyway.
    else void this.catchUp().catch(() => {});
  }

  #keep(replica: Replica<AppState>): void {
    this.#replica = replica;
    this.set(replica.state);
  }
}
