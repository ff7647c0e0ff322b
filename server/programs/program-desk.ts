import { randomUUID } from 'node:crypto';
import type { ProgramStay } from '../channel/channel-server.js';
import type { ChannelRefusal } from '../channel/channel-wire.js';
import type { AppEvent, AppState } from '../protocol/api/app-state.js';
import type { AskingProcess, ProgramState, ProgramVisit, ProgramWish } from '../protocol/api/programs.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { Clock } from '../protocol/clock.js';

/** How long a program waits for a person. */
export const PERSON_MS = 120_000;
/** Programs that may wait for a person at a time. */
const MOST_ASKING = 4;

export interface ProgramDeskParts {
  readonly app: { readonly current: AppState; append(event: AppEvent): void };
  readonly clock: Clock;
  /** Tells the terminal. */
  say(sentence: string): void;
}

interface Stay {
  readonly visit: ProgramVisit;
  /** Only while a person is asked. */
  settle: ((verdict: 'in' | ChannelRefusal) => void) | null;
  out: () => void;
}

/**
 * Decides which programs get in, and shows every one of them. What a person runs is let in at once; what an agent or a
 * command of AcDeck started, or what can't be traced to a person, only if a person says so.
 */
export class ProgramDesk {
  readonly #parts: ProgramDeskParts;
  readonly #stays = new Map<string, Stay>();
  #onLeft: () => void = () => {};

  constructor(parts: ProgramDeskParts) {
    this.#parts = parts;
  }

  admit(wish: ProgramWish, process: AskingProcess | null): ProgramStay {
    const mustAsk = process === null || process.isOurs || !process.isTraced;
    const { clock } = this.#parts;
    if (mustAsk && this.#asking.length >= MOST_ASKING) return { verdict: 'busy', end: () => {}, onOut: () => {} };
    const visit: ProgramVisit = {
      id: randomUUID(),
      at: clock.now(),
      wish,
      state: mustAsk ? 'asking' : 'inside',
      process,
    };
    const stay: Stay = { visit, settle: null, out: () => {} };
    this.#stays.set(visit.id, stay);
    const verdict = mustAsk ? this.#askPerson(stay) : 'in';
    this.#show(stay, visit.state);
    return {
      verdict,
      end: () => this.#leave(visit.id),
      onOut: (listener) => {
        stay.out = listener;
      },
    };
  }

  /** A person has decided about a program that waits. */
  answer(visitId: string, isLetIn: boolean): void {
    const stay = this.#stays.get(visitId);
    if (!stay?.settle) throw new RpcError('not_found', 'This program no longer waits.', { code: 'no_program' });
    stay.settle(isLetIn ? 'in' : 'denied');
  }

  /** Settles when no program is inside or waits to be. */
  async whenEmpty(): Promise<void> {
    while (this.#stays.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onLeft = resolve;
      });
    }
  }

  /** Every program that is inside, or waits to be, has to go. */
  signOutAll(): void {
    for (const { settle, out } of [...this.#stays.values()]) {
      // One that waits is told why, which ends it.
      if (settle) settle('denied');
      else out();
    }
  }

  get #asking(): Stay[] {
    return [...this.#stays.values()].filter(({ settle }) => settle !== null);
  }

  #askPerson(stay: Stay): Promise<'in' | ChannelRefusal> {
    const { clock, say } = this.#parts;
    say(`${nameOf(stay.visit.process)} asks to use AcDeck. Allow or deny it in the page.`);
    return new Promise((resolve) => {
      const stopTimer = clock.after(PERSON_MS, () => stay.settle?.('unanswered'));
      stay.settle = (verdict) => {
        stopTimer();
        stay.settle = null;
        this.#show(stay, verdict === 'in' ? 'inside' : 'refused');
        if (verdict !== 'in') this.#stays.delete(stay.visit.id);
        resolve(verdict);
        this.#onLeft();
      };
    });
  }

  #leave(visitId: string): void {
    const stay = this.#stays.get(visitId);
    if (!stay) return;
    this.#stays.delete(visitId);
    if (stay.settle) stay.settle('unanswered');
    else this.#show(stay, 'left');
    this.#onLeft();
  }

  #show({ visit }: Stay, state: ProgramState): void {
    this.#parts.app.append({ type: 'program_changed', visit: { ...visit, state } });
  }
}

/** For the terminal; pages have words of their own. */
function nameOf(process: AskingProcess | null): string {
  if (!process) return 'A program that the system does not name';
  const by = process.agent === null ? (process.isOurs ? ', started in AcDeck,' : '') : `, started by ${process.agent},`;
  return `"${process.command}" (process ${process.pid})${by}`;
}
