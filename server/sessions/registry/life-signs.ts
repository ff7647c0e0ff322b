import type { Clock } from '../../protocol/clock.js';
import { own } from '../../protocol/own.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { EventStore, LifeSign } from '../store/event-store.js';

/** How often a sign is left: a server that is killed loses at most this much of what it had timed. */
const BEAT_MS = 2_000;
/** Signs of sessions that nobody has opened since. */
const MOST_LEFT = 200;

/** What is asked of a session at work. */
interface Worker {
  readonly id: string;
  readonly log: { readonly transcript: Transcript; readonly turnMs: number };
}

export interface LifeSignsParts {
  readonly store: EventStore;
  readonly folder: string;
  readonly ownsFolder: boolean;
  readonly clock: Clock;
  /** Those in memory; one that is at work is. */
  readonly sessions: () => readonly Worker[];
}

/**
 * Notes every other second what is at work. A server that is killed says nothing any more, and what it left open is closed
 * when somebody opens the session, perhaps days later: the last sign says until when it went on.
 */
export class LifeSigns {
  readonly #parts: LifeSignsParts;
  /** What earlier servers have noted; null until somebody asks. */
  #earlier: Readonly<Record<string, LifeSign>> | null = null;
  #isNoted = false;
  #stopTimer: (() => void) | null = null;

  constructor(parts: LifeSignsParts) {
    this.#parts = parts;
  }

  /** The last sign of a session that was at work when its server was killed. */
  of(sessionId: string): LifeSign | null {
    return own(this.#left, sessionId) ?? null;
  }

  /** Something has happened: notes what is at work from now on, until nothing is. */
  follow(): void {
    const { ownsFolder, clock } = this.#parts;
    if (!ownsFolder || this.#stopTimer || this.#atWork().length === 0) return;
    this.#stopTimer = clock.after(BEAT_MS, () => this.#beat());
  }

  close(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    if (this.#isNoted) this.#note([]);
  }

  #beat(): void {
    this.#stopTimer = null;
    const working = this.#atWork();
    if (working.length > 0 || this.#isNoted) this.#note(working);
    this.follow();
  }

  #note(working: readonly Worker[]): void {
    const { store, folder, clock, sessions } = this.#parts;
    const at = clock.now();
    const open = new Set(sessions().map(({ id }) => id));
    const left = Object.entries(this.#left).filter(([id]) => !open.has(id));
    const now = working.map(({ id, log }) => [id, { at, turn: log.transcript.turn.n, ms: log.turnMs }] as const);
    try {
      store.folders.remember(folder, { lifeSigns: Object.fromEntries([...left.slice(-MOST_LEFT), ...now]) });
      this.#isNoted = working.length > 0;
    } catch {
      // The logs say that the store is in trouble; without a sign, times after a kill would only be a little short.
    }
  }

  #atWork(): Worker[] {
    return this.#parts.sessions().filter(({ log: { transcript: t } }) => t.turn.status !== 'idle' || t.open.length > 0);
  }

  get #left(): Readonly<Record<string, LifeSign>> {
    const { store, folder, ownsFolder } = this.#parts;
    this.#earlier ??= ownsFolder ? readSigns(store.folders.facts(folder).lifeSigns) : {};
    return this.#earlier;
  }
}

/** What can't be read is as if it had not been noted. */
function readSigns(kept: unknown): Readonly<Record<string, LifeSign>> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, sign]) => isSign(sign)));
}

function isSign(sign: unknown): sign is LifeSign {
  const { at, turn, ms } = (sign ?? {}) as Partial<Record<keyof LifeSign, unknown>>;
  return [at, turn, ms].every((number) => typeof number === 'number' && Number.isFinite(number) && number >= 0);
}
