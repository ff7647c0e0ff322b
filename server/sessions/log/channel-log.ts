import { randomUUID } from 'node:crypto';
import type { TabPort } from '../../ports/tab.js';
import type { ChannelSync, Contract, Logged } from '../../protocol/channel.js';
import type { EventPage, Position } from '../../protocol/events.js';
import { LIMITS } from '../../protocol/limits.js';
import { EventRing } from './event-ring.js';
import { LogCursors, type PagedLog } from './log-cursor.js';

const KEPT = { count: 1000, bytes: 4 * 1024 * 1024 };
const PAGE = { count: LIMITS.pageEvents, bytes: LIMITS.pageBytes };

/** Where a channel begins, and ways to give its log another time and other names. */
export interface ChannelOptions<State> {
  /** Where there are several of the kind: which one it is. */
  readonly of?: string;
  readonly state?: State;
  readonly now?: () => number;
  readonly newEpoch?: () => string;
}

/** The log of a channel: like a session's, but only in memory. */
export class ChannelLog<State, Event extends { readonly type: string }> implements PagedLog<Logged<Event>> {
  readonly id: string;
  readonly epoch: string;
  protected readonly cursors = new LogCursors<Logged<Event>>(this);
  readonly #contract: Contract<State, Event>;
  readonly #now: () => number;
  readonly #recent = new EventRing<Logged<Event>>(KEPT);
  readonly #listeners = new Set<(event: Event) => void>();
  #state: State;
  #head = 0;

  constructor(contract: Contract<State, Event>, options: ChannelOptions<State> = {}) {
    const { of, state = contract.empty, now = Date.now, newEpoch = randomUUID } = options;
    this.id = of === undefined ? contract.channel : `${contract.channel}:${of}`;
    this.epoch = newEpoch();
    this.#contract = contract;
    this.#now = now;
    this.#state = state;
  }

  get current(): State {
    return this.#state;
  }

  get head(): number {
    return this.#head;
  }

  append(event: Event): void {
    const logged = { ...event, seq: ++this.#head, at: this.#now() };
    this.#state = this.#contract.reduce(this.#state, logged);
    this.#recent.push(logged, JSON.stringify(logged).length);
    this.cursors.pump();
    for (const listener of this.#listeners) listener(event);
  }

  /** Calls `listener` with every event from now on, for the server's own use. */
  listen(listener: (event: Event) => void): void {
    this.#listeners.add(listener);
  }

  /** What a tab that stands at `since` needs; from here on what happens comes to it by itself, as soon as it has all. */
  sync(tab: TabPort, since: Position | null): ChannelSync<State, Event> {
    const tail = since && this.cursors.resume(tab, since);
    if (tail) return { kind: 'tail', ...tail };
    this.cursors.start(tab, this.#head);
    return { kind: 'state', epoch: this.epoch, seq: this.#head, state: this.#state };
  }

  leave(tab: TabPort): void {
    this.cursors.end(tab);
  }

  /** A tab that is further behind than the memory reaches sees a gap, and asks for the state again. */
  pageAfter(after: number): EventPage<Logged<Event>> {
    const events = this.#recent.after(after, PAGE);
    return { epoch: this.epoch, after: (events[0]?.seq ?? after + 1) - 1, events };
  }

  hasTail(after: number): boolean {
    return after + 1 >= (this.#recent.first ?? this.#head + 1);
  }

  /** Begins elsewhere than the contract says; before any tab has asked. */
  protected beginWith(state: State): void {
    this.#state = state;
  }
}
