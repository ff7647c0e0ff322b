import { type AppState, isOwnHere } from '../../../server/protocol/api/app-state.js';
import { Store } from '../base/store.js';
import { sectionIn } from './settings-route.js';

export interface ViewPorts {
  location: Pick<Location, 'hash' | 'href'>;
  history: Pick<History, 'pushState' | 'replaceState'>;
  /** Tells the server which session a fresh tab shall show. */
  open(sessionId: string): void;
}

/** An entry that an address leads to. */
export interface EntryGoal {
  readonly sessionId: string;
  readonly entry: number;
}

/** The entry that the address leads to: a new object each time a person follows such an address. */
class GoalStore extends Store<EntryGoal | null> {
  follow(goal: EntryGoal | null): void {
    this.set(goal);
  }
}

/** Which session is on screen, and so in the address; null where there is none yet. */
export class ViewStore extends Store<string | null> {
  readonly #ports: ViewPorts;
  readonly goal: GoalStore;
  /** The last session that was on screen and in the list. */
  #known: string | null = null;

  constructor(ports: ViewPorts) {
    super(sessionIn(ports.location.hash));
    this.#ports = ports;
    this.goal = new GoalStore(goalIn(ports.location.hash));
  }

  /** The address that leads to an entry. */
  linkTo(sessionId: string, entry: number): string {
    return `${this.#ports.location.href.split('#')[0]}${hashOf(sessionId)}/${entry}`;
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
    this.goal.follow(goalIn(this.#ports.location.hash));
  }

  /**
   * A tab without a session, or with one that is no more, shows the one that the server names. One that the list does not
   * have is older than the list goes, or of another folder, until it is known to be gone.
   */
  follow(app: Pick<AppState, 'sessions' | 'openSessionId' | 'folder'>, isGone: boolean): void {
    const { sessions, openSessionId } = app;
    if (sessions.some(({ id }) => id === this.value)) {
      this.#known = this.value;
      return;
    }
    if (this.value !== null && this.value !== this.#known && !isGone) return;
    const first = () => sessions.find((session) => isOwnHere(session, app))?.id ?? null;
    const next = sessions.some(({ id }) => id === openSessionId) ? openSessionId : first();
    this.#known = next;
    if (next === this.value) return;
    // The settings have their own address; the session is only behind them.
    if (sectionIn(this.#ports.location.hash) === null) {
      this.#ports.history.replaceState(null, '', next ? hashOf(next) : '#');
    }
    this.set(next);
  }
}

const ADDRESS = /^#\/s\/([^/]+)(?:\/(\d{1,9}))?$/;

function goalIn(hash: string): EntryGoal | null {
  const sessionId = sessionIn(hash);
  const entry = ADDRESS.exec(hash)?.[2];
  return sessionId === null || entry === undefined ? null : { sessionId, entry: Number(entry) };
}

function hashOf(sessionId: string): string {
  return `#/s/${encodeURIComponent(sessionId)}`;
}

function sessionIn(hash: string): string | null {
  const found = ADDRESS.exec(hash)?.[1];
  try {
    return found ? decodeURIComponent(found) : null;
  } catch {
    return null;
  }
}
