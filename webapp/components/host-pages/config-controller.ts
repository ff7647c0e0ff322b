import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AppState } from '../../../server/protocol/api/app-state.js';
import type { ConfigInfo } from '../../../server/protocol/api/config.js';
import { errorText } from '../../codes/error-words.js';
import { type ConfigQueries, configContext, consume, serverContext } from '../../state/app/contexts.js';
import { type Followed, follow } from '../../state/base/follow.js';
import { hostWords } from './words.js';

/** The settings that only the server has, for a page that shows them: asked for anew when any tab has changed some. */
export class ConfigController implements ReactiveController {
  info: ConfigInfo | null = null;
  failure: string | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #config: { readonly value?: ConfigQueries | undefined };
  readonly #app: Followed<AppState | null>;
  #known: unknown[] = [];

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    const server = consume(host, serverContext);
    this.#config = consume(host, configContext);
    this.#app = follow(host, () => server.value?.app);
    host.addController(this);
  }

  get queries(): ConfigQueries | undefined {
    return this.#config.value;
  }

  get app(): AppState | null {
    return this.#app.value ?? null;
  }

  hostUpdate(): void {
    const { settings, trust, banners } = this.app ?? {};
    const now = [settings, trust, banners];
    if (!settings || !this.queries || now.every((part, i) => part === this.#known[i])) return;
    this.#known = now;
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.info = (await this.queries?.get_config_info()) ?? null;
      this.failure = null;
    } catch (error) {
      this.failure = hostWords.loadFailed(errorText(error));
    }
    this.#host.requestUpdate();
  }
}
