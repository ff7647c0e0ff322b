import type { Clock } from '../protocol/clock.js';
import { DELEGATION_LIMITS } from '../protocol/delegation-limits.js';
import { sumUsage } from '../protocol/transcript/usage.js';
import type { UsageSum } from '../protocol/usage-sum.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { SessionRegistry } from '../sessions/registry/session-registry.js';
import type { SessionTree } from '../sessions/registry/session-tree.js';
import { type Delegate, delegatesFor } from './delegates.js';
import type { Task } from './delegation.js';
import { ToolRefusal } from './refusal.js';
import type { TaskBook } from './task-book.js';
import { reachedLimit, taskBudget } from './task-budget.js';

/** A task as an agent asks for it; without an agent, whoever has the name works on. */
export interface TaskWish {
  readonly name: string;
  readonly task: string;
  readonly agent?: string;
}

export interface TaskLimitsParts {
  readonly app: AppLog;
  readonly tree: SessionTree;
  readonly book: TaskBook;
  readonly clock: Clock;
  /** Says whether a person's budget lets a session have no more replies today. */
  readonly budgets: Pick<SessionRegistry['budgets'], 'hold'>;
}

/** Whether one more task can be given, and to whom, as far as that can be said without asking anybody. */
export class TaskLimits {
  readonly #parts: TaskLimitsParts;
  /** How many tasks were given below a person's session, in which of its turns. */
  readonly #given = new Map<string, { turn: number; count: number }>();

  constructor(parts: TaskLimitsParts) {
    this.#parts = parts;
  }

  /** Whether a session may give tasks, as the settings are now. */
  mayDelegate(sessionId: string): boolean {
    const { delegation, delegationDepth } = this.#parts.app.settings.current.values;
    return delegation !== 'off' && this.#parts.tree.depthOf(sessionId) < delegationDepth;
  }

  /** The task with the agent it goes to; throws a `ToolRefusal` where it can't be given. */
  check(callerId: string, { name, task, agent }: TaskWish): Task {
    const { app, tree } = this.#parts;
    if (app.settings.current.values.delegation === 'off') {
      throw new ToolRefusal('off', 'Delegation is turned off in AcDeck’s settings.');
    }
    if (!DELEGATION_LIMITS.name.test(name)) {
      throw new ToolRefusal('bad_name', 'A name has 1 to 40 letters, digits, dots, dashes and underscores.');
    }
    if (!this.mayDelegate(callerId)) {
      throw new ToolRefusal('too_deep', 'You work on a task yourself and can’t give it on. Do it yourself.');
    }
    const known = tree.child(callerId, name);
    if (known && agent !== undefined && agent !== known.agentId) {
      throw new ToolRefusal(
        'name_taken',
        `“${name}” is a task of ${known.agentId}. Choose another name, or leave out the agent.`,
      );
    }
    const agentId = known?.agentId ?? this.#choose(callerId, agent);
    this.#checkReady(callerId, agentId);
    this.checkRoom(callerId, name);
    this.#checkBudget(callerId);
    return { name, task, agentId };
  }

  /** Whom a task would go to; null where it can't be given to that agent. */
  agentFor(callerId: string, { name, agent }: Omit<TaskWish, 'task'>): string | null {
    const known = this.#parts.tree.child(callerId, name);
    if (known) return agent === undefined || agent === known.agentId ? known.agentId : null;
    return this.#delegate(callerId, agent)?.id ?? null;
  }

  /** Whether there is room for a task of that name; throws a `ToolRefusal` where there is none. */
  checkRoom(callerId: string, name: string): void {
    const { tree } = this.#parts;
    const root = tree.rootOf(callerId);
    const inTree = this.#atWorkBelow(root);
    const isBusy = inTree.some((other) => other.callerId === callerId && other.task.name === name);
    const atWork = new Set(inTree.map((other) => `${other.callerId} ${other.task.name}`)).size;
    if (!isBusy && atWork >= DELEGATION_LIMITS.running) {
      throw new ToolRefusal(
        'too_many',
        `${DELEGATION_LIMITS.running} tasks are at work, which is the most. Wait for one of them.`,
      );
    }
    if (!tree.child(callerId, name) && tree.children(callerId).length >= DELEGATION_LIMITS.children) {
      throw new ToolRefusal(
        'too_many',
        `There are ${DELEGATION_LIMITS.children} names, which is the most. Use one of them again.`,
      );
    }
    const given = this.#given.get(root);
    if (given?.turn === this.#turnOf(root) && given.count >= DELEGATION_LIMITS.tasksPerTurn) {
      throw new ToolRefusal(
        'too_many',
        `${DELEGATION_LIMITS.tasksPerTurn} tasks were given since the person’s last message, which is the most. Report to the person first.`,
      );
    }
  }

  /** One more was given since the person's last message. */
  count(callerId: string): void {
    const root = this.#parts.tree.rootOf(callerId);
    const turn = this.#turnOf(root);
    const given = this.#given.get(root);
    this.#given.set(root, { turn, count: given?.turn === turn ? given.count + 1 : 1 });
  }

  forget(sessionId: string): void {
    this.#given.delete(sessionId);
  }

  /** Whom a task goes to if the agent names nobody: the person's usual agent, else the first other one. */
  #delegate(callerId: string, agent: string | undefined): Delegate | undefined {
    const { current } = this.#parts.app;
    const own = this.#parts.tree.session(callerId).agentId;
    const delegates = delegatesFor(current, own);
    if (agent !== undefined) return delegates.find(({ id }) => id === agent);
    const others = delegates.filter(({ id, isReady }) => isReady && id !== own);
    return others.find(({ id }) => id === current.defaultAgentId) ?? others[0] ?? delegates[0];
  }

  #choose(callerId: string, agent: string | undefined): string {
    const found = this.#delegate(callerId, agent);
    if (found) return found.id;
    const delegates = delegatesFor(this.#parts.app.current, this.#parts.tree.session(callerId).agentId);
    const ids = delegates.map(({ id }) => id).join(', ') || 'none';
    throw new ToolRefusal('no_agent', `There is no agent “${agent ?? ''}” here. These can be asked: ${ids}.`);
  }

  #checkReady(callerId: string, agentId: string): void {
    const { app, tree } = this.#parts;
    const delegates = delegatesFor(app.current, tree.session(callerId).agentId);
    if (delegates.some(({ id, isReady }) => id === agentId && isReady)) return;
    const health = app.current.agents.find(({ id }) => id === agentId)?.health;
    const why = health?.state === 'needs_login' ? 'a person has to sign in to it first' : 'it can’t be started';
    throw new ToolRefusal('agent_not_ready', `${agentId} isn’t ready: ${why}. Use another agent or do it yourself.`);
  }

  #checkBudget(callerId: string): void {
    const { app, tree, budgets } = this.#parts;
    if (budgets.hold(callerId)) {
      throw new ToolRefusal('budget', 'The person’s budget for today is used up. Finish and report to the person.');
    }
    const limit = reachedLimit(taskBudget(app.settings.current.values), this.#usedBelow(tree.rootOf(callerId)));
    if (limit === null) return;
    throw new ToolRefusal(
      'budget',
      `The tasks of this conversation have used up their limit: ${limit}. Do the rest yourself; the person can raise it in Settings → Permissions.`,
    );
  }

  /** What agents' tasks below a person's session have used, with those that are at work now. */
  #usedBelow(root: string): UsageSum {
    const { tree, clock } = this.#parts;
    const now = clock.ticks();
    const ofAgents = this.#atWorkBelow(root).filter(({ asker }) => asker === null);
    const atWork = ofAgents.map(({ startedAt }) => ({ replies: 1, ms: now - startedAt, calls: 0 }));
    return sumUsage([tree.usedByTasks(root), ...atWork]);
  }

  #atWorkBelow(root: string) {
    const { tree, book } = this.#parts;
    return book.atWork.filter(({ callerId }) => tree.rootOf(callerId) === root);
  }

  #turnOf(root: string): number {
    return this.#parts.tree.session(root).log.transcript.turn.n;
  }
}
