import type { SessionSummary } from '../../server/protocol/app-state.js';
import type { Clock } from '../rpc/clock.js';
import type { AppContext } from './app-context.js';

/** Something for which a person may want to be called. */
export interface Call {
  readonly kind: 'finished' | 'asked';
  readonly session: SessionSummary;
}

/** How the page makes itself noticed. */
export interface AttentionPorts {
  /** Whether the browser would show a message, or could after asking. */
  canNotify(): 'yes' | 'ask' | 'no';
  notify(call: Call): void;
  playSound(kind: Call['kind']): void;
  /** How many sessions wait for an answer, and how many have news. */
  showBadge(waiting: number, unread: number): void;
}

/** A run of this length is one that people do something else during. */
const LONG_RUN_MS = 20_000;

/** Calls the person: by a sound, by a message of the system while they do not look, by a sign on the tab. */
export class Attention {
  readonly #context: AppContext;
  readonly #ports: AttentionPorts;
  readonly #clock: Clock;
  readonly #runningSince = new Map<string, number>();
  #before: ReadonlyMap<string, SessionSummary['status']> | null = null;

  constructor(context: AppContext, ports: AttentionPorts, clock: Clock) {
    this.#context = context;
    this.#ports = ports;
    this.#clock = clock;
    context.app.subscribe(() => this.#look());
    for (const store of [context.app, context.seen, context.hidden, context.view]) store.subscribe(() => this.#count());
  }

  #look(): void {
    const sessions = this.#context.app.value?.sessions ?? [];
    const before = this.#before;
    this.#before = new Map(sessions.map(({ id, status }) => [id, status]));
    if (!before) return;
    for (const session of sessions) this.#compare(session, before.get(session.id));
  }

  #compare(session: SessionSummary, before: SessionSummary['status'] | undefined): void {
    const { id, status } = session;
    if (status === before) return;
    if (status === 'running') {
      if (before !== 'waiting') this.#runningSince.set(id, this.#clock.now());
    } else if (before !== undefined && before !== 'idle') {
      this.#call({ kind: status === 'waiting' ? 'asked' : 'finished', session });
    }
  }

  #call(call: Call): void {
    const { preferences, visibility, offer } = this.#context;
    const { sounds, notifications, isNotifyRefused } = preferences.value;
    if (sounds) this.#ports.playSound(call.kind);
    if (visibility.value) return;
    const can = this.#ports.canNotify();
    if (notifications && can === 'yes') this.#ports.notify(call);
    const since = this.#runningSince.get(call.session.id) ?? this.#clock.now();
    const isLong = this.#clock.now() - since > LONG_RUN_MS;
    if (isLong && !notifications && !isNotifyRefused && can !== 'no') offer.make();
  }

  #count(): void {
    const { app, hidden, seen, view } = this.#context;
    const sessions = (app.value?.sessions ?? []).filter(({ id }) => !hidden.value.has(id));
    const waiting = sessions.filter(({ status }) => status === 'waiting').length;
    const unread = sessions.filter(
      (one) => one.status === 'idle' && one.id !== view.value && seen.isUnread(one),
    ).length;
    this.#ports.showBadge(waiting, unread);
  }
}
