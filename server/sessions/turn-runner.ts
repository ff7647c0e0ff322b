import type { ContentBlock } from '@agentclientprotocol/sdk';
import { AUTH_REQUIRED } from '../protocol/acp-codes.js';
import type { SessionEvent } from '../protocol/events.js';
import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { QueuedPrompt, Transcript } from '../protocol/transcript.js';
import type { AgentFault, AgentSession } from './agent-port.js';
import { handoverFrom } from './handover.js';
import type { EventLog } from './log/event-log.js';
import type { StorageHealth } from './log/storage-health.js';
import type { Voiding } from './permission-desk.js';
import { checkRoom, moveToFront, pauseAfter, queuedPrompt } from './prompt-queue.js';
import type { Act } from './session-service.js';
import { isWaitingForSignIn, mayWaitForSignIn, waitForSignIn } from './sign-in-wait.js';

/** What a turn needs of its session. */
export interface TurnRunnerOptions {
  readonly log: EventLog;
  readonly health: StorageHealth;
  /** The agent's end, or null while there is none. */
  readonly agent: () => AgentSession | null;
  /** The files themselves in place of what a prompt refers to; null if it refers to none. */
  readonly fill?: (content: readonly ContentBlock[]) => Promise<ContentBlock[]> | null;
  /** Closes the agent's open questions. */
  readonly voidAll: (reason: string) => Voiding;
  readonly newId: () => string;
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
    if (session && !this.isRunning && isFree) {
      const context = this.#context();
      const done = log.commit([{ type: 'prompt_sent', promptId: cmdId, content, by, ...context }], cmdId);
      this.#run(session, { content, by, ...context });
      return done;
    }
    checkRoom(this.#transcript);
    return log.commit([{ type: 'prompt_queued', promptId: cmdId, content, by }], cmdId);
  }

  /** Asks the agent to stop. Its open questions are closed; what it still says is kept. */
  cancel({ cmdId, by }: Act): Done {
    const { log, agent } = this.#options;
    if (this.#transcript.turn.status !== 'running') return log.commit([], cmdId);
    const voiding = this.#options.voidAll('The turn was stopped');
    const pause = pauseAfter(this.#transcript, 'The turn was stopped');
    const done = log.commit([{ type: 'cancel_requested', by }, ...voiding.events, ...pause], cmdId);
    voiding.settle();
    agent()?.cancel();
    return done;
  }

  /** Stops the turn on the server's own account, in a moment: the write that tells of the reason has to be over first. */
  stopFor(reason: string, cmdId: string): void {
    queueMicrotask(() => {
      if (this.#transcript.turn.status !== 'running') return;
      const title = `The turn was stopped: ${reason}.`;
      this.#options.log.record({ type: 'notice_shown', severity: 'warning', title });
      try {
        this.cancel({ cmdId, by: { kind: 'server', reason } });
      } catch (error) {
        // Nothing can be written now; the notice waits for that, and a person can still stop it.
        if (!(error instanceof RpcError)) throw error;
      }
    });
  }

  /** Sends a queued prompt next; a running turn is stopped for it and ends first. */
  sendNow({ cmdId, by }: Act, promptId: string): Done {
    const { log, agent } = this.#options;
    queuedPrompt(this.#transcript, promptId);
    const events = moveToFront(this.#transcript, promptId);
    const isStopping = this.#transcript.turn.status === 'running';
    const voiding = isStopping ? this.#options.voidAll('Another prompt was sent instead') : NOTHING;
    if (isStopping) events.push({ type: 'cancel_requested', by }, ...voiding.events);
    const done = log.commit(events, cmdId);
    this.#urgent = promptId;
    voiding.settle();
    if (isStopping) agent()?.cancel();
    this.advance();
    return done;
  }

  /** Ends the turn here and now, whatever the agent goes on to do; for when its process is ended. */
  endNow(events: readonly SessionEvent[], reason: string, cmdId: string | null = null): Done {
    const { log, voidAll } = this.#options;
    const voiding = voidAll(reason);
    const pause = this.isRunning ? pauseAfter(this.#transcript, reason) : [];
    const all = [...voiding.events, ...events, ...pause];
    if (cmdId === null) log.record(...all);
    const done = cmdId === null ? { seq: log.head } : log.commit(all, cmdId);
    this.#turn = null;
    voiding.settle();
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
    const context = this.#context();
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

  /** What an agent that has lost its memory is told beside the prompt. */
  #context(): { context?: string } {
    const context = this.#transcript.handover ? handoverFrom(this.#options.log) : null;
    return context === null ? {} : { context };
  }

  #run(session: AgentSession, turn: Turn): void {
    this.#turn = turn;
    const content = [...turn.content];
    // After the prompt, because agents call a session what its first words are.
    const told: ContentBlock[] = turn.context === undefined ? [] : [{ type: 'text', text: turn.context }];
    const ask = async () => {
      const filling = this.#options.fill?.(content) ?? null;
      if (!filling) return session.prompt([...content, ...told]);
      const filled = [...(await filling), ...told];
      // Stopped before it had begun: the agent never hears of it.
      const isWanted = this.#turn === turn && this.#transcript.turn.status === 'running';
      return isWanted ? session.prompt(filled) : { stopReason: 'cancelled' };
    };
    ask().then(
      ({ stopReason }) => this.#finish(turn, { type: 'turn_ended', stopReason }),
      (error: unknown) => this.#finish(turn, failureOf(error)),
    );
  }

  #finish(turn: Turn, end: SessionEvent): void {
    // The process died or was ended, and the turn with it.
    if (this.#turn !== turn) return;
    const { log, voidAll } = this.#options;
    const voiding = voidAll('The turn ended');
    const after = end.type === 'turn_failed' ? this.#afterFailure(turn, end.code) : [];
    log.record(...voiding.events, end, ...after);
    this.#turn = null;
    voiding.settle();
    this.advance();
  }

  /** A prompt that was refused for want of a sign-in was not run, so it may wait for that and be sent once more. */
  #afterFailure(turn: Turn, code: number | undefined): SessionEvent[] {
    const { newId } = this.#options;
    if (code === AUTH_REQUIRED && mayWaitForSignIn(this.#transcript)) {
      return waitForSignIn(this.#transcript, { ...turn, promptId: newId() });
    }
    return pauseAfter(this.#transcript, 'The last turn failed');
  }
}

const NOTHING: Voiding = { events: [], settle: () => {} };

function failureOf(error: unknown): SessionEvent {
  const message = error instanceof Error ? error.message : String(error);
  const { code, details } = (typeof error === 'object' ? (error ?? {}) : {}) as Partial<AgentFault>;
  const action = code === AUTH_REQUIRED ? 'sign_in' : 'resend';
  const more = { ...(typeof code === 'number' ? { code } : {}), ...(typeof details === 'string' ? { details } : {}) };
  return { type: 'turn_failed', message, action, ...more };
}
