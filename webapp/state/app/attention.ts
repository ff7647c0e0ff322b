import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { AppContext } from './contexts.js';
import { listedSessions } from './session-groups.js';

/** Something for which a person may want to be called. */
export interface Summons {
  readonly kind: 'finished' | 'asked';
  readonly session: SessionSummary;
}

/** The same in every tab that is told of the same thing. */
export function callId({ kind, session }: Summons): string {
  return `${session.id} ${kind} ${session.since ?? session.updatedAt}`;
}

/** How the page makes itself noticed. */
export interface AttentionPorts {
  /** Whether the browser would show a message, or could after asking. */
  canNotify(): 'yes' | 'ask' | 'no';
  /** Of several tabs of one browser, one shows it, and none if another one is before somebody's eyes. */
  notify(call: Summons): void;
  /** Of several tabs of one browser, one is heard. */
  playSound(call: Summons): void;
  /** How many sessions wait for an answer, and how many have news. */
  showBadge(waiting: number, unread: number): void;
}

/** A run of this length is one that people do something else during. */
const LONG_RUN_MS = 20_000;

/** Calls the person: by a sound, by a message of the system while they do not look, by a sign on the tab. */
export class Attention {
  readonly #context: AppContext;
  readonly #ports: AttentionPorts;
  readonly #runningSince = new Map<string, number>();
  #before: ReadonlyMap<string, SessionSummary> | null = null;

  constructor(context: AppContext, ports: AttentionPorts) {
    this.#context = context;
    this.#ports = ports;
    context.server.app.observe(
      (app) => app?.sessions,
      () => {
        this.#look();
        this.#count();
      },
    );
    const { hidden } = context.sessions;
    const { view, visibility } = context.page;
    for (const store of [hidden, view, visibility]) store.subscribe(() => this.#count());
  }

  #look(): void {
    const sessions = this.#context.server.app.value?.sessions ?? [];
    const before = this.#before;
    this.#before = new Map(sessions.map((session) => [session.id, session]));
    if (!before) return;
    for (const session of sessions) this.#compare(session, before.get(session.id));
  }

  #compare(session: SessionSummary, before: SessionSummary | undefined): void {
    const { id, status, since } = session;
    // A tab that got several changes at once sees only the last of them.
    const isNew = status !== before?.status || (since !== undefined && since !== before.since);
    if (!isNew) return;
    if (status === 'running') {
      if (before?.status !== 'waiting') this.#runningSince.set(id, since ?? this.#now());
    } else if (before !== undefined && (before.status !== 'idle' || since !== undefined)) {
      this.#call({ kind: status === 'waiting' ? 'asked' : 'finished', session });
    }
  }

  #call(call: Summons): void {
    const { preferences, notices, page } = this.#context;
    const { sounds, notifications, isNotifyRefused } = preferences.value;
    if (sounds) this.#ports.playSound(call);
    if (page.visibility.value) return;
    const can = this.#ports.canNotify();
    if (notifications && can === 'yes') this.#ports.notify(call);
    const now = this.#now();
    const isLong = now - (this.#runningSince.get(call.session.id) ?? now) > LONG_RUN_MS;
    if (isLong && !notifications && !isNotifyRefused && can !== 'no') notices.offer.make();
  }

  /** By the server's clock: a tab may hear late that a run has begun. */
  #now(): number {
    return this.#context.server.time.now();
  }

  #count(): void {
    const sessions = listedSessions(
      this.#context.server.app.value?.sessions ?? [],
      this.#context.sessions.hidden.value,
    );
    const waiting = sessions.filter(({ status }) => status === 'waiting').length;
    this.#ports.showBadge(waiting, unseenSessions(this.#context).length);
  }
}

/** Sessions with news; the one on screen too, while nobody looks at the screen. */
export function unseenSessions({ server, sessions, page }: AppContext): readonly SessionSummary[] {
  const { hidden } = sessions;
  const { view, visibility } = page;
  const isLookedAt = ({ id }: SessionSummary) => visibility.value && view.shown.includes(id);
  return listedSessions(server.app.value?.sessions ?? [], hidden.value).filter(
    (session) => session.status === 'idle' && !session.copy && !isLookedAt(session) && session.unread,
  );
}
