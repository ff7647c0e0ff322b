import type { AppState } from '../../server/protocol/app-state.js';
import { sectionIn } from './settings-route.js';
import { Store } from './store.js';

export interface ViewPorts {
  location: Pick<Location, 'hash'>;
  history: Pick<History, 'pushState' | 'replaceState'>;
  /** Tells the server which session a fresh tab shall show. */
  open(sessionId: string): void;
}

/** Which session is on screen, and so in the address; null where there is none yet. */
export class ViewStore extends Store<string | null> {
  readonly #ports: ViewPorts;

  constructor(ports: ViewPorts) {
    super(sessionIn(ports.location.hash));
    this.#ports = ports;
  }

  /** The person chose a session. */
  show(sessionId: string): void {
    const hash = hashOf(sessionId);
    if (this.#ports.location.hash !== hash) this.#ports.history.pushState(null, '', hash);
    if (sessionId === this.value) return;
    this.set(sessionId);
    this.#ports.open(sessionId);
  }

  /** The person went back or forth. */
  readAddress(): void {
    const sessionId = sessionIn(this.#ports.location.hash);
    if (sessionId) this.set(sessionId);
  }

  /** A tab without a session, or with one that is no more, shows the one that the server names. */
  follow({ sessions, openSessionId }: Pick<AppState, 'sessions' | 'openSessionId'>): void {
    if (sessions.some(({ id }) => id === this.value)) return;
    const next = sessions.some(({ id }) => id === openSessionId) ? openSessionId : (sessions.find(isOwn)?.id ?? null);
    if (next === this.value) return;
    // The settings have an address of their own; the session is only behind them.
    if (sectionIn(this.#ports.location.hash) === null) {
      this.#ports.history.replaceState(null, '', next ? hashOf(next) : '#');
    }
    this.set(next);
  }
}

/** What only an agent has, and old copies, are shown when a person wants them. */
function isOwn({ origin, archived }: AppState['sessions'][number]): boolean {
  return !origin && !archived;
}

function hashOf(sessionId: string): string {
  return `#/s/${encodeURIComponent(sessionId)}`;
}

function sessionIn(hash: string): string | null {
  const found = /^#\/s\/([^/]+)$/.exec(hash)?.[1];
  try {
    return found ? decodeURIComponent(found) : null;
  } catch {
    return null;
  }
}
