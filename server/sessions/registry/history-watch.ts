import type { Banner, HistoryNews, NamedSessions } from '../../protocol/api/app-state.js';
import type { Clock } from '../../protocol/clock.js';
import { titleOf } from '../list/session-names.js';
import type { AppLog } from '../log/app-log.js';
import type { StorageHealth } from '../log/storage-health.js';
import type { EventStore, Mending, SessionNames } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import type { OpenSessions } from './open-sessions.js';

/** How often the store is looked at while nothing is written. */
const LOOK_MS = 1000;
const MOST_TITLES = 5;

export interface HistoryWatchParts {
  readonly store: EventStore;
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

  /** Tells all tabs how the history file was written anew before it could be opened. */
  tellMended(mending: Mending): void {
    this.#tell(mending, { lost: mending.gone.map(({ names }) => names), gaps: mending.gaps, isAtStart: true });
  }

  /** The store was written anew: what the sessions in memory still have goes back there, and all tabs are told of the rest. */
  #putBack(mending: Mending): void {
    const { app, sessions, onPutBack } = this.#parts;
    const gaps = new Map(mending.gaps);
    const gone = new Map(mending.gone.map(({ id, names }) => [id, names]));
    for (const { log, row, isWritable } of sessions.all()) {
      if (!isWritable) continue;
      gaps.set(row.id, log.restore(row, mending));
      gone.delete(row.id);
    }
    for (const id of gone.keys()) app.append({ type: 'session_deleted', sessionId: id });
    this.#tell(mending, { lost: [...gone.values()], gaps, isAtStart: false });
    onPutBack();
  }

  #tell(
    mending: Mending,
    { lost, gaps, isAtStart }: { lost: readonly SessionNames[]; gaps: ReadonlyMap<string, number>; isAtStart: boolean },
  ): void {
    const { store, app, clock } = this.#parts;
    const named = [...gaps].flatMap(([id, pieces]) => {
      const names = pieces > 0 ? store.session(id)?.names : undefined;
      return names ? [{ names, pieces }] : [];
    });
    const banner = historyBanner({ mending, lost, gaps: named, isAtStart, now: clock.now() });
    app.append({ type: 'banner_raised', banner });
  }
}

/** What all tabs are told of a history file that was written anew. */
interface MendingTold {
  readonly mending: Mending;
  /** Sessions that nobody has any more. */
  readonly lost: readonly SessionNames[];
  /** Sessions with pieces missing, and how many. */
  readonly gaps: readonly { readonly names: SessionNames; readonly pieces: number }[];
  readonly isAtStart: boolean;
  readonly now: number;
}

/** A banner that stays until somebody has read it; one that tells of a loss is not replaced by the next one. */
function historyBanner({ mending, lost, gaps, isAtStart, now }: MendingTold): Banner {
  const { cause, kept, aside, nameless } = mending;
  const pieces = gaps.reduce((sum, gap) => sum + gap.pieces, 0);
  const named = namedSessions(lost);
  const history: HistoryNews = {
    cause,
    ...(isAtStart && { isAtStart: true }),
    kept,
    lost: { ...named, more: named.more + nameless },
    gaps: { ...namedSessions(gaps.map(({ names }) => names)), pieces },
    aside,
  };
  const hasLoss = lost.length + nameless + pieces > 0;
  return {
    id: hasLoss ? `history-${now}` : 'history',
    severity: hasLoss ? 'error' : 'warning',
    about: { code: 'history', history },
    isNews: true,
  };
}

function namedSessions(names: readonly SessionNames[]): NamedSessions {
  const titles = names.slice(0, MOST_TITLES).map(titleOf);
  return { titles, more: names.length - titles.length };
}
