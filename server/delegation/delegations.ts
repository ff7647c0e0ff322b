import { randomUUID } from 'node:crypto';
import type { AgentTrouble } from '../protocol/agent-trouble.js';
import type { Done } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { backgroundClock, type Clock } from '../protocol/clock.js';
import type { Actor, DelegationOutcome, LoggedEvent } from '../protocol/events.js';
import { LIMITS } from '../protocol/limits.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { NO_USAGE, replyUsage, sumUsage } from '../protocol/transcript/usage.js';
import type { UsageSum } from '../protocol/usage-sum.js';
import type { Act } from '../sessions/log/act.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { SessionRegistry } from '../sessions/registry/session-registry.js';
import type { Session } from '../sessions/session/session.js';
import { cutText } from '../text/cut-text.js';
import { resultOf, turnTrouble } from './child-answer.js';
import { Consent } from './consent.js';
import { delegatesFor } from './delegates.js';
import { Delegation, type Task, type TaskEnd } from './delegation.js';
import { matchCall, type ToolCallHints } from './match-call.js';
import { ToolRefusal } from './refusal.js';
import { reachedLimit, taskBudget } from './task-budget.js';

const { delegation: LIMIT } = LIMITS;
/** A person asks by no call. */
const NO_CALL: ToolCallHints = { tool: '', input: {}, meta: {} };

export interface DelegationsParts {
  readonly registry: SessionRegistry;
  readonly app: AppLog;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** A task as an agent asks for it; without an agent, whoever has the name works on. */
export interface TaskWish {
  readonly name: string;
  readonly task: string;
  readonly agent?: string;
}

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

/** Gives tasks of agents to others, follows them, and lets those who gave them wait, ask on and stop. */
export class Delegations {
  readonly #parts: DelegationsParts;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #consent: Consent;
  /** Tasks that have not ended, oldest first. */
  readonly #running = new Set<Delegation>();
  /** The last one that has ended, by who gave it and its name. */
  readonly #ended = new Map<string, Delegation>();
  /** How many tasks were given below a person's session, in which of its turns. */
  readonly #given = new Map<string, { turn: number; count: number }>();
  readonly #watchers = new Set<() => void>();

  constructor(parts: DelegationsParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? backgroundClock;
    this.#newId = parts.newId ?? randomUUID;
    this.#consent = new Consent({ app: parts.app, tree: parts.registry.tree, onAsked: () => this.#tell() });
    parts.registry.listen({
      onEvents: (id, events) => this.#onEvents(id, events),
      onRemove: (id) => this.#onRemove(id),
    });
  }

  /** Whether a session may give tasks, as the settings are now. */
  mayDelegate(sessionId: string): boolean {
    const { delegation, delegationDepth } = this.#parts.app.current.settings.values;
    return delegation !== 'off' && this.#tree.depthOf(sessionId) < delegationDepth;
  }

  /** Begins a task, or asks a person whether it may begin; throws a `ToolRefusal` where it cannot. */
  delegate(callerId: string, wish: TaskWish, hints: ToolCallHints): Delegation {
    const task = this.#check(callerId, wish);
    this.#count(callerId);
    return this.#start(callerId, task, { hints, asker: null });
  }

  /** A person asks another agent something in a session: a task that needs no yes and no call of the agent there. */
  askFor(act: Act, callerId: string, agentId: string, text: string): Done {
    return this.#parts.registry.once(act, () => {
      const health = this.#parts.app.current.agents.find(({ id }) => id === agentId)?.health;
      if (!health) throw new RpcError('not_found', 'There is no such agent.');
      this.#tree.session(callerId);
      const names = new Set(this.#tree.children(callerId).map(({ parent }) => parent?.name));
      const isTaken = (n: number) => names.has(`question-${n}`);
      let n = 1;
      while (isTaken(n)) n += 1;
      const name = `question-${n}`;
      try {
        this.#checkRoom(callerId, name);
      } catch (error) {
        if (!(error instanceof ToolRefusal)) throw error;
        throw new RpcError('conflict', error.message, { code: 'too_many_tasks' });
      }
      this.#start(callerId, { name, task: text, agentId }, { hints: NO_CALL, asker: act.by });
    });
  }

  #start(callerId: string, task: Task, { hints, asker }: { hints: ToolCallHints; asker: Actor | null }): Delegation {
    const delegation = new Delegation({
      ...{ id: this.#newId(), callerId, task, hints, startedAt: this.#clock.now(), promptId: this.#newId(), asker },
    });
    this.#running.add(delegation);
    void this.#begin(delegation).catch((error: unknown) => this.#fail(delegation, error));
    return delegation;
  }

  /** How the newest task of that name stands. */
  report(callerId: string, name: string): TaskReport {
    const delegation = this.#find(callerId, name);
    return delegation ? this.#reportOf(delegation) : this.#reportFromLog(callerId, name);
  }

  /**
   * Settles when one of the tasks has ended or waits for a person, which is told once per question; or after so many
   * seconds, or when nobody waits any more. The tasks go on in any case.
   */
  async wait(callerId: string, names: readonly string[], seconds: number, signal: AbortSignal): Promise<TaskReport[]> {
    const reports = () => names.map((name) => this.report(callerId, name));
    const hasNews = () => {
      const found = names.map((name) => this.#find(callerId, name));
      return found.some((delegation) => !delegation || delegation.end !== null || this.#untold(delegation).length > 0);
    };
    reports();
    await new Promise<void>((resolve) => {
      const finish = () => {
        this.#watchers.delete(look);
        stopTimer();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const look = () => hasNews() && finish();
      const stopTimer = this.#clock.after(Math.min(seconds, LIMIT.waitSeconds) * 1000, finish);
      signal.addEventListener('abort', finish, { once: true });
      this.#watchers.add(look);
      if (signal.aborted || seconds <= 0) finish();
      else look();
    });
    const told = reports();
    for (const name of names) this.#markTold(this.#find(callerId, name));
    return told;
  }

  /** Stops a task of that name, with all that it has set to work. */
  stop(callerId: string, name: string): void {
    this.report(callerId, name);
    for (const delegation of this.#running) {
      if (delegation.callerId === callerId && delegation.task.name === name) this.#stop(delegation);
    }
  }

  /** The same for a person, who knows it by its id; one that has ended stays as it is. */
  stopTask(callerId: string, delegationId: string): Done {
    const found = [...this.#running].find(({ id, callerId: caller }) => id === delegationId && caller === callerId);
    if (found) this.#stop(found);
    return { seq: this.#tree.session(callerId).log.head };
  }

  get #tree() {
    return this.#parts.registry.tree;
  }

  /** All that can be said without asking anybody. */
  #check(callerId: string, { name, task, agent }: TaskWish): Task {
    const { app } = this.#parts;
    const { settings } = app.current;
    if (settings.values.delegation === 'off')
      throw new ToolRefusal('off', 'Delegation is turned off in AcDeck’s settings.');
    if (!LIMIT.name.test(name)) {
      throw new ToolRefusal('bad_name', 'A name has 1 to 40 letters, digits, dots, dashes and underscores.');
    }
    if (!this.mayDelegate(callerId)) {
      throw new ToolRefusal('too_deep', 'You work on a task yourself and can’t give it on. Do it yourself.');
    }
    const known = this.#tree.child(callerId, name);
    if (known && agent !== undefined && agent !== known.agentId) {
      throw new ToolRefusal(
        'name_taken',
        `“${name}” is a task of ${known.agentId}. Choose another name, or leave out the agent.`,
      );
    }
    const agentId = known?.agentId ?? this.#choose(callerId, agent);
    this.#checkReady(callerId, agentId);
    this.#checkRoom(callerId, name);
    this.#checkBudget(callerId);
    return { name, task, agentId };
  }

  /** Whom a task goes to if the agent names nobody: the person's usual agent, else the first other one. */
  #choose(callerId: string, agent: string | undefined): string {
    const { current } = this.#parts.app;
    const own = this.#tree.session(callerId).agentId;
    const delegates = delegatesFor(current, own);
    const others = delegates.filter(({ id, isReady }) => isReady && id !== own);
    const usual = others.find(({ id }) => id === current.defaultAgentId) ?? others[0] ?? delegates[0];
    const found = agent === undefined ? usual : delegates.find(({ id }) => id === agent);
    if (found) return found.id;
    const ids = delegates.map(({ id }) => id).join(', ') || 'none';
    throw new ToolRefusal('no_agent', `There is no agent “${agent ?? ''}” here. These can be asked: ${ids}.`);
  }

  #checkReady(callerId: string, agentId: string): void {
    const delegates = delegatesFor(this.#parts.app.current, this.#tree.session(callerId).agentId);
    if (delegates.some(({ id, isReady }) => id === agentId && isReady)) return;
    const health = this.#parts.app.current.agents.find(({ id }) => id === agentId)?.health;
    const why = health?.state === 'needs_login' ? 'a person has to sign in to it first' : 'it can’t be started';
    throw new ToolRefusal('agent_not_ready', `${agentId} isn’t ready: ${why}. Use another agent or do it yourself.`);
  }

  #checkRoom(callerId: string, name: string): void {
    const root = this.#tree.rootOf(callerId);
    const inTree = [...this.#running].filter(({ callerId: id }) => this.#tree.rootOf(id) === root);
    const isBusy = inTree.some((other) => other.callerId === callerId && other.task.name === name);
    const atWork = new Set(inTree.map((other) => `${other.callerId} ${other.task.name}`)).size;
    if (!isBusy && atWork >= LIMIT.running) {
      throw new ToolRefusal('too_many', `${LIMIT.running} tasks are at work, which is the most. Wait for one of them.`);
    }
    if (!this.#tree.child(callerId, name) && this.#tree.children(callerId).length >= LIMIT.children) {
      throw new ToolRefusal('too_many', `There are ${LIMIT.children} names, which is the most. Use one of them again.`);
    }
    const { turn } = this.#tree.session(root).log.transcript;
    const given = this.#given.get(root);
    if (given?.turn === turn.n && given.count >= LIMIT.tasksPerTurn) {
      throw new ToolRefusal(
        'too_many',
        `${LIMIT.tasksPerTurn} tasks were given since the person’s last message, which is the most. Report to the person first.`,
      );
    }
  }

  #checkBudget(callerId: string): void {
    const { registry } = this.#parts;
    if (registry.budgets.hold(callerId)) {
      throw new ToolRefusal('budget', 'The person’s budget for today is used up. Finish and report to the person.');
    }
    const budget = taskBudget(this.#parts.app.current.settings.values);
    const limit = reachedLimit(budget, this.#usedBelow(this.#tree.rootOf(callerId)));
    if (limit === null) return;
    throw new ToolRefusal(
      'budget',
      `The tasks of this conversation have used up their limit: ${limit}. Do the rest yourself; the person can raise it in Settings → Permissions.`,
    );
  }

  /** What tasks below a person's session have used, with those that are at work now. */
  #usedBelow(root: string): UsageSum {
    const done = this.#tree.below(root).map(({ used }) => used ?? NO_USAGE);
    const now = this.#clock.now();
    const atWork = [...this.#running].filter(({ callerId }) => this.#tree.rootOf(callerId) === root);
    return sumUsage([...done, ...atWork.map(({ startedAt }) => ({ replies: 1, ms: now - startedAt, calls: 0 }))]);
  }

  #count(callerId: string): void {
    const root = this.#tree.rootOf(callerId);
    const turn = this.#tree.session(root).log.transcript.turn.n;
    const given = this.#given.get(root);
    this.#given.set(root, { turn, count: given?.turn === turn ? given.count + 1 : 1 });
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
      ...{ agentId: task.agentId, task: cutText(task.task, LIMIT.notedChars) },
      ...(allowed.toolCallId === null ? {} : { toolCallId: allowed.toolCallId }),
    });
    this.#tell();
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
    const here = [...this.#running].filter((delegation) => delegation.sessionId === sessionId);
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
        this.#tell();
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
    const { id, callerId, task, sessionId } = delegation;
    delegation.end = end;
    delegation.endedAt = this.#clock.now();
    this.#running.delete(delegation);
    this.#ended.set(keyOf(callerId, task.name), delegation);
    const { outcome, answer, trouble, usage } = end;
    if (sessionId !== null && outcome !== 'denied' && this.#tree.summary(callerId)) {
      const noted = { answer: cutText(answer, LIMIT.notedChars), ...(trouble ? { trouble } : {}) };
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
    this.#tell();
  }

  /** A task that has failed is over: what would send it again by itself is taken back. */
  #withdraw(sessionId: string, { callerId }: Delegation): void {
    const { log } = this.#tree.session(sessionId);
    const still = new Set([...this.#running].map(({ promptId }) => promptId));
    const left = log.transcript.queue.filter(
      ({ by, promptId }) => by.kind === 'session' && by.sessionId === callerId && !still.has(promptId),
    );
    if (left.length > 0) log.record(...left.map(({ promptId }) => ({ type: 'prompt_removed' as const, promptId })));
  }

  #stopBelow(sessionId: string): void {
    for (const delegation of this.#running) {
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
    for (const delegation of this.#running) {
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
    for (const delegation of this.#running) {
      if (delegation.sessionId !== sessionId && delegation.callerId !== sessionId) continue;
      delegation.asking.abort();
      this.#end(delegation, { outcome: 'stopped', answer: '', files: [] });
    }
    for (const [key, { callerId }] of this.#ended) if (callerId === sessionId) this.#ended.delete(key);
    this.#given.delete(sessionId);
  }

  #find(callerId: string, name: string): Delegation | null {
    const running = [...this.#running].findLast((one) => one.callerId === callerId && one.task.name === name);
    return running ?? this.#ended.get(keyOf(callerId, name)) ?? null;
  }

  #reportOf(delegation: Delegation): TaskReport {
    const { task, end, startedAt, endedAt } = delegation;
    const seconds = Math.round(((endedAt ?? this.#clock.now()) - startedAt) / 1000);
    const about = { name: task.name, agent: this.#nameOf(task.agentId), seconds };
    if (end) {
      const { outcome, ...rest } = end;
      return { ...about, ...rest, state: outcome === 'completed' ? 'done' : outcome };
    }
    const question = this.#questionOf(delegation);
    return {
      ...about,
      answer: '',
      files: [],
      state: question ? 'waiting' : 'running',
      ...(question ? { question } : {}),
    };
  }

  /** What is known of a name from before the server began. */
  #reportFromLog(callerId: string, name: string): TaskReport {
    const known = this.#tree.child(callerId, name);
    if (!known) throw new ToolRefusal('not_found', `There is no task “${name}” of yours.`);
    const { log } = this.#tree.session(known.id);
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
    const { transcript } = this.#tree.session(delegation.sessionId).log;
    const [first] = transcript.pending;
    const entry = first && entriesOf(transcript.entries)[first.entry - transcript.entries.first];
    if (!first) return null;
    return entry?.kind === 'tool' ? entry.title || 'a request for permission' : 'a question with a form';
  }

  #untold(delegation: Delegation): string[] {
    const { id: own, sessionId, isAsked, told } = delegation;
    const asked = sessionId === null ? [] : this.#tree.session(sessionId).log.transcript.pending.map(({ id }) => id);
    return [...(isAsked ? [own] : []), ...asked].filter((id) => !told.has(id));
  }

  #markTold(delegation: Delegation | null): void {
    if (delegation && !delegation.end) for (const id of this.#untold(delegation)) delegation.told.add(id);
  }

  #tell(): void {
    for (const look of [...this.#watchers]) look();
  }
}

function keyOf(callerId: string, name: string): string {
  return `${callerId} ${name}`;
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
