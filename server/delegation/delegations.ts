import { randomUUID } from 'node:crypto';
import type { AgentTrouble } from '../protocol/agent-trouble.js';
import type { Done } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { backgroundClock, type Clock } from '../protocol/clock.js';
import { DELEGATION_LIMITS } from '../protocol/delegation-limits.js';
import type { Actor, DelegationOutcome } from '../protocol/events.js';
import type { LoggedEvent } from '../protocol/session/session-event.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { replyUsage } from '../protocol/transcript/usage.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { SessionRegistry } from '../sessions/registry/session-registry.js';
import type { Session } from '../sessions/session/session.js';
import { cutText } from '../text/cut-text.js';
import { resultOf, turnTrouble } from './child-answer.js';
import { Consent } from './consent.js';
import { Delegation, type Task, type TaskEnd } from './delegation.js';
import { matchCall, type ToolCallHints } from './match-call.js';
import { ToolRefusal } from './refusal.js';
import { TaskBook } from './task-book.js';
import { TaskLimits, type TaskWish } from './task-limits.js';
import { TaskReports } from './task-reports.js';

/** A person asks by no call. */
const NO_CALL: ToolCallHints = { tool: '', input: {}, meta: {} };

export interface DelegationsParts {
  readonly registry: SessionRegistry;
  readonly app: AppLog;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** Gives tasks of agents to others, follows them to their end, and stops them. */
export class Delegations {
  readonly limits: TaskLimits;
  readonly reports: TaskReports;
  readonly #parts: DelegationsParts;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #consent: Consent;
  readonly #book = new TaskBook();

  constructor(parts: DelegationsParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? backgroundClock;
    this.#newId = parts.newId ?? randomUUID;
    this.#consent = new Consent({ app: parts.app, tree: parts.registry.tree, onAsked: () => this.#book.tell() });
    const shared = { app: parts.app, tree: parts.registry.tree, book: this.#book, clock: this.#clock };
    this.limits = new TaskLimits({ ...shared, budgets: parts.registry.budgets });
    this.reports = new TaskReports(shared);
    parts.registry.listen({
      onEvents: (id, events) => this.#onEvents(id, events),
      onRemove: (id) => this.#onRemove(id),
    });
  }

  /** Begins a task, or asks a person whether it may begin; throws a `ToolRefusal` where it cannot. */
  delegate(callerId: string, wish: TaskWish, hints: ToolCallHints): Delegation {
    const task = this.limits.check(callerId, wish);
    this.limits.count(callerId);
    return this.#start(callerId, task, { hints, asker: null });
  }

  /** A person asks another agent something in a session: a task that needs no yes and no call of the agent there. */
  askFor(by: Actor, callerId: string, agentId: string, text: string): Done {
    const { app } = this.#parts;
    const health = app.current.agents.find(({ id }) => id === agentId)?.health;
    if (!health) throw new RpcError('not_found', 'There is no such agent.');
    this.#tree.session(callerId);
    const names = new Set(this.#tree.children(callerId).map(({ parent }) => parent?.name));
    const isTaken = (n: number) => names.has(`question-${n}`);
    let n = 1;
    while (isTaken(n)) n += 1;
    const name = `question-${n}`;
    try {
      this.limits.checkRoom(callerId, name);
    } catch (error) {
      if (!(error instanceof ToolRefusal)) throw error;
      throw new RpcError('conflict', error.message, { code: 'too_many_tasks' });
    }
    this.#start(callerId, { name, task: text, agentId }, { hints: NO_CALL, asker: by });
    return { seq: app.head };
  }

  #start(callerId: string, task: Task, { hints, asker }: { hints: ToolCallHints; asker: Actor | null }): Delegation {
    const delegation = new Delegation({
      ...{ id: this.#newId(), callerId, task, hints, startedAt: this.#clock.ticks(), promptId: this.#newId(), asker },
    });
    this.#book.add(delegation);
    void this.#begin(delegation).catch((error: unknown) => this.#fail(delegation, error));
    return delegation;
  }

  /** Stops a task of that name, with all that it has set to work. */
  stop(callerId: string, name: string): void {
    this.reports.report(callerId, name);
    for (const delegation of this.#book.atWork) {
      if (delegation.callerId === callerId && delegation.task.name === name) this.#stop(delegation);
    }
  }

  /** The same for a person, who knows it by its id; one that has ended stays as it is. */
  stopTask(callerId: string, delegationId: string): Done {
    const found = this.#book.atWork.find(({ id, callerId: caller }) => id === delegationId && caller === callerId);
    if (found) this.#stop(found);
    return { seq: this.#tree.session(callerId).log.head };
  }

  get #tree() {
    return this.#parts.registry.tree;
  }

  async #begin(delegation: Delegation): Promise<void> {
    const { callerId, task } = delegation;
    const allowed = delegation.asker
      ? { toolCallId: null }
      : await this.#consent.ask(this.#tree.session(callerId), delegation);
    if (delegation.end) return;
    if (!allowed) return this.#end(delegation, { outcome: 'denied', answer: '', files: [] });
    const known = this.#tree.child(callerId, task.name);
    const child = known ? this.#tree.session(known.id) : this.#tree.create(task.agentId, callerId, task.name);
    delegation.sessionId = child.id;
    delegation.toolCallId = allowed.toolCallId;
    this.#tree.session(callerId).log.record({
      ...{ type: 'delegation_started', delegationId: delegation.id, sessionId: child.id, name: task.name },
      ...{ agentId: task.agentId, task: cutText(task.task, DELEGATION_LIMITS.notedChars) },
      ...(allowed.toolCallId === null ? {} : { toolCallId: allowed.toolCallId }),
    });
    this.#book.tell();
    await child.agent.connect();
    if (delegation.end) return;
    await child.settings.askMost();
    if (!delegation.end) this.#send(delegation, child);
  }

  #send({ callerId, promptId, task, asker }: Delegation, child: Session): void {
    const { queuePaused } = child.log.transcript;
    // What held the queue back was the last task's trouble, unless a person did.
    if (queuePaused && queuePaused.code !== 'paused') child.log.record({ type: 'queue_resumed' });
    const isCommand = !asker && task.task.trimStart().startsWith('/');
    const text = isCommand ? `Task: ${task.task}` : task.task;
    child.turns.prompt({ cmdId: promptId, by: asker ?? this.#actor(callerId) }, [{ type: 'text', text }]);
  }

  #actor(sessionId: string): Actor {
    return { kind: 'session', sessionId, agent: this.#tree.session(sessionId).agent.name };
  }

  #onEvents(sessionId: string, events: readonly LoggedEvent[]): void {
    for (const event of events) {
      if (event.type === 'cancel_requested' || (event.type === 'turn_ended' && event.isForced))
        this.#stopBelow(sessionId);
      else if (event.type === 'agent_update' && 'toolCallId' in event.update) this.#joinCall(sessionId);
      else this.#follow(sessionId, event);
    }
  }

  /** What became of a task, by what the log of its session says. */
  #follow(sessionId: string, event: LoggedEvent): void {
    const here = this.#book.atWork.filter((delegation) => delegation.sessionId === sessionId);
    if (here.length === 0) return;
    switch (event.type) {
      case 'prompt_sent':
        for (const delegation of here) if (delegation.promptId === event.promptId) this.#sent(delegation);
        return;
      case 'prompt_removed':
        for (const delegation of here) if (delegation.promptId === event.promptId) this.#over(delegation, 'stopped');
        return;
      case 'permission_requested':
      case 'question_asked':
        this.#book.tell();
        return;
      default: {
        const outcome = outcomeOf(event);
        for (const delegation of here) {
          if (outcome && delegation.turn !== null) this.#over(delegation, outcome, event);
        }
      }
    }
  }

  #sent(delegation: Delegation): void {
    const { log } = this.#tree.session(delegation.sessionId!);
    const { promptId, callerId, id } = delegation;
    const prompt = entriesOf(log.transcript.entries).findLast(
      (entry) => entry.kind === 'user' && entry.promptId === promptId,
    );
    delegation.turn = prompt?.turn ?? log.transcript.turn.n;
    this.#tree.session(callerId).log.record({ type: 'delegation_changed', delegationId: id, turn: delegation.turn });
  }

  #over(delegation: Delegation, outcome: DelegationOutcome, event?: LoggedEvent): void {
    const child = this.#tree.session(delegation.sessionId!);
    const result =
      delegation.turn === null ? { answer: '', files: [] } : resultOf(child.log.transcript, delegation.turn);
    const trouble = event ? turnTrouble(event, child.agent.name) : null;
    const usage = delegation.turn === null ? null : replyUsage(child.log.transcript, delegation.turn);
    this.#end(delegation, { outcome, ...result, ...(trouble ? { trouble } : {}), ...(usage ? { usage } : {}) });
  }

  #fail(delegation: Delegation, error: unknown): void {
    const told = error as { trouble?: AgentTrouble };
    const text = error instanceof Error ? error.message : String(error);
    const trouble: AgentTrouble = told.trouble ?? { code: 'failed', text };
    this.#end(delegation, { outcome: 'failed', answer: '', files: [], trouble });
  }

  #end(delegation: Delegation, end: TaskEnd): void {
    if (delegation.end) return;
    const { id, callerId, sessionId } = delegation;
    delegation.end = end;
    delegation.endedAt = this.#clock.ticks();
    this.#book.close(delegation);
    const { outcome, answer, trouble, usage } = end;
    if (sessionId !== null && outcome !== 'denied' && this.#tree.summary(callerId)) {
      const noted = { answer: cutText(answer, DELEGATION_LIMITS.notedChars), ...(trouble ? { trouble } : {}) };
      const ended = {
        type: 'delegation_ended',
        delegationId: id,
        outcome,
        ...noted,
        ...(usage ? { usage } : {}),
      } as const;
      this.#tree.session(callerId).log.record(ended);
      if (outcome === 'failed') this.#withdraw(sessionId, delegation);
    }
    this.#book.tell();
  }

  /** A task that has failed is over: what would send it again by itself is taken back. */
  #withdraw(sessionId: string, { callerId }: Delegation): void {
    const { log } = this.#tree.session(sessionId);
    const still = new Set(this.#book.atWork.map(({ promptId }) => promptId));
    const left = log.transcript.queue.filter(
      ({ by, promptId }) => by.kind === 'session' && by.sessionId === callerId && !still.has(promptId),
    );
    if (left.length > 0) log.record(...left.map(({ promptId }) => ({ type: 'prompt_removed' as const, promptId })));
  }

  #stopBelow(sessionId: string): void {
    for (const delegation of this.#book.atWork) {
      // What a person has asked beside it goes on.
      if (delegation.callerId === sessionId && !delegation.asker) this.#stop(delegation);
    }
  }

  #stop(delegation: Delegation): void {
    const { callerId, sessionId, promptId, turn } = delegation;
    delegation.asking.abort('turn_stopped');
    if (sessionId === null || turn === null) {
      if (sessionId !== null) this.#unsend(sessionId, promptId);
      this.#end(delegation, { outcome: 'stopped', answer: '', files: [] });
      return;
    }
    try {
      this.#tree.session(sessionId).turns.cancel({ cmdId: this.#newId(), by: this.#actor(callerId) });
    } catch (error) {
      // Nothing can be written now; a person can still stop it.
      if (!(error instanceof RpcError)) throw error;
    }
  }

  /** It waits there for its turn: nobody shall begin with it. */
  #unsend(sessionId: string, promptId: string): void {
    const { log } = this.#tree.session(sessionId);
    const isQueued = log.transcript.queue.some((prompt) => prompt.promptId === promptId);
    if (isQueued) log.record({ type: 'prompt_removed', promptId });
  }

  /** A call that has only now been told of may be the one by which a task was given. */
  #joinCall(sessionId: string): void {
    for (const delegation of this.#book.atWork) {
      if (delegation.callerId !== sessionId || delegation.sessionId === null || delegation.asker) continue;
      if (delegation.toolCallId !== null) continue;
      const { log } = this.#tree.session(sessionId);
      const call = matchCall(log.transcript, delegation.hints);
      if (!call) continue;
      const { toolCallId } = call.entry;
      delegation.toolCallId = toolCallId;
      log.record({ type: 'delegation_changed', delegationId: delegation.id, toolCallId });
    }
  }

  #onRemove(sessionId: string): void {
    for (const delegation of this.#book.atWork) {
      if (delegation.sessionId !== sessionId && delegation.callerId !== sessionId) continue;
      delegation.asking.abort();
      this.#end(delegation, { outcome: 'stopped', answer: '', files: [] });
    }
    this.#book.forget(sessionId);
    this.limits.forget(sessionId);
  }
}

/** How an event ends a turn, or null if it does not. */
function outcomeOf(event: LoggedEvent): DelegationOutcome | null {
  switch (event.type) {
    case 'turn_ended':
      return event.stopReason === 'cancelled' ? 'stopped' : event.stopReason === 'refusal' ? 'refused' : 'completed';
    case 'turn_failed':
      return 'failed';
    case 'turn_interrupted':
      return 'interrupted';
    case 'agent_exited':
      return event.duringTurn ? 'failed' : null;
    default:
      return null;
  }
}
