import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AppState } from '../../../server/protocol/api/app-state.js';
import type { ConfigInfo } from '../../../server/protocol/api/config.js';
import type { SettingsState } from '../../../server/protocol/api/rpc.js';
import { errorText } from '../../codes/error-words.js';
import { type ConfigQueries, configContext, consume, serverContext } from '../../state/app/contexts.js';
import { type Followed, follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { hostWords } from './words.js';

type ConfigParts = Pick<AppState, 'trust' | 'banners' | 'agents'>;

/** The settings that only the server has, for a page that shows them: asked for anew when any tab has changed some. */
export class ConfigController implements ReactiveController {
  info: ConfigInfo | null = null;
  failure: string | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #config: { readonly value?: ConfigQueries | undefined };
  readonly #app: Followed<ConfigParts | null>;
  readonly #settings: Followed<SettingsState | null>;
  #known: unknown[] = [];

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    const server = consume(host, serverContext);
    this.#config = consume(host, configContext);
    this.#app = follow(host, () => server.value?.app, appParts('trust', 'banners', 'agents'));
    this.#settings = follow(
      host,
      () => server.value?.settings,
      (settings) => settings,
    );
    host.addController(this);
  }

  get queries(): ConfigQueries | undefined {
    return this.#config.value;
  }

  get app(): ConfigParts | null {
    return this.#app.value ?? null;
  }

  hostUpdate(): void {
    const { trust, banners } = this.app ?? {};
    const settings = this.#settings.value;
    const now = [settings, trust, banners];
    if (!settings || !this.app || !this.queries || now.every((part, i) => part === this.#known[i])) return;
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
