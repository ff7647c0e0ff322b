import type { BannerSubject } from '../../protocol/api/app-state.js';
import { BUDGET_KEYS, BUDGET_WARNING, type BudgetUse, budgetKey } from '../../protocol/budget.js';
import type { Clock } from '../../protocol/clock.js';
import { MINUTE_MS } from '../../protocol/clock.js';
import type { SettingValues } from '../../protocol/features/settings-table.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import {
  addUsage,
  dayOf,
  idleUsage,
  NO_USAGE,
  replyUsage,
  sumUsage,
  turnEndedBy,
  usageSoFar,
} from '../../protocol/transcript/usage.js';
import type { UsageSum } from '../../protocol/usage-sum.js';
import { endsTurn } from '../list/session-names.js';
import type { AppLog } from '../log/app-log.js';
import { type BudgetLevel, budgetUses, levelOf, reachedBudget } from './budget-uses.js';
import type { BudgetedSession } from './budgeted-session.js';
import { StopGrace } from './stop-grace.js';

export interface BudgetsParts {
  readonly app: AppLog;
  readonly clock: Clock;
  /** What replies that have ended on that day have used in this folder. */
  readonly usedOn: (day: string) => UsageSum;
  /** The person's own session above one that works on a task; itself, if it is a person's own. */
  readonly rootOf: (sessionId: string) => string;
  /** Those in memory; one that runs is. */
  readonly sessions: () => readonly BudgetedSession[];
  /** Ends the process of an agent that was told to stop and went on; `isAgain` if a fresh one has done so too. */
  readonly end: (sessionId: string, budget: BudgetUse, isAgain: boolean) => void;
}

/** The reply of a person's session, with all tasks that were given in it. */
interface Reply {
  /** What the parts of it that are over have used. */
  done: UsageSum;
  /** The budget of its own that it has used up, as long as that holds back what waits for it. */
  over: BudgetUse | null;
  /** It was stopped for that, or people were told. */
  isSettled: boolean;
}

const fresh = (): Reply => ({ done: NO_USAGE, over: null, isSettled: false });

/**
 * Holds agents to the budgets that a person has set: warns, then stops, then ends those that go on. Time and tool calls are
 * our own counts; of tokens and cost only what agents report counts, when they report it.
 */
export class Budgets {
  readonly #parts: BudgetsParts;
  readonly #replies = new Map<string, Reply>();
  /** What replies that are over have used, for work that goes on after them. */
  readonly #ended = new Map<string, UsageSum>();
  readonly #grace: StopGrace;
  /** What people were told, by the id of its banner; one that was put away is not raised again. */
  readonly #told = new Map<string, BudgetLevel>();
  /** What replies that are over have used today; null until that is asked for. */
  #day: { readonly name: string; readonly done: UsageSum } | null = null;
  #stopTimer: (() => void) | null = null;
  #isClosed = false;

  constructor(parts: BudgetsParts) {
    this.#parts = parts;
    this.#grace = new StopGrace({ ...parts, find: (id) => this.#session(id) });
    parts.app.settings.listen(() => this.#onSettings());
  }

  /** A start begins with what was used before it. */
  begin(): void {
    if (this.#isSet) this.check();
  }

  /** The events are written; some of them may tell of something used. */
  follow(sessionId: string, events: readonly LoggedEvent[]): void {
    for (const event of events) {
      if (event.type === 'prompt_sent' && this.#parts.rootOf(sessionId) === sessionId) {
        this.#replies.set(sessionId, fresh());
        this.#ended.delete(sessionId);
        this.#grace.forgive(sessionId);
      } else if (event.type === 'queue_resumed' || event.type === 'budget_lifted') this.#letGo(sessionId);
      else if (endsTurn(event)) this.#countReply(sessionId, event);
      const idle = event.used?.isIdle ? idleUsage([event]) : null;
      if (idle) this.#count(sessionId, event.at, idle);
    }
    if (!this.#isSet || !events.some(mayUse)) return;
    this.check();
    const idle = idleUsage(events);
    const budget = idle && this.#reachedFor(sessionId);
    if (budget) this.#noteIdleWork(sessionId, budget, idle.calls > 0);
  }

  /** Looks at all that runs: warns of what is nearly used up, and stops what is. */
  check(): void {
    if (this.#isClosed) return;
    for (const root of this.#roots()) this.#checkReply(root);
    this.#checkDay();
    this.#arm();
  }

  /** The budget that keeps a person's next message in that session from being sent; null if it may go. */
  hold(sessionId: string): BudgetUse | null {
    if (!this.#isSet || this.#isLifted(sessionId)) return null;
    return reachedBudget(this.#dayUses());
  }

  /** The same for a message that waited for the reply before it, which may have used too much. */
  holdQueued(sessionId: string): BudgetUse | null {
    if (!this.#isSet) return null;
    return this.#replies.get(sessionId)?.over ?? this.hold(sessionId);
  }

  /** Whether an agent that wants to write a file or run a command through us may; if not, that it wanted to is noted. */
  mayWork(sessionId: string): boolean {
    const budget = this.#reachedFor(sessionId);
    if (budget) this.#noteIdleWork(sessionId, budget, true);
    return budget === null;
  }

  /** What was used today in this folder, also by replies that aren't over and by sessions that were deleted since. */
  today(): UsageSum {
    const running = this.#running().map((session) => this.#soFar(session));
    return sumUsage([this.#doneToday(), ...running]);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer?.();
    this.#grace.close();
  }

  get #values(): SettingValues {
    return this.#parts.app.settings.current.values;
  }

  get #isSet(): boolean {
    const values = this.#values;
    return BUDGET_KEYS.some((key) => values[key] > 0);
  }

  #countReply(sessionId: string, event: LoggedEvent): void {
    const transcript = this.#session(sessionId)?.log.transcript;
    const turn = transcript ? turnEndedBy(transcript, event) : null;
    // A session that is mended while it is opened, or whose replies are counted once more, has kept what it used.
    if (turn === null || (event.type === 'turn_ended' && event.recounted)) this.#day = null;
    const used = turn === null ? null : replyUsage(transcript!, turn);
    if (used) this.#count(sessionId, event.at, used);
  }

  #count(sessionId: string, at: number, used: UsageSum): void {
    // What the sessions have kept is read when it is first wanted, this reply included.
    if (this.#day?.name === dayOf(at)) this.#day = { ...this.#day, done: addUsage(this.#day.done, used) };
    const root = this.#parts.rootOf(sessionId);
    const reply = this.#reply(root);
    reply.done = addUsage(reply.done, used);
  }

  /** The reply of a person's session that runs, has just ended, or has left an agent at work. */
  #reply(root: string): Reply {
    const reply = this.#replies.get(root) ?? { ...fresh(), done: this.#ended.get(root) ?? NO_USAGE };
    this.#replies.set(root, reply);
    return reply;
  }

  /** The budget that an agent in that session has used up. */
  #reachedFor(sessionId: string): BudgetUse | null {
    if (!this.#isSet) return null;
    const root = this.#parts.rootOf(sessionId);
    const done = this.#replies.get(root)?.done ?? this.#ended.get(root) ?? NO_USAGE;
    const uses = budgetUses(this.#values, 'reply', this.#replyUse(done, this.#runningBelow(root)));
    return reachedBudget(uses) ?? this.hold(sessionId);
  }

  /** A budget is used up, and the agent goes on although no reply runs. */
  #noteIdleWork(sessionId: string, budget: BudgetUse, isWork: boolean): void {
    const session = this.#session(sessionId);
    if (session?.log.transcript.turn.status === 'idle') this.#grace.wentOn(session, budget, isWork);
  }

  /** A person wants what waits to go on, whatever the reply before it has used. */
  #letGo(sessionId: string): void {
    const reply = this.#replies.get(sessionId);
    if (reply) reply.over = null;
  }

  #checkReply(root: string): void {
    const reply = this.#reply(root);
    const running = this.#runningBelow(root);
    const uses = budgetUses(this.#values, 'reply', this.#replyUse(reply.done, running));
    const reached = reachedBudget(uses);
    const near = uses.find((use) => levelOf(use) === 'near');
    const isShown = running.length > 0 && !reached && near !== undefined;
    this.#tell(`budget-reply-${root}`, isShown ? 'near' : null, { budget: near, session: this.#titleOf(root) });
    if (reached && !reply.isSettled) {
      reply.over = reached;
      reply.isSettled = true;
      if (running.length > 0) this.#stop(running, root, reached);
      else this.#session(root)?.turns.noteOverrun(reached);
    }
    if (running.length > 0 || reply.over) return;
    this.#ended.set(root, reply.done);
    this.#replies.delete(root);
  }

  /** Of a reply time passes once, however many tasks work for it at the same time. */
  #replyUse(done: UsageSum, running: readonly BudgetedSession[]): UsageSum {
    const now = running.map((session) => this.#soFar(session));
    const ms = now.length > 0 ? Math.max(...now.map((part) => part.ms)) : done.ms;
    return { ...sumUsage([done, ...now]), ms };
  }

  #checkDay(): void {
    const uses = this.#dayUses();
    const ids = uses.map((use) => `budget-day-${use.measure}${use.unit ? `-${use.unit}` : ''}`);
    for (const id of this.#told.keys()) {
      if (id.startsWith('budget-day-') && !ids.includes(id)) this.#tell(id, null, {});
    }
    for (const [n, budget] of uses.entries()) this.#tell(ids[n]!, levelOf(budget), { budget });
    const reached = reachedBudget(uses);
    if (!reached) return;
    for (const root of this.#roots()) {
      if (!this.#isLifted(root)) this.#stop(this.#runningBelow(root), root, reached);
    }
  }

  /** What works for a reply ends with it; only where nothing is above it, it has to be stopped itself. */
  #stop(running: readonly BudgetedSession[], root: string, budget: BudgetUse): void {
    const top = running.find(({ id }) => id === root);
    for (const session of top ? [top] : running) session.turns.stopForBudget(budget);
    for (const session of running) this.#grace.begin(session, budget);
  }

  #tell(id: string, level: BudgetLevel | null, about: { budget?: BudgetUse | undefined; session?: string }): void {
    const { app } = this.#parts;
    if ((this.#told.get(id) ?? null) === level) return;
    if (level === null || !about.budget) {
      this.#told.delete(id);
      app.append({ type: 'banner_lowered', bannerId: id });
      return;
    }
    this.#told.set(id, level);
    const { budget, session } = about;
    const subject: BannerSubject = { code: 'budget', level, budget, ...(session === undefined ? {} : { session }) };
    app.append({ type: 'banner_raised', banner: { id, severity: 'warning', about: subject, isNews: true } });
  }

  #titleOf(sessionId: string): string {
    return this.#parts.app.current.sessions.find(({ id }) => id === sessionId)?.title ?? '';
  }

  /** Another budget may hold back less, and what it holds back is sent then. */
  #onSettings(): void {
    if (this.#isClosed) return;
    for (const reply of this.#replies.values()) {
      const { over } = reply;
      if (over && this.#values[budgetKey(over.span, over.measure)] !== over.limit) {
        Object.assign(reply, { over: null, isSettled: false });
      }
    }
    if (this.#isSet || this.#told.size > 0) this.check();
    for (const session of this.#parts.sessions()) {
      const { queuePaused, turn } = session.log.transcript;
      const isHeld = queuePaused?.code === 'budget' && !queuePaused.isCut && turn.status === 'idle';
      if (isHeld && !this.holdQueued(session.id)) session.release();
    }
  }

  #dayUses(): BudgetUse[] {
    return budgetUses(this.#values, 'day', this.today());
  }

  #doneToday(): UsageSum {
    const name = dayOf(this.#parts.clock.now());
    if (this.#day?.name !== name) this.#day = { name, done: this.#parts.usedOn(name) };
    return this.#day.done;
  }

  #session(id: string): BudgetedSession | undefined {
    return this.#parts.sessions().find((session) => session.id === id);
  }

  #running(): BudgetedSession[] {
    return this.#parts.sessions().filter(({ log }) => log.transcript.turn.status !== 'idle');
  }

  #runningBelow(root: string): BudgetedSession[] {
    return this.#running().filter(({ id }) => this.#parts.rootOf(id) === root);
  }

  /** The persons' own sessions in which something runs, or whose reply has just ended. */
  #roots(): string[] {
    const running = this.#running().map(({ id }) => this.#parts.rootOf(id));
    return [...new Set([...running, ...this.#replies.keys()])];
  }

  #isLifted(sessionId: string): boolean {
    const t = this.#session(this.#parts.rootOf(sessionId))?.log.transcript;
    return t !== undefined && (t.isLifted === true || (t.turn.status !== 'idle' && t.turn.isLifted === true));
  }

  #soFar({ log }: BudgetedSession): UsageSum {
    return usageSoFar(log.transcript, log.turnMs) ?? NO_USAGE;
  }

  /** Time passes without any event: looks again when it may be enough for a word, or when a new day begins. */
  #arm(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    const waits = this.#waits();
    if (waits.length === 0) return;
    this.#stopTimer = this.#parts.clock.after(Math.max(1, Math.ceil(Math.min(...waits))), () => this.check());
  }

  #waits(): number[] {
    const values = this.#values;
    const running = this.#running();
    const until = (limit: number, used: number, speed: number): number[] =>
      [limit * BUDGET_WARNING, limit].flatMap((mark) =>
        mark * MINUTE_MS > used ? [(mark * MINUTE_MS - used) / speed] : [],
      );
    const replies = values.budgetReplyMinutes > 0 ? running.map((session) => this.#soFar(session).ms) : [];
    const today = values.budgetDayMinutes > 0 && running.length > 0 ? [this.today().ms] : [];
    return [
      ...replies.flatMap((ms) => until(values.budgetReplyMinutes, ms, 1)),
      ...today.flatMap((ms) => until(values.budgetDayMinutes, ms, running.length)),
      ...(this.#told.size > 0 ? [untilTomorrow(this.#parts.clock.now())] : []),
    ];
  }
}

function untilTomorrow(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() - now;
}

/** Most events are words, which no budget counts. */
function mayUse(event: LoggedEvent): boolean {
  return event.used !== undefined || event.type === 'prompt_sent' || endsTurn(event);
}
