import type { Banner, HistoryNews, NamedSessions } from '../../protocol/api/app-state.js';
import type { Clock } from '../../protocol/clock.js';
import { titleOf } from '../list/session-names.js';
import type { AppLog } from '../log/app-log.js';
import { damageIn } from '../log/log-damage.js';
import type { StorageHealth } from '../log/storage-health.js';
import type { EventStore, HistoryLoss, LogDamage, Mending, SessionNames } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import type { OpenSessions } from './open-sessions.js';

/** How often the store is looked at while nothing is written. */
const LOOK_MS = 1000;
const MOST_TITLES = 5;
/** The banner of a loss, which stays until somebody has read it, also across restarts. */
const LOSS_BANNER = 'history-loss';
const NO_DAMAGE: LogDamage = { entries: 0, events: 0 };

export interface HistoryWatchParts {
  readonly store: EventStore;
  /** The folder under which is remembered what nobody has read of yet. */
  readonly folder: string;
  readonly app: AppLog;
  readonly clock: Clock;
  readonly health: StorageHealth;
  readonly sessions: OpenSessions;
  /** The store has been written anew, and has again what the sessions in memory have. */
  readonly onPutBack: () => void;
}

/** Looks after the history file, and tells all tabs what became of one that was damaged. */
export class HistoryWatch {
  readonly #parts: HistoryWatchParts;
  #stopLooking: () => void = () => {};

  constructor(parts: HistoryWatchParts) {
    this.#parts = parts;
    parts.store.onMended((mending) => this.#putBack(mending));
    parts.app.listen((event) => {
      if (event.type === 'banner_lowered' && event.bannerId === LOSS_BANNER) this.#onRead();
    });
  }

  /** Looks at the store from now on, also while nothing is written. */
  watch(): void {
    const { store, clock, health } = this.#parts;
    this.#stopLooking = clock.after(LOOK_MS, () => {
      this.watch();
      // Whatever keeps us from writing is tried again with what is held.
      if (health.fault) return;
      try {
        store.look();
      } catch (error) {
        health.fail(StorageFault.from(error));
      }
    });
  }

  close(): void {
    this.#stopLooking();
  }

  /** Tells all tabs how the history file was written anew before it could be opened, if it was, and of earlier losses. */
  begin(mending: Mending | null): void {
    const { folder, store, app } = this.#parts;
    if (mending) {
      this.#tell(mending, { gone: mending.gone, touched: [...mending.gaps.keys()], isAtStart: true });
      return;
    }
    const loss = store.folders.facts(folder).historyLoss;
    const banner = loss ? lossBanner(loss, store) : null;
    if (banner) app.append({ type: 'banner_raised', banner });
  }

  /** The store was written anew: what the sessions in memory still have goes back there, and all tabs are told of the rest. */
  #putBack(mending: Mending): void {
    const { app, sessions, onPutBack } = this.#parts;
    const touched = new Set(mending.gaps.keys());
    const gone = new Map(mending.gone.map((each) => [each.id, each]));
    for (const { log, row, isWritable } of sessions.all()) {
      if (!isWritable) continue;
      if (log.restore(row, mending) > 0) touched.add(row.id);
      gone.delete(row.id);
    }
    for (const id of gone.keys()) app.append({ type: 'session_deleted', sessionId: id });
    this.#tell(mending, { gone: [...gone.values()], touched: [...touched], isAtStart: false });
    onPutBack();
  }

  #tell(mending: Mending, { gone, touched, isAtStart }: Told): void {
    const { store, app, folder } = this.#parts;
    const { cause, kept, aside } = mending;
    const news = { cause, ...(isAtStart && { isAtStart: true as const }), kept, aside };
    const before = store.folders.facts(folder).historyLoss ?? NO_LOSS;
    const found = touched.map((id) => [id, damageIn(store, id)] as const);
    const loss = addLoss(before, { news, gone, damage: new Map(found), nameless: mending.nameless });
    const banner = lossBanner(loss, store);
    if (!banner) {
      const history = { ...news, lost: NOBODY, gaps: { ...NOBODY, pieces: 0 } };
      const about = { code: 'history', history } as const;
      app.append({ type: 'banner_raised', banner: { id: 'history', severity: 'warning', about, isNews: true } });
      return;
    }
    store.folders.remember(folder, { historyLoss: loss });
    app.append({ type: 'banner_raised', banner });
  }

  /** Somebody has read of the loss: only what is lost from now on is told. */
  #onRead(): void {
    const { store, folder, health } = this.#parts;
    const loss = store.folders.facts(folder).historyLoss;
    if (!loss) return;
    try {
      store.folders.remember(folder, { historyLoss: { ...loss, read: loss.damage, gone: [], nameless: 0 } });
    } catch (error) {
      health.fail(StorageFault.from(error));
    }
  }
}

interface Told {
  /** Sessions that nobody has any more. */
  readonly gone: readonly { readonly id: string; readonly names: SessionNames }[];
  /** Sessions in which something may be missing. */
  readonly touched: readonly string[];
  readonly isAtStart: boolean;
}

interface NewLoss extends Pick<Told, 'gone'>, Pick<HistoryLoss, 'news' | 'nameless'> {
  readonly damage: ReadonlyMap<string, LogDamage>;
}

const NO_LOSS: Omit<HistoryLoss, 'news'> = { gone: [], nameless: 0, damage: [], read: [], asides: [] };
const NOBODY: NamedSessions = { titles: [], more: 0 };

/** Counts are of what is missing now, so that the same damage is never counted twice, however often it is looked at. */
function addLoss(before: Omit<HistoryLoss, 'news'>, { news, gone, damage, nameless }: NewLoss): HistoryLoss {
  const { aside } = news;
  const isNew = aside === null || !before.asides.includes(aside);
  return {
    news,
    gone: [...new Map([...before.gone, ...gone].map((each) => [each.id, each])).values()],
    nameless: before.nameless + (isNew ? nameless : 0),
    damage: [...new Map([...before.damage, ...damage])],
    read: before.read,
    asides: isNew && aside !== null ? [...before.asides, aside] : before.asides,
  };
}

/** What all tabs are told of a loss; null if there is nothing that nobody has read of. */
function lossBanner({ news, gone, nameless, damage, read }: HistoryLoss, store: EventStore): Banner | null {
  const isRead = new Map(read);
  const gaps = damage.flatMap(([id, { entries, events }]) => {
    const known = isRead.get(id) ?? NO_DAMAGE;
    const fresh = { entries: Math.max(0, entries - known.entries), events: Math.max(0, events - known.events) };
    const names = fresh.entries + fresh.events > 0 ? store.session(id)?.names : undefined;
    return names ? [{ names, ...fresh }] : [];
  });
  if (gone.length + nameless + gaps.length === 0) return null;
  const lost = namedSessions(gone.map(({ names }) => names));
  const events = sum(gaps.map((gap) => gap.events));
  const history: HistoryNews = {
    ...news,
    lost: { ...lost, more: lost.more + nameless },
    gaps: {
      ...namedSessions(gaps.map(({ names }) => names)),
      pieces: sum(gaps.map(({ entries }) => entries)),
      ...(events > 0 && { events }),
    },
  };
  return { id: LOSS_BANNER, severity: 'error', about: { code: 'history', history }, isNews: true };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function namedSessions(names: readonly SessionNames[]): NamedSessions {
  const titles = names.slice(0, MOST_TITLES).map(titleOf);
  return { titles, more: names.length - titles.length };
}
