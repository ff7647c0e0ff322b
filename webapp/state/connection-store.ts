import type { AppSnapshot } from '../../server/protocol/app-state.js';
import { WIRE_VERSION } from '../../server/protocol/limits.js';
import type { Clock } from '../rpc/clock.js';
import type { LinkStatus } from '../rpc/server-link.js';
import { Store } from './store.js';

/** How much fuss a lost connection deserves: none for a blink, a dot, then a sentence. */
export type Fuss = 'none' | 'dot' | 'banner';

/** The connection as a person may want to know it. */
export interface Connection {
  readonly state: 'connecting' | 'live' | 'slow' | 'reconnecting' | 'offline' | 'signed_out' | 'stopped';
  readonly fuss: Fuss;
  /** When the next try comes, while one is due. */
  readonly retryAt: number | null;
  /** Nobody answers at the server's address. */
  readonly isServerGone: boolean;
  readonly message: string | null;
  /** The version that runs at the server, and whether this page was made for another one. */
  readonly version: string | null;
  readonly isOutdated: boolean;
}

const DOT_MS = 400;
const BANNER_MS = 3_000;
/** So many failures in a row are no hiccup. */
const GONE_TRIES = 3;

const START: Connection = {
  state: 'connecting',
  fuss: 'none',
  retryAt: null,
  isServerGone: false,
  message: null,
  version: null,
  isOutdated: false,
};

/** What the page knows of its connection; makes a hiccup of a short loss and a banner of a long one. */
export class ConnectionStore extends Store<Connection> {
  readonly #clock: Clock;
  readonly #isOnline: () => boolean;
  readonly #builtVersion: string | null;
  #wasLive = false;
  #stopping: string | null = null;
  #cancelFuss: (() => void)[] = [];

  constructor(clock: Clock, isOnline: () => boolean, builtVersion: string | null) {
    super(START);
    this.#clock = clock;
    this.#isOnline = isOnline;
    this.#builtVersion = builtVersion;
  }

  /** Takes what the link tells. */
  follow(status: LinkStatus): void {
    switch (status.state) {
      case 'live':
      case 'slow':
        this.#calm();
        this.#wasLive = true;
        this.#stopping = null;
        this.#change({ state: status.state, fuss: status.state === 'slow' ? 'dot' : 'none' });
        break;
      case 'refused':
        this.#calm();
        this.#change({ state: 'signed_out', message: status.message });
        break;
      case 'connecting':
        if (!this.#wasLive && status.tries === 0) this.#change({ state: 'connecting' });
        else this.#lost(status.tries, null);
        break;
      case 'waiting':
        this.#lost(status.tries, status.retryAt);
    }
  }

  /** The server said that it is about to end. */
  stopping(reason: string): void {
    this.#stopping = reason;
  }

  /** Learns from a snapshot which version runs; a page made for another one must be loaded anew. */
  meet({ version, wire }: Pick<AppSnapshot, 'version' | 'wire'>): void {
    const { version: before, isOutdated } = this.value;
    const isOther = before !== null && before !== version;
    const isFromOtherBuild = this.#builtVersion !== null && plain(version) !== plain(this.#builtVersion);
    this.set({
      ...this.value,
      version,
      isOutdated: isOutdated || isOther || isFromOtherBuild || wire !== WIRE_VERSION,
    });
  }

  #lost(tries: number, retryAt: number | null): void {
    const state = this.#stopping !== null ? 'stopped' : this.#isOnline() ? 'reconnecting' : 'offline';
    const fuss = this.#stopping !== null ? 'banner' : this.value.fuss;
    const isServerGone = tries >= GONE_TRIES;
    this.set({ ...this.value, state, fuss, retryAt, isServerGone, message: this.#stopping });
    if (this.#cancelFuss.length > 0) return;
    this.#cancelFuss = [
      this.#clock.after(DOT_MS, () => this.#raise('dot')),
      this.#clock.after(BANNER_MS, () => this.#raise('banner')),
    ];
  }

  #raise(fuss: Fuss): void {
    if (this.value.fuss !== 'banner') this.set({ ...this.value, fuss });
  }

  #calm(): void {
    for (const cancel of this.#cancelFuss) cancel();
    this.#cancelFuss = [];
  }

  #change(change: Partial<Connection>): void {
    const { version, isOutdated } = this.value;
    this.set({ ...START, version, isOutdated, ...change });
  }
}

/** A version without what only builds differ in. */
function plain(version: string): string {
  return version.split('+')[0]!.split(' ')[0]!;
}
