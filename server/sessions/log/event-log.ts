import { debug, since } from '../../diagnostics/debug.js';
import type { TabPort } from '../../ports/tab.js';
import type { Done, SessionSync } from '../../protocol/api/rpc.js';
import type { Clock } from '../../protocol/clock.js';
import type { EventPage, Position } from '../../protocol/events.js';
import { LIMITS } from '../../protocol/limits.js';
import type { LoggedEvent, SessionEvent } from '../../protocol/session/session-event.js';
import type { Entry, ToolEntry } from '../../protocol/transcript/entries.js';
import { type OlderEntries, snapshotOf } from '../../protocol/transcript/snapshot.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { EventStore, LogWrite, Mending, RuleChange, SessionChange, SessionRow } from '../store/event-store.js';
import { lostEvents } from '../store/sqlite/lost-parts.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import { EventRing } from './event-ring.js';
import { type FindFollowUp, FoldedLog, type PlannedWrite } from './folded-log.js';
import { LogCursors, type PagedLog } from './log-cursor.js';
import { LOG_LIMITS, type LogLimits } from './log-limits.js';
import { type Moment, Outbox } from './outbox.js';
import { parseEvents } from './parse-events.js';
import { storageError } from './storage-error.js';
import type { StorageHealth } from './storage-health.js';

const EVERYTHING = { count: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
const PAGE = { count: LIMITS.pageEvents, bytes: LIMITS.pageBytes };

export interface EventLogOptions {
  readonly sessionId: string;
  readonly store: EventStore;
  readonly clock: Clock;
  readonly health: StorageHealth;
  readonly newEpoch: () => string;
  readonly limits?: LogLimits;
  /** True when another server owns the session: nothing is ever written then. */
  readonly isReadOnly?: boolean;
  /** What these events change in the session's row; written together with them. */
  readonly rowChange?: (events: readonly LoggedEvent[], transcript: Transcript) => SessionChange | null;
  /** What follows from an event; written together with it. */
  readonly followUp?: FindFollowUp;
  /** The events are in the store and in the transcript. */
  readonly onEvents?: (events: readonly LoggedEvent[]) => void;
}

/** What goes with a write. */
interface WriteMore {
  readonly isSaveWanted?: boolean;
  readonly rules?: readonly RuleChange[];
}

/** What a write has made part of the log. */
interface Written {
  readonly seq: number;
  readonly events: readonly LoggedEvent[];
  readonly onWritten: PlannedWrite['onWritten'];
}

/**
 * One session's append-only history. Nothing in it is seen by anyone before it is in the store: an
 * event is written, then folded, then offered to the tabs' cursors.
 */
export class EventLog implements PagedLog<LoggedEvent> {
  readonly id: string;
  readonly epoch: string;
  readonly #options: EventLogOptions;
  readonly #limits: LogLimits;
  readonly #folded: FoldedLog;
  readonly #outbox: Outbox;
  readonly #recent: EventRing<LoggedEvent>;
  readonly #cursors = new LogCursors<LoggedEvent>(this);
  #stopTick: (() => void) | null = null;
  #hasEnded = false;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#limits = options.limits ?? LOG_LIMITS;
    this.id = options.sessionId;
    this.epoch = options.newEpoch();
    this.#folded = new FoldedLog(options.store, this.id, this.#limits, options.followUp);
    this.#outbox = new Outbox(this.#limits.heldBytes);
    this.#recent = new EventRing(this.#limits.recent);
    options.health.join(this);
    debug.session?.(`${this.id} is open at event ${this.head}, epoch ${this.epoch}`);
  }

  get transcript(): Transcript {
    return this.#folded.transcript;
  }

  /** How long the running turn has taken, no matter how the clock was set meanwhile. */
  get turnMs(): number {
    const { turnBegan } = this.#folded;
    return turnBegan === null ? 0 : this.#options.clock.ticks() - turnBegan;
  }

  get head(): number {
    return this.transcript.seq;
  }

  /** When the newest event of the store happened; 0 if there is none. */
  get lastAt(): number {
    const before = this.head - 1;
    if (before < 0) return 0;
    const rows = this.#options.store.eventsAfter(this.id, before, { count: 1, bytes: EVERYTHING.bytes });
    return parseEvents(before, rows)[0]?.event.at ?? 0;
  }

  /** The tabs that follow it. */
  get tabs(): TabPort[] {
    return this.#cursors.tabs;
  }

  /** Tells tabs that follow another log of this session that there is this one now. */
  announceTo(tabs: readonly TabPort[]): void {
    for (const tab of tabs) {
      try {
        tab.stream(this.id, { epoch: this.epoch, after: this.head, events: [] });
      } catch {
        // A tab that is gone asks anew when it is back.
      }
    }
  }

  get readers(): number {
    return this.#cursors.count;
  }

  /** Output of an agent: written with the tick, joined with what comes before it. */
  append(event: SessionEvent): void {
    if (this.#hasEnded) return;
    this.#outbox.push(event, this.#moment);
    if (this.#options.health.fault) return;
    if (this.#outbox.bytes >= this.#limits.flushBytes) this.flush();
    else this.#stopTick ??= this.#options.clock.after(LIMITS.tickMs, () => this.flush());
  }

  /** Something that has happened and cannot be refused: written at once, or held until that is possible. */
  record(...events: SessionEvent[]): void {
    if (this.#hasEnded) return;
    for (const event of events) this.#outbox.push(event, this.#moment);
    if (!this.#options.health.fault) this.flush();
  }

  /** The effect of a person's act and the act itself in one write; throws if it cannot be written, and nothing happened. */
  commit(events: readonly SessionEvent[], cmdId: string | null, rules: readonly RuleChange[] = []): Done {
    this.#options.health.demand();
    let written: Written;
    try {
      written = this.#write(events, cmdId, { rules });
    } catch (error) {
      const fault = StorageFault.from(error);
      this.#options.health.fail(fault);
      throw storageError(fault);
    }
    this.#publish(written);
    return { seq: written.seq };
  }

  /** Writes what waits; if that fails it goes on waiting. */
  flush(): void {
    try {
      this.retry();
    } catch (error) {
      this.#options.health.fail(StorageFault.from(error));
    }
  }

  retry(): void {
    if (this.#outbox.drafts.length > 0) this.#publish(this.#write([], null));
  }

  /** Writes the folded state down and keeps only what a snapshot needs in memory. */
  compact(): void {
    if (this.#options.isReadOnly) return;
    try {
      this.#publish(this.#write([], null, { isSaveWanted: true }));
      this.#recent.clear();
    } catch (error) {
      this.#options.health.fail(StorageFault.from(error));
    }
  }

  /**
   * The store was written anew: puts back what is in memory and no longer there. Gives back how many pieces of the session
   * can no longer be shown.
   */
  restore(row: SessionRow, { isWhole, gaps }: Mending): number {
    if (this.#options.isReadOnly || this.#hasEnded) return gaps.get(this.id) ?? 0;
    const { store } = this.#options;
    if (store.session(this.id) === null) store.addSession(row);
    const kept = store.headOf(this.id);
    if (kept > this.head || (isWhole && kept === this.head)) return 0;
    const known = kept < this.head ? this.#recent.after(kept, EVERYTHING) : [];
    const lost = lostEvents(kept + 1, (known[0]?.seq ?? this.head + 1) - 1);
    const events = [...lost, ...known.map((event) => ({ seq: event.seq, body: JSON.stringify(event) }))];
    store.write({ sessionId: this.id, events });
    const { savedState, missing } = this.#folded.rebuild(lost.length === 0 && !gaps.has(this.id));
    store.write({ sessionId: this.id, events: [], savedState });
    return missing;
  }

  /** Takes over what another server has written to this session. */
  follow(): void {
    const next = this.head + 1;
    const events = this.#folded.follow();
    if (events[0] && events[0].seq !== next) this.#recent.clear();
    for (const event of events) this.#recent.push(event, JSON.stringify(event).length);
    this.#cursors.pump();
  }

  /**
   * What a tab that stands at `since` needs. When that is all, the tab is told of everything that
   * comes after it from this very moment on.
   */
  sync(tab: TabPort, since: Position | null): SessionSync {
    const tail = since && this.#cursors.resume(tab, since);
    if (tail) return { kind: 'tail', ...tail };
    const snapshot = snapshotOf(this.transcript);
    this.#cursors.start(tab, this.head);
    return { kind: 'snapshot', epoch: this.epoch, snapshot, live: true };
  }

  leave(tab: TabPort): void {
    this.#cursors.end(tab);
  }

  /** Entry `n`, also one that has left the memory. */
  entry(n: number): Entry | null {
    return this.#folded.entry(n);
  }

  /** The call of that id, also one that has left the memory. */
  call(toolCallId: string): ToolEntry | null {
    const entry = this.#folded.entryNamed(`tool:${toolCallId}`);
    return entry?.kind === 'tool' ? entry : null;
  }

  entriesBefore(before: number, limit: number): OlderEntries {
    const count = Math.max(1, Math.min(limit, LIMITS.snapshotEntries));
    return { epoch: this.epoch, seq: this.head, ...this.#folded.entriesBefore(before, count) };
  }

  /** A reader whose page cannot be had any more sees a gap, and asks for the state again. */
  pageAfter(after: number): EventPage<LoggedEvent> {
    const events = this.#isRecent(after) ? this.#recent.after(after, PAGE) : this.#stored(after);
    return { epoch: this.epoch, after: (events[0]?.seq ?? after + 1) - 1, events };
  }

  hasTail(after: number): boolean {
    return this.#isRecent(after) && this.head - after <= this.#limits.tailEvents;
  }

  close(): void {
    this.compact();
    this.abandon();
  }

  /** Ends without another write; whatever is still said is not heard. */
  abandon(): void {
    this.#hasEnded = true;
    this.#stopTick?.();
    this.#stopTick = null;
    this.#outbox.clear();
    this.#cursors.endAll();
    this.#options.health.leave(this);
  }

  get #moment(): Moment {
    const { clock } = this.#options;
    return { at: clock.now(), ticks: clock.ticks() };
  }

  #write(events: readonly SessionEvent[], cmdId: string | null, more: WriteMore = {}): Written {
    const moment = this.#moment;
    const { at } = moment;
    const drafts = [...this.#outbox.drafts, ...events.map((event) => ({ event, ...moment }))];
    const lost = this.#outbox.lostBytes;
    if (lost > 0) drafts.push({ event: lossNotice(lost), ...moment });
    const plan = this.#folded.plan(drafts, more.isSaveWanted);
    const rules = more.rules?.length ? { rules: more.rules } : {};
    const began = debug.timing ? performance.now() : 0;
    this.#options.store.write({ ...this.#writeOf(plan, cmdId, at), ...rules });
    debug.timing?.(`${this.id}: ${plan.events.length} events were written in ${since(began)}`);
    debug.session?.(
      `${this.id}: ${plan.events.map(({ event }) => `${event.seq} ${event.type}`).join(', ') || 'a saved state'}`,
    );
    this.#stopTick?.();
    this.#stopTick = null;
    this.#outbox.clear();
    this.#folded.adopt(plan);
    for (const { event, body } of plan.events) this.#recent.push(event, body.length);
    return { seq: this.head, events: plan.events.map(({ event }) => event), onWritten: plan.onWritten };
  }

  #publish({ events, onWritten }: Written): void {
    if (events.length > 0) this.#options.onEvents?.(events);
    for (const act of onWritten) act();
    this.#cursors.pump();
  }

  #writeOf({ window, events, savedState }: PlannedWrite, cmdId: string | null, at: number): LogWrite {
    const row = this.#options.rowChange?.(
      events.map(({ event }) => event),
      window.transcript,
    );
    const result = JSON.stringify({ seq: window.transcript.seq });
    return {
      sessionId: this.id,
      events: events.map(({ event, body }) => ({ seq: event.seq, body })),
      ...(cmdId === null ? {} : { command: { cmdId, result, at } }),
      ...(row ? { row } : {}),
      ...(savedState ? { savedState } : {}),
    };
  }

  #isRecent(after: number): boolean {
    return after + 1 >= (this.#recent.first ?? this.head + 1);
  }

  #stored(after: number): LoggedEvent[] {
    try {
      return parseEvents(after, this.#options.store.eventsAfter(this.id, after, PAGE)).map(({ event }) => event);
    } catch (error) {
      this.#options.health.fail(StorageFault.from(error));
      return this.#recent.after(after, PAGE);
    }
  }
}

function lossNotice(bytes: number): SessionEvent {
  return {
    type: 'notice_shown',
    severity: 'error',
    notice: { code: 'output_lost', bytes },
  };
}
