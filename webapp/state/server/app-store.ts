import { type AppEvent, type AppSnapshot, type AppState, reduceApp } from '../../../server/protocol/api/app-state.js';
import type { ChannelSync } from '../../../server/protocol/channel.js';
import { type ChannelSource, ChannelStore } from './channel-store.js';

/** Selects the named parts of the app's state: the same object again while none of them has changed. */
export function appParts<K extends keyof AppState>(...names: K[]): (app: AppState | null) => Pick<AppState, K> | null {
  let chosen: Pick<AppState, K> | null = null;
  return (app) => {
    const before = chosen;
    if (!app) chosen = null;
    else if (!before || names.some((name) => !Object.is(app[name], before[name]))) {
      chosen = Object.fromEntries(names.map((name) => [name, app[name]])) as Pick<AppState, K>;
    }
    return chosen;
  };
}

/** This tab's copy of the app's state, which is always asked for as a whole: it comes with what the server is. */
export class AppStore extends ChannelStore<AppState, AppEvent> {
  readonly #server: ChannelSource;
  readonly #onMeet: (snapshot: AppSnapshot) => void;

  constructor(server: ChannelSource, onMeet: (snapshot: AppSnapshot) => void) {
    super('app', { reduce: reduceApp }, server);
    this.#server = server;
    this.#onMeet = onMeet;
  }

  protected override async ask(): Promise<ChannelSync<AppState, AppEvent>> {
    const snapshot = await this.#server.get_current_state();
    this.#onMeet(snapshot);
    return { kind: 'state', epoch: snapshot.epoch, seq: snapshot.seq, state: snapshot.app };
  }
}
