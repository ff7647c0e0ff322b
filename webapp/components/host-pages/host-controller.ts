import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AppState } from '../../../server/protocol/api/app-state.js';
import type { HostInfo } from '../../../server/protocol/api/host.js';
import { errorText } from '../../codes/error-words.js';
import { consume, type HostQueries, hostContext, serverContext } from '../../state/app/contexts.js';
import { type Followed, follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { hostWords } from './words.js';

type HostParts = Pick<AppState, 'folder' | 'agents' | 'sessions' | 'devices'>;

/** What is known of this computer, for a page that shows it: asked for when the page opens and when its parts of the app change. */
export class HostController implements ReactiveController {
  info: HostInfo | null = null;
  failure: string | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #queries: { readonly value?: HostQueries | undefined };
  readonly #app: Followed<HostParts | null>;
  readonly #partsOf: (app: HostParts) => unknown;
  #known: unknown = null;

  constructor(host: ReactiveControllerHost & HTMLElement, partsOf: (app: HostParts) => unknown) {
    this.#host = host;
    this.#partsOf = partsOf;
    const server = consume(host, serverContext);
    this.#queries = consume(host, hostContext);
    this.#app = follow(host, () => server.value?.app, appParts('folder', 'agents', 'sessions', 'devices'));
    host.addController(this);
  }

  get queries(): HostQueries | undefined {
    return this.#queries.value;
  }

  get app(): HostParts | null {
    return this.#app.value ?? null;
  }

  hostUpdate(): void {
    if (!this.app || !this.queries) return;
    const now = JSON.stringify(this.#partsOf(this.app)) ?? '';
    if (now === this.#known) return;
    this.#known = now;
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.info = (await this.queries?.get_host_info()) ?? null;
      this.failure = null;
    } catch (error) {
      this.failure = hostWords.loadFailed(errorText(error));
    }
    this.#host.requestUpdate();
  }
}
