import type { BudgetUse } from '../../protocol/budget.js';
import type { Clock } from '../../protocol/clock.js';
import type { BudgetedSession } from './budgeted-session.js';

/** An agent that was told to stop has this long before its process is ended. */
export const STOP_GRACE_MS = 10_000;

export interface StopGraceParts {
  readonly clock: Clock;
  readonly rootOf: (sessionId: string) => string;
  readonly find: (sessionId: string) => BudgetedSession | undefined;
  readonly end: (sessionId: string, budget: BudgetUse, isAgain: boolean) => void;
}

/** An agent that was told to stop, in one turn or after it. */
interface Stopping {
  readonly turn: number;
  readonly budget: BudgetUse;
  /** It has worked since, although the turn is over. */
  hasGoneOn: boolean;
  /** It has had its time. */
  isDue: boolean;
  callOff: () => void;
}

/** Sees to it that agents stop when a budget is used up: those that don't are ended. */
export class StopGrace {
  readonly #parts: StopGraceParts;
  /** By session. */
  readonly #stopping = new Map<string, Stopping>();
  /** How often agents were ended since a person last wrote in a session of theirs. */
  readonly #endings = new Map<string, number>();

  constructor(parts: StopGraceParts) {
    this.#parts = parts;
  }

  /** The turn of a session is being stopped. */
  begin(session: BudgetedSession, budget: BudgetUse): void {
    if (this.#of(session)) return;
    const turn = session.log.transcript.turn.n;
    const stopping: Stopping = { turn, budget, hasGoneOn: false, isDue: false, callOff: () => {} };
    this.#stopping.get(session.id)?.callOff();
    this.#stopping.set(session.id, stopping);
    stopping.callOff = this.#parts.clock.after(STOP_GRACE_MS, () => this.#look(session.id, stopping));
  }

  /** The agent used something while no reply ran; what it spent before may be told a little late, which is no work. */
  wentOn(session: BudgetedSession, budget: BudgetUse, isWork: boolean): void {
    const stopping = this.#of(session);
    if (stopping?.isDue) this.#end(session, stopping);
    else if (stopping) stopping.hasGoneOn ||= isWork;
    else {
      if (isWork) session.turns.stopIdleWork();
      this.begin(session, budget);
    }
  }

  /** A person has sent a message there. */
  forgive(root: string): void {
    this.#endings.delete(root);
  }

  close(): void {
    for (const { callOff } of this.#stopping.values()) callOff();
  }

  #of({ id, log }: BudgetedSession): Stopping | null {
    const stopping = this.#stopping.get(id);
    return stopping?.turn === log.transcript.turn.n ? stopping : null;
  }

  #look(sessionId: string, stopping: Stopping): void {
    stopping.isDue = true;
    const session = this.#parts.find(sessionId);
    if (!session || this.#of(session) !== stopping) return;
    if (stopping.hasGoneOn || session.log.transcript.turn.status !== 'idle') this.#end(session, stopping);
  }

  /** In a moment: the write that tells of the last thing it did has to be over first. */
  #end({ id }: BudgetedSession, { budget }: Stopping): void {
    this.#stopping.delete(id);
    const root = this.#parts.rootOf(id);
    const count = (this.#endings.get(root) ?? 0) + 1;
    this.#endings.set(root, count);
    queueMicrotask(() => this.#parts.end(id, budget, count > 1));
  }
}
