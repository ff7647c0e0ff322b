import { type AppState, isOwnHere } from '../../../server/protocol/api/app-state.js';
import { Store } from '../base/store.js';
import { sectionIn } from './settings-route.js';

export interface ViewPorts {
  /** What outlives a reload of this tab. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
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

/** The session next to the one that a person works in. */
export interface Beside {
  readonly sessionId: string;
  /** It is before the other one, where one begins to read. */
  readonly isFirst: boolean;
  /** Whether the window has room for it. */
  readonly isDrawn: boolean;
}

const BESIDE_KEY = 'acdeck.beside';

/** What is beside the session on screen; it stays over a reload. */
class BesideStore extends Store<Beside | null> {
  readonly #storage: ViewPorts['storage'];

  constructor(storage: ViewPorts['storage']) {
    super(readBeside(storage));
    this.#storage = storage;
  }

  put(beside: Beside | null): void {
    if (beside === this.value) return;
    this.set(beside);
    try {
      this.#storage.setItem(BESIDE_KEY, JSON.stringify(beside));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }

  draw(isDrawn: boolean): void {
    if (this.value && this.value.isDrawn !== isDrawn) this.set({ ...this.value, isDrawn });
  }
}

/** Which session is on screen, and so in the address; null where there is none yet. */
export class ViewStore extends Store<string | null> {
  readonly #ports: ViewPorts;
  readonly goal: GoalStore;
  readonly beside: BesideStore;
  /** Which of two places on the page the session has. It keeps that while others come and go. */
  pane = 0;
  /** The last session that was on screen and in the list. */
  #known: string | null = null;
  #knownBeside: string | null = null;

  constructor(ports: ViewPorts) {
    super(sessionIn(ports.location.hash));
    this.#ports = ports;
    this.goal = new GoalStore(goalIn(ports.location.hash));
    this.beside = new BesideStore(ports.storage);
  }

  /** Every session that is before the person's eyes. */
  get shown(): readonly string[] {
    const { sessionId = null, isDrawn = false } = this.beside.value ?? {};
    return [this.value, isDrawn ? sessionId : null].filter((id) => id !== null);
  }

  /** Puts a session next to the one on screen, in place of what was there; the person goes on in it. */
  showBeside(sessionId: string): void {
    const { value: before, beside } = this;
    if (before === null || sessionId === before) return;
    if (sessionId !== beside.value?.sessionId) {
      this.pane = 1 - this.pane;
      beside.put({ sessionId: before, isFirst: beside.value?.isFirst !== true, isDrawn: false });
    }
    this.show(sessionId);
  }

  /** The person goes on in the session beside. */
  swap(): void {
    const other = this.beside.value;
    if (!other || this.value === null) return;
    this.pane = 1 - this.pane;
    this.beside.put({ ...other, sessionId: this.value, isFirst: !other.isFirst });
    this.#replace(other.sessionId);
    this.#ports.open(other.sessionId);
  }

  /** One of two sessions leaves the screen: that one, else the one beside. */
  closeBeside(sessionId?: string): void {
    if (sessionId === this.value) this.swap();
    this.beside.put(null);
  }

  /** The address that leads to an entry. */
  linkTo(sessionId: string, entry: number): string {
    return `${this.#ports.location.href.split('#')[0]}${hashOf(sessionId)}/${entry}`;
  }

  /** The person chose a session. */
  show(sessionId: string): void {
    if (sessionId === this.beside.value?.sessionId) {
      this.swap();
      return;
    }
    const hash = hashOf(sessionId);
    if (this.#ports.location.hash !== hash) this.#ports.history.pushState(null, '', hash);
    if (sessionId === this.value) return;
    this.set(sessionId);
    this.#ports.open(sessionId);
  }

  /** The person went back or forth. */
  readAddress(): void {
    const sessionId = sessionIn(this.#ports.location.hash);
    if (sessionId && sessionId === this.beside.value?.sessionId) this.swap();
    else if (sessionId) this.set(sessionId);
    this.goal.follow(goalIn(this.#ports.location.hash));
  }

  /**
   * A tab without a session, or with one that is no more, shows the one that the server names. One that the list does not
   * have is older than the list goes, or of another folder, until it is known to be gone.
   */
  follow(app: Pick<AppState, 'sessions' | 'openSessionId' | 'folder'>, isGone: (sessionId: string) => boolean): void {
    const { sessions, openSessionId } = app;
    this.#followBeside(sessions, isGone);
    if (sessions.some(({ id }) => id === this.value)) {
      this.#known = this.value;
      return;
    }
    if (this.value !== null && this.value !== this.#known && !isGone(this.value)) return;
    // What is left of two is what a person goes on with.
    if (this.value !== null && this.beside.value) {
      this.closeBeside(this.value);
      return;
    }
    const first = () => sessions.find((session) => isOwnHere(session, app))?.id ?? null;
    const next = sessions.some(({ id }) => id === openSessionId) ? openSessionId : first();
    this.#known = next;
    if (next !== this.value) this.#replace(next);
  }

  #followBeside(sessions: AppState['sessions'], isGone: (sessionId: string) => boolean): void {
    const id = this.beside.value?.sessionId;
    if (id === undefined) return;
    if (sessions.some((session) => session.id === id)) this.#knownBeside = id;
    else if (id === this.#knownBeside || isGone(id)) this.beside.put(null);
  }

  /** Shows a session without a step that one could go back. */
  #replace(sessionId: string | null): void {
    // The settings have their own address; the session is only behind them.
    if (sectionIn(this.#ports.location.hash) === null) {
      this.#ports.history.replaceState(null, '', sessionId ? hashOf(sessionId) : '#');
    }
    this.set(sessionId);
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

/** What a tab kept; it is drawn when the page has found room for it. */
function readBeside(storage: Pick<Storage, 'getItem'>): Beside | null {
  try {
    const { sessionId, isFirst } = JSON.parse(storage.getItem(BESIDE_KEY) ?? 'null') as Partial<Beside>;
    return typeof sessionId === 'string' ? { sessionId, isFirst: isFirst === true, isDrawn: false } : null;
  } catch {
    return null;
  }
}
