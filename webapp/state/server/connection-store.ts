import type { AppSnapshot } from '../../../server/protocol/api/app-state.js';
import type { Clock } from '../../../server/protocol/clock.js';
import { WIRE_VERSION } from '../../../server/protocol/limits.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import type { LinkStatus } from '../../rpc/server-link.js';
import { Store } from '../base/store.js';

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
  /** Another program answers there, which could not prove to be our server. */
  readonly isImpostor: boolean;
  readonly message: string | null;
  /** The version that runs at the server, and whether this page was made for another one. */
  readonly version: string | null;
  readonly isOutdated: boolean;
}

/** Whether what is sent now gets to the server. */
export function isConnected({ state }: Connection): boolean {
  return state === 'live' || state === 'slow';
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
  isImpostor: false,
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
  #isStopping = false;
  #cancelFuss: (() => void)[] = [];

  constructor(clock: Clock, isOnline: () => boolean, builtVersion: string | null) {
    super(START);
    this.#clock = clock;
    this.#isOnline = isOnline;
    this.#builtVersion = builtVersion;
  }

  /** Takes the link's news. */
  follow(status: LinkStatus): void {
    switch (status.state) {
      case 'live':
      case 'slow':
        this.#calm();
        this.#wasLive = true;
        this.#isStopping = false;
        this.#change({ state: status.state, fuss: status.state === 'slow' ? 'dot' : 'none' });
        break;
      case 'refused':
        this.#calm();
        this.#change({ state: 'signed_out', message: status.message });
        break;
      case 'connecting':
        // A page that was not let in stays as it is until the answer has come: every look at the tab tries again.
        if (this.value.state === 'signed_out') break;
        if (!this.#wasLive && status.tries === 0) this.#change({ state: 'connecting' });
        else this.#lost(status.tries, null, this.value.isImpostor);
        break;
      case 'waiting':
        this.#lost(status.tries, status.retryAt, status.isImpostor ?? false);
        break;
      default:
        unreachable(status);
    }
  }

  /** The server said that it is about to end. */
  stopping(): void {
    this.#isStopping = true;
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

  #lost(tries: number, retryAt: number | null, isImpostor: boolean): void {
    const state = this.#isStopping ? 'stopped' : this.#isOnline() ? 'reconnecting' : 'offline';
    const fuss = this.#isStopping ? 'banner' : this.value.fuss;
    const isServerGone = tries >= GONE_TRIES;
    this.set({ ...this.value, state, fuss, retryAt, isServerGone, isImpostor, message: null });
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
