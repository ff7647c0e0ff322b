import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { AgentFailure, AgentSession, PromptEnd } from '../../ports/agent.js';
import type { PromptUploads } from '../../ports/uploads.js';
import { AUTH_REQUIRED } from '../../protocol/acp-codes.js';
import { SESSION_URI } from '../../protocol/api/draft.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { SessionExcerpt } from '../../protocol/api/session-list.js';
import { uploadOf } from '../../protocol/api/uploads.js';
import type { BudgetUse } from '../../protocol/budget.js';
import type { Actor } from '../../protocol/events.js';
import type { ServerReason, TurnEnd } from '../../protocol/reasons.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { endOf, entryAt } from '../../protocol/transcript/entry-list.js';
import type { QueuedPrompt, Transcript } from '../../protocol/transcript/transcript.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import type { EventLog } from '../log/event-log.js';
import type { StorageHealth } from '../log/storage-health.js';
import type { CalledOff, OpenRequests } from '../permissions/open-requests.js';
import { checkRoom, moveToFront, pauseAfter, queuedPrompt, queueFirst } from '../prompts/prompt-queue.js';
import { agentTroubleOf } from './agent-trouble-of.js';
import { handoverFrom, senderNote } from './handover.js';

/** What a turn needs of its session. */
export interface TurnRunnerOptions {
  readonly log: EventLog;
  readonly health: StorageHealth;
  /** The agent's end, or null while there is none. */
  readonly agent: () => AgentSession | null;
  /** Null where nothing can be attached. */
  readonly uploads: PromptUploads | null;
  /** What a mention of another session carries; null if that cannot be read here. */
  readonly excerpt: (sessionId: string) => SessionExcerpt | null;
  readonly app: AppLog;
  readonly agentId: string;
  /** What the agent waits for; it is called off with the turn. */
  readonly requests: OpenRequests;
  readonly budget: BudgetGate;
  readonly newId: () => string;
}

/** Whether a budget keeps a person's message from being sent. */
export interface BudgetGate {
  hold(): BudgetUse | null;
  /** The same for one that waited for the reply before it. */
  holdQueued(): BudgetUse | null;
}

/** A prompt that the agent is working on. */
type Turn = Pick<QueuedPrompt, 'content' | 'by'> & { readonly context?: string };

/** Sends prompts to the agent, one at a time: what cannot go now waits in the queue, which is part of the log. */
export class TurnRunner {
  readonly #options: TurnRunnerOptions;
  /** The prompt that the agent is working on, as long as it has not answered. */
  #turn: Turn | null = null;
  /** A queued prompt that goes next, whatever the order and even if the queue is held back. */
  #urgent: string | null = null;

  constructor(options: TurnRunnerOptions) {
    this.#options = options;
  }

  get #transcript(): Transcript {
    return this.#options.log.transcript;
  }

  get isRunning(): boolean {
    return this.#turn !== null || this.#transcript.turn.status !== 'idle';
  }

  prompt({ cmdId, by }: Act, content: ContentBlock[]): Done {
    const { log, agent } = this.#options;
    const { queue, queuePaused } = this.#transcript;
    const session = agent();
    // The act's own id names the prompt, so that the tab that sent it knows it again.
    const isFree = queue.length === 0 || (queuePaused !== null && !isWaitingForSignIn(this.#transcript));
    const held = this.isRunning || by.kind === 'session' ? null : this.#options.budget.hold();
    if (session && !this.isRunning && isFree && !held) {
      const context = this.#context(by);
      const done = log.commit([{ type: 'prompt_sent', promptId: cmdId, content, by, ...context }], cmdId);
      this.#run(session, { content, by, ...context });
      return done;
    }
    checkRoom(this.#transcript);
    // Whatever a budget has stopped before, this is the one that a person waits for now.
    const mayPause = queuePaused === null || queuePaused.code === 'budget';
    const pause: SessionEvent[] = held && mayPause ? [pausedBy(held)] : [];
    return log.commit([{ type: 'prompt_queued', promptId: cmdId, content, by }, ...pause], cmdId);
  }

  /** Asks the agent to stop. Its open requests are called off, also those of an agent at rest; what it still says is kept. */
  cancel({ cmdId, by }: Act): Done {
    return this.#cancel({ cmdId, by }, pauseAfter(this.#transcript, { code: 'turn_stopped' }));
  }

  #cancel({ cmdId, by }: Act, pause: readonly SessionEvent[]): Done {
    const { log, agent } = this.#options;
    const { status } = this.#transcript.turn;
    if (status === 'cancelling') return log.commit([], cmdId);
    const calledOff = this.#options.requests.callOffAll({ code: 'turn_stopped' });
    if (status === 'idle') {
      const done = log.commit(calledOff.events, cmdId);
      calledOff.settle();
      return done;
    }
    const done = log.commit([{ type: 'cancel_requested', by }, ...calledOff.events, ...pause], cmdId);
    calledOff.settle();
    agent()?.cancel();
    return done;
  }

  /** Stops the turn because a budget is used up, in a moment: the write that tells of the reason has to be over first. */
  stopForBudget(budget: BudgetUse): void {
    const reason = { code: 'budget', budget } as const;
    queueMicrotask(() => {
      if (this.#transcript.turn.status !== 'running') return;
      const notice = { code: 'turn_stopped', reason } as const;
      this.#options.log.record({ type: 'notice_shown', severity: 'warning', notice });
      // It holds back also what comes next, and offers to go on.
      this.#stop(reason, [pausedBy(budget, true)]);
    });
  }

  /**
   * Stops the agent for something that it did in turn `n` or right after it, in a moment, for the same reason; the log
   * already says why. If the turn is over, the agent is still asked to stop and its terminals end.
   */
  stopForDeed(reason: ServerReason, n: number): void {
    queueMicrotask(() => {
      const { turn } = this.#transcript;
      // A person has sent another message since, which has done nothing wrong.
      if (turn.n !== n) return;
      if (turn.status === 'running') this.#stop(reason, pauseAfter(this.#transcript, { code: 'turn_stopped' }));
      else if (turn.status === 'idle') this.#options.agent()?.cancel();
    });
  }

  /** Asks an agent that works although no turn runs to stop, in a moment, for the same reason; its terminals end too. */
  stopIdleWork(): void {
    queueMicrotask(() => {
      if (this.#transcript.turn.status === 'idle') this.#options.agent()?.cancel();
    });
  }

  #stop(reason: ServerReason, pause: readonly SessionEvent[]): void {
    try {
      this.#cancel({ cmdId: this.#options.newId(), by: { kind: 'server', reason } }, pause);
    } catch (error) {
      // Nothing can be written now; the notice is there or waits, and a person can still stop it.
      if (!(error instanceof RpcError)) throw error;
    }
  }

  /** Tells that a reply which is over has used more than its budget, in a moment, for the same reason. */
  noteOverrun(budget: BudgetUse): void {
    const notice = { code: 'over_budget', budget } as const;
    queueMicrotask(() => this.#options.log.record({ type: 'notice_shown', severity: 'warning', notice }));
  }

  /**
   * Goes on although a budget is used up: with these words if a reply was cut off, then with what waits. A day's budget is
   * lifted for one reply. What goes on already stays as it is.
   */
  continueOverBudget({ cmdId, by }: Act, content: ContentBlock[] | null): Done {
    const { log } = this.#options;
    const { queuePaused } = this.#transcript;
    if (queuePaused?.code !== 'budget') return log.commit([], cmdId);
    const isDay = queuePaused.budget.span === 'day';
    const events: SessionEvent[] = [isDay ? { type: 'budget_lifted', by } : { type: 'queue_resumed' }];
    if (content) events.push(...queueFirst(this.#transcript, { cmdId, by }, content));
    return log.commit(events, cmdId);
  }

  /** Sends a queued prompt next; a running turn is stopped for it and ends first. */
  sendNow({ cmdId, by }: Act, promptId: string): Done {
    const { log, agent } = this.#options;
    const prompt = queuedPrompt(this.#transcript, promptId);
    const held = this.isRunning || prompt.by.kind === 'session' ? null : this.#options.budget.hold();
    if (held) throw new RpcError('conflict', 'The budget is used up.', { code: 'budget_reached' });
    const events = moveToFront(this.#transcript, promptId);
    const isStopping = this.#transcript.turn.status === 'running';
    const calledOff = isStopping ? this.#options.requests.callOffAll({ code: 'message_sent' }) : NOTHING;
    if (isStopping) events.push({ type: 'cancel_requested', by }, ...calledOff.events);
    const done = log.commit(events, cmdId);
    this.#urgent = promptId;
    calledOff.settle();
    if (isStopping) agent()?.cancel();
    this.advance();
    return done;
  }

  /** Ends the turn here and now, whatever the agent goes on to do; for when its process is ended. */
  endNow(events: readonly SessionEvent[], code: TurnEnd, cmdId: string | null = null): Done {
    const { log, requests } = this.#options;
    const calledOff = requests.callOffAll({ code });
    const pause = this.isRunning ? pauseAfter(this.#transcript, { code }) : [];
    const all = [...calledOff.events, ...events, ...pause];
    if (cmdId === null) log.record(...all);
    const done = cmdId === null ? { seq: log.head } : log.commit(all, cmdId);
    this.#turn = null;
    calledOff.settle();
    return done;
  }

  /** Sends the next prompt of the queue, if there is one and it can be sent. */
  advance(): void {
    const { log, health, agent } = this.#options;
    const session = agent();
    if (!session || this.isRunning || health.fault) return;
    const next = this.#next();
    if (!next) return;
    const { promptId, content, by } = next;
    const held = by.kind === 'session' ? null : this.#options.budget.holdQueued();
    if (held) {
      this.#urgent = null;
      if (this.#transcript.queuePaused === null) log.record(pausedBy(held));
      return;
    }
    const context = this.#context(by);
    try {
      log.commit([{ type: 'prompt_sent', promptId, content: [...content], by, ...context }], null);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // Nothing was sent; the store's recovery brings us here again.
      return;
    }
    if (this.#urgent === promptId) this.#urgent = null;
    this.#run(session, { content, by, ...context });
  }

  #next(): QueuedPrompt | null {
    const { queue, queuePaused } = this.#transcript;
    const urgent = queue.find(({ promptId }) => promptId === this.#urgent);
    return urgent ?? (queuePaused === null ? (queue[0] ?? null) : null);
  }

  /** What an agent is told beside the prompt: that it has lost its memory, or that no person has written this. */
  #context(by: Actor): { context?: string } {
    const lost = this.#transcript.handover ? handoverFrom(this.#options.log) : null;
    const sender = by.kind === 'session' ? senderNote(by.agent) : null;
    const notes = [lost, sender].filter((note) => note !== null);
    return notes.length === 0 ? {} : { context: notes.join('') };
  }

  #run(session: AgentSession, turn: Turn): void {
    this.#turn = turn;
    this.#callOffEarlier();
    const content = this.#withMentions(turn);
    // After the prompt, because agents call a session what its first words are.
    const told: ContentBlock[] = turn.context === undefined ? [] : [{ type: 'text', text: turn.context }];
    const ask = async (): Promise<PromptEnd> => {
      const filling = this.#fill(content);
      if (!filling) return session.prompt([...content, ...told]);
      const filled = [...(await filling), ...told];
      // Stopped before it had begun: the agent never hears of it.
      const isWanted = this.#turn === turn && this.#transcript.turn.status === 'running';
      return isWanted ? session.prompt(filled) : { stopReason: 'cancelled' };
    };
    ask().then(
      (end) => this.#finish(turn, { type: 'turn_ended', ...end, ...(end.tokens ? { tokensOf: 'turn' } : {}) }),
      (error: unknown) => this.#finish(turn, failureOf(error)),
    );
  }

  /** A turn has ended what was asked before it, and the agent has to hear of that. */
  #callOffEarlier(): void {
    const { log, requests } = this.#options;
    const calledOff = requests.callOffAll({ code: 'turn_began' });
    if (calledOff.events.length > 0) log.record(...calledOff.events);
    calledOff.settle();
  }

  /** The conversations themselves in place of sessions that a person mentions: no agent can open a link to them. */
  #withMentions({ content, by }: Turn): ContentBlock[] {
    return content.map((block): ContentBlock => {
      if (by.kind === 'session' || block.type !== 'resource_link' || !block.uri.startsWith(SESSION_URI)) return block;
      const excerpt = this.#options.excerpt(block.uri.slice(SESSION_URI.length));
      if (!excerpt) return { type: 'text', text: `[The conversation “${block.name}” can no longer be read.]` };
      return { type: 'resource', resource: { uri: block.uri, mimeType: 'text/markdown', text: excerpt.text } };
    });
  }

  /** The files themselves in place of what a prompt refers to; null if it refers to none. */
  #fill(content: readonly ContentBlock[]): Promise<ContentBlock[]> | null {
    const { uploads, app, agentId } = this.#options;
    if (!uploads || !content.some((block) => uploadOf(block) !== null)) return null;
    // Asked when a prompt goes out: before that the agent may not have said what it can take.
    const can = app.current.agents.find(({ id }) => id === agentId)?.prompt;
    return uploads.fill(content, can ?? { image: false, audio: false, embedded: false });
  }

  #finish(turn: Turn, end: SessionEvent): void {
    // The process died or was ended, and the turn with it.
    if (this.#turn !== turn) return;
    const { log, requests } = this.#options;
    const calledOff = requests.callOffAll({ code: 'turn_ended' });
    const after = end.type === 'turn_failed' ? this.#afterFailure(turn, end.code) : [];
    log.record(...calledOff.events, end, ...after);
    this.#turn = null;
    calledOff.settle();
    this.advance();
  }

  /** A prompt that was refused for want of a sign-in was not run, so it may wait for that and be sent once more. */
  #afterFailure(turn: Turn, code: number | undefined): SessionEvent[] {
    const { newId } = this.#options;
    if (code === AUTH_REQUIRED && mayWaitForSignIn(this.#transcript)) {
      return waitForSignIn(this.#transcript, { ...turn, promptId: newId() });
    }
    return pauseAfter(this.#transcript, { code: 'turn_failed' });
  }
}

function pausedBy(budget: BudgetUse, isCut = false): SessionEvent {
  return { type: 'queue_paused', reason: { code: 'budget', budget, ...(isCut ? { isCut: true as const } : {}) } };
}

const NOTHING: CalledOff = { events: [], settle: () => {} };

function failureOf(error: unknown): SessionEvent {
  const { code, details } = (typeof error === 'object' ? (error ?? {}) : {}) as Partial<AgentFailure>;
  const action = code === AUTH_REQUIRED ? 'sign_in' : 'resend';
  const more = { ...(typeof code === 'number' ? { code } : {}), ...(typeof details === 'string' ? { details } : {}) };
  return { type: 'turn_failed', trouble: agentTroubleOf(error), action, ...more };
}

/** Whether a prompt waits for a sign-in; a further one would only be refused too. */
function isWaitingForSignIn({ queuePaused }: Transcript): boolean {
  return queuePaused?.code === 'sign_in_needed';
}

/** Whether a refused prompt may be sent again by itself: nothing came of it, and no person holds the queue back. */
function mayWaitForSignIn({ entries, queuePaused }: Transcript): boolean {
  return queuePaused === null && entryAt(entries, endOf(entries) - 1)?.kind === 'user';
}

/** Puts a refused prompt in front of the queue, which waits for the sign-in. */
function waitForSignIn(t: Transcript, prompt: Omit<QueuedPrompt, 'at'>): SessionEvent[] {
  const { promptId, content, by } = prompt;
  const queue = [...t.queue, { ...prompt, at: 0 }];
  return [
    { type: 'prompt_queued', promptId, content: [...content], by },
    ...moveToFront({ ...t, queue }, promptId),
    { type: 'queue_paused', reason: { code: 'sign_in_needed' } },
  ];
}

/** The agent may be asked again: what waited for the sign-in goes on. */
export function endSignInWait(t: Transcript): SessionEvent[] {
  if (!isWaitingForSignIn(t)) return [];
  const retried: SessionEvent = { type: 'notice_shown', severity: 'info', notice: { code: 'message_retried' } };
  const told = t.queue.length > 0 ? [retried] : [];
  return [...told, { type: 'queue_resumed' }];
}
