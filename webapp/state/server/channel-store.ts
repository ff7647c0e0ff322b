import type { ChannelName } from '../../../server/protocol/api/channels.js';
import type { AcpBridgeApi } from '../../../server/protocol/api/rpc.js';
import type { ChannelSync, Contract, Logged } from '../../../server/protocol/channel.js';
import type { EventPage, Position } from '../../../server/protocol/events.js';
import { followPage, type Replica } from '../../../server/protocol/transcript/replica.js';
import { SharedStore } from '../base/store.js';

/** The server, as a channel needs it. */
export type ChannelSource = Pick<AcpBridgeApi, 'get_current_state' | 'leave'>;

/** This tab's copy of a channel; null before the first word of the server. Live, late and reconnected are one path. */
export class ChannelStore<State, Event extends { readonly type: string }> extends SharedStore<State | null> {
  /** As on the wire. */
  readonly name: string;
  readonly #reduce: Contract<State, Event>['reduce'];
  readonly #server: ChannelSource;
  #replica: Replica<State> | null = null;
  /** Pages that came while the channel was being asked for; they are folded after the answer. */
  #held: EventPage<Logged<Event>>[] | null = null;

  constructor(name: string, { reduce }: Pick<Contract<State, Event>, 'reduce'>, server: ChannelSource) {
    super(null);
    this.name = name;
    this.#reduce = reduce;
    this.#server = server;
  }

  /** How far the server's log had come with this state. */
  get position(): Position | null {
    return this.#replica && { epoch: this.#replica.epoch, seq: this.#replica.seq };
  }

  /** Asks for what this copy misses: at first, after every reconnect, after a gap. Rejects if the connection ends meanwhile. */
  async catchUp(): Promise<void> {
    const held: EventPage<Logged<Event>>[] = [];
    this.#held = held;
    while (!this.#take(await this.ask(this.position))) if (this.#held !== held) return;
    if (this.#held !== held) return;
    this.#held = null;
    for (const page of held) this.apply(page);
  }

  /** Nobody needs it any more; the copy stays as it is. */
  leave(): void {
    this.#held = null;
    // Where the connection is lost, so is the subscription.
    this.#server.leave(this.name).catch(() => {});
  }

  /** Takes a page of the live stream. */
  apply(page: EventPage<Logged<Event>>): void {
    if (this.#held) {
      this.#held.push(page);
      return;
    }
    // A lost connection is reported elsewhere; the next one catches up anyway.
    if (this.#replica && !this.#follow(page)) void this.catchUp().catch(() => {});
  }

  /** Asks for the channel from a position, or for its state. */
  protected ask(since: Position | null): Promise<ChannelSync<State, Event>> {
    const answer: Promise<unknown> = this.#server.get_current_state(this.name as ChannelName, since?.epoch, since?.seq);
    return answer as Promise<ChannelSync<State, Event>>;
  }

  /** True when this copy is at the end of the log and further events come by themselves. */
  #take(sync: ChannelSync<State, Event>): boolean {
    if (sync.kind === 'state') {
      const { epoch, seq, state } = sync;
      this.#keep({ epoch, seq, state });
      return true;
    }
    if (this.#follow(sync)) return sync.live;
    this.#replica = null;
    return false;
  }

  #follow(page: EventPage<Logged<Event>>): boolean {
    if (!this.#replica) return false;
    const outcome = followPage(this.#replica, page, this.#reduce);
    if (outcome.kind === 'resync') return false;
    this.#keep(outcome.replica);
    return true;
  }

  #keep(replica: Replica<State>): void {
    this.#replica = replica;
    this.set(replica.state);
  }
}
