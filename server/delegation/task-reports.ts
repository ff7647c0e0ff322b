import type { AgentTrouble } from '../protocol/agent-trouble.js';
import type { Clock } from '../protocol/clock.js';
import { DELEGATION_LIMITS } from '../protocol/delegation-limits.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { SessionTree } from '../sessions/registry/session-tree.js';
import { resultOf } from './child-answer.js';
import type { Delegation } from './delegation.js';
import { ToolRefusal } from './refusal.js';
import type { TaskBook } from './task-book.js';

/** How a task stands, for the agent that gave it. */
export interface TaskReport {
  readonly name: string;
  readonly agent: string;
  readonly state: 'done' | 'running' | 'waiting' | 'failed' | 'stopped' | 'interrupted' | 'refused' | 'denied';
  readonly answer: string;
  readonly files: readonly string[];
  readonly seconds: number;
  /** What a person is asked, where one is. */
  readonly question?: string;
  readonly trouble?: AgentTrouble;
}

/** How long somebody waits for news. */
export interface Patience {
  readonly seconds: number;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** There is something else to wait for: tasks that are all over end the wait only as news. */
  readonly isForMore?: boolean;
}

export interface TaskReportsParts {
  readonly app: AppLog;
  readonly tree: SessionTree;
  readonly book: TaskBook;
  readonly clock: Clock;
}

/** Tells agents how the tasks stand that they have given, and lets them wait for news. */
export class TaskReports {
  readonly #parts: TaskReportsParts;

  constructor(parts: TaskReportsParts) {
    this.#parts = parts;
  }

  /** How the newest task of that name stands. */
  report(callerId: string, name: string): TaskReport {
    const delegation = this.#parts.book.find(callerId, name);
    return delegation ? this.#reportOf(delegation) : this.#reportFromLog(callerId, name);
  }

  /**
   * Settles when there is news: a task has ended or waits for a person, each told once; or when all are over, after so
   * many seconds, or when nobody waits any more. The tasks go on in any case.
   */
  async wait(callerId: string, names: readonly string[], patience: Patience): Promise<TaskReport[]> {
    const { seconds, signal, isForMore = names.length === 0 } = patience;
    const reports = () => names.map((name) => this.report(callerId, name));
    const tasks = () => names.map((name) => this.#parts.book.find(callerId, name));
    const isEnough = () => tasks().some((task) => this.#hasNews(task)) || (!isForMore && tasks().every(isOver));
    // A name that nobody knows is refused before anybody waits.
    reports();
    await new Promise<void>((resolve) => {
      const finish = () => {
        unwatch();
        stopTimer();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const look = () => isEnough() && finish();
      const unwatch = this.#parts.book.watch(look);
      const stopTimer = this.#parts.clock.after(Math.min(seconds, DELEGATION_LIMITS.waitSeconds) * 1000, finish);
      signal.addEventListener('abort', finish, { once: true });
      if (signal.aborted || seconds <= 0) finish();
      else look();
    });
    const told = reports();
    // Whoever has gone away has heard nothing.
    if (!signal.aborted) for (const task of tasks()) this.#markTold(task);
    return told;
  }

  #hasNews(task: Delegation | null): boolean {
    if (!task) return false;
    return task.end ? !task.isEndTold : this.#untold(task).length > 0;
  }

  #markTold(task: Delegation | null): void {
    if (task?.end) task.isEndTold = true;
    else if (task) for (const id of this.#untold(task)) task.told.add(id);
  }

  #reportOf(delegation: Delegation): TaskReport {
    const { task, end, startedAt, endedAt } = delegation;
    const seconds = Math.round(((endedAt ?? this.#parts.clock.ticks()) - startedAt) / 1000);
    const about = { name: task.name, agent: this.#nameOf(task.agentId), seconds };
    if (end) {
      const { outcome, ...rest } = end;
      return { ...about, ...rest, state: outcome === 'completed' ? 'done' : outcome };
    }
    const question = this.#questionOf(delegation);
    const state = question ? 'waiting' : 'running';
    return { ...about, answer: '', files: [], state, ...(question ? { question } : {}) };
  }

  /** What is known of a name from before the server began. */
  #reportFromLog(callerId: string, name: string): TaskReport {
    const { tree } = this.#parts;
    const known = tree.child(callerId, name);
    if (!known) throw new ToolRefusal('not_found', `There is no task “${name}” of yours.`);
    const { log } = tree.session(known.id);
    const { turn } = log.transcript;
    const last = entriesOf(log.transcript.entries).findLast((entry) => entry.turn === turn.n);
    const isCut = last?.kind === 'mark' && last.mark.code === 'interrupted';
    const state = last?.kind === 'error' ? 'failed' : isCut || turn.n === 0 ? 'interrupted' : 'done';
    const seconds = Math.round(((turn.endedAt ?? 0) - (turn.startedAt ?? turn.endedAt ?? 0)) / 1000);
    return { name, agent: this.#nameOf(known.agentId), state, ...resultOf(log.transcript, turn.n), seconds };
  }

  #nameOf(agentId: string): string {
    return this.#parts.app.current.agents.find(({ id }) => id === agentId)?.name ?? agentId;
  }

  /** What a person is asked for the sake of this task: whether it may begin, or something in its session. */
  #questionOf(delegation: Delegation): string | null {
    if (delegation.isAsked) return 'whether this task may be given';
    if (delegation.sessionId === null) return null;
    const { transcript } = this.#parts.tree.session(delegation.sessionId).log;
    const [first] = transcript.pending;
    const entry = first && entriesOf(transcript.entries)[first.entry - transcript.entries.first];
    if (!first) return null;
    return entry?.kind === 'tool' ? entry.title || 'a request for permission' : 'a question with a form';
  }

  /** Requests to people that whoever waits has not heard of. */
  #untold({ id: own, sessionId, isAsked, told }: Delegation): string[] {
    const { tree } = this.#parts;
    const asked = sessionId === null ? [] : tree.session(sessionId).log.transcript.pending.map(({ id }) => id);
    return [...(isAsked ? [own] : []), ...asked].filter((id) => !told.has(id));
  }
}

function isOver(task: Delegation | null): boolean {
  return !task || task.end !== null;
}
