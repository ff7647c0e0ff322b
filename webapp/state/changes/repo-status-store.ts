import type { AppState } from '../../../server/protocol/api/app-state.js';
import { type ChangedFile, MAIN_ROOT, type RepoStatus } from '../../../server/protocol/api/changes.js';
import type { RepoEvent, RepoFacts } from '../../../server/protocol/api/channels.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { Store } from '../base/store.js';
import type { ChannelStore } from '../server/channel-store.js';
import type { Connection } from '../server/connection-store.js';

/** The status of the folder, all pages of it that are shown. */
export type WholeStatus = Omit<RepoStatus, 'next' | 'files'> & { readonly files: readonly ChangedFile[] };

/** How the folder differs from its last commit, as far as this tab knows. */
export interface RepoView {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly status: WholeStatus | null;
  /** Why there is no status. */
  readonly failure: RpcError | null;
}

export interface RepoStatusPorts {
  readonly repo: Pick<RepoApi, 'get_status' | 'watch_status'>;
  readonly app: Store<AppState | null>;
  /** What the server says of the repository by itself, while this tab is subscribed to that. */
  readonly told: RepoChannelStore;
  readonly connection: Store<Connection>;
  readonly visibility: Store<boolean>;
}

/** The channel of the repository, as far as this needs it. */
type RepoChannelStore = Store<RepoFacts | null> & Pick<ChannelStore<RepoFacts, RepoEvent>, 'catchUp' | 'leave'>;

/** More files than this are counted, but not listed. */
const MOST_FILES = 5_000;
/** A status that changes while its pages are read is read again so often. */
const MOST_TRIES = 3;

/**
 * Follows the status of the folder while somebody looks; with nobody there it asks nothing. A page has one of them, for all
 * that show something of it.
 */
export class RepoStatusStore extends Store<RepoView> {
  readonly #ports: RepoStatusPorts;
  readonly #stops: (() => void)[] = [];
  /** How many look at it. */
  #lookers = 0;
  #isWatching = false;
  #running: Promise<void> | null = null;
  #isOld = false;

  constructor(ports: RepoStatusPorts) {
    super({ phase: 'loading', status: null, failure: null });
    this.#ports = ports;
  }

  /** Somebody looks at it from now on; whoever says so says too when they no longer do. */
  start(): void {
    this.#lookers += 1;
    if (this.#lookers > 1) return;
    const { told, connection, visibility } = this.#ports;
    for (const store of [connection, visibility]) this.#stops.push(store.subscribe(() => this.#look()));
    this.#stops.push(told.subscribe(() => void this.#follow()));
    this.#look();
  }

  /** Somebody no longer looks. */
  stop(): void {
    this.#lookers -= 1;
    if (this.#lookers > 0) return;
    for (const stop of this.#stops.splice(0)) stop();
    this.#watch(false);
  }

  /** What is known now, asked for only if it is not the newest that the server has told of. */
  async current(): Promise<RepoView> {
    if (this.#running) await this.#running;
    else if (this.value.phase !== 'ready' || this.#isBehind) await this.reload();
    return this.value;
  }

  /** Asks anew: one question at a time, and one more for all that came meanwhile. */
  reload(): Promise<void> {
    if (this.#running) {
      this.#isOld = true;
      return this.#running;
    }
    this.#running = this.#load().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  #look(): void {
    const { connection, visibility } = this.#ports;
    const isLive = connection.value.state === 'live' || connection.value.state === 'slow';
    // A server that was away does not know who was looking.
    if (!isLive) this.#isWatching = false;
    else this.#watch(visibility.value);
  }

  #watch(isWatching: boolean): void {
    if (isWatching === this.#isWatching) return;
    this.#isWatching = isWatching;
    const { repo, told } = this.#ports;
    repo.watch_status(isWatching).catch(() => {});
    if (!isWatching) {
      told.leave();
      return;
    }
    // A lost connection is reported elsewhere.
    void told.catchUp().catch(() => {});
    void this.reload();
  }

  /** A person has changed something here: while this is watched, the server tells by itself what came of it. */
  followAct(): void {
    if (!this.#isWatching) void this.reload();
  }

  /** The server has told of another status, of which the first page is here. */
  async #follow(): Promise<void> {
    const { value } = this.#ports.told;
    if (!value || !this.#isWatching || this.#running) return;
    const first = value.status;
    if (first && first.revision === this.value.status?.revision) return;
    if (!first || first.next !== null) {
      await this.reload();
      return;
    }
    const { next: _none, ...status } = first;
    this.set({ phase: 'ready', status, failure: null });
  }

  /** Whether the server has told of another status than the one that is here. */
  get #isBehind(): boolean {
    const root = this.#ports.app.value?.roots?.find(({ id }) => id === MAIN_ROOT);
    return root !== undefined && root.revision !== this.value.status?.revision;
  }

  async #load(): Promise<void> {
    for (let tries = 1; tries === 1 || this.#isOld || (this.#isBehind && tries <= MOST_TRIES); tries += 1) {
      this.#isOld = false;
      try {
        this.set({ phase: 'ready', status: await this.#readPages(), failure: null });
      } catch (error) {
        const failure = RpcError.from(error);
        // What was seen last is better than nothing while the connection is lost.
        if (failure.name !== 'disconnected') this.set({ phase: 'failed', status: null, failure });
        if (!this.#isOld) return;
      }
    }
  }

  async #readPages(): Promise<WholeStatus> {
    for (let tries = 1; ; tries += 1) {
      const { next, ...first } = await this.#ports.repo.get_status(0);
      const files = [...first.files];
      let [at, isSame] = [next, true];
      while (at !== null && files.length < MOST_FILES && isSame) {
        const page = await this.#ports.repo.get_status(at);
        isSame = page.revision === first.revision;
        files.push(...page.files);
        at = page.next;
      }
      if (isSame || tries === MOST_TRIES) return { ...first, files };
    }
  }
}

const stores = new WeakMap<RepoStatusPorts['repo'], RepoStatusStore>();

/** The status of a page's folder, the same one for all that ask. */
export function repoStatus(ports: RepoStatusPorts): RepoStatusStore {
  const known = stores.get(ports.repo) ?? new RepoStatusStore(ports);
  stores.set(ports.repo, known);
  return known;
}
