import { describeTrouble } from '../agents/process/describe-trouble.js';
import type { LoggedEvent, SessionEvent } from '../protocol/session/session-event.js';
import { stripControl } from '../text/strip-control.js';

/** How a call ends; the numbers are what shells see. */
export const EXIT = { done: 0, failed: 1, usage: 2, asked: 3, stopped: 4, signedOut: 5, interrupted: 130 } as const;

/** How a turn ended, and what there is to say about it. */
export interface TurnOutcome {
  readonly exit: number;
  readonly sentence: string | null;
}

export interface TurnNews {
  /** Text of the reply; `isNew` begins another message. */
  readonly text?: { readonly words: string; readonly isNew: boolean };
  /** The agent waits for a person. */
  readonly asks?: { readonly kind: 'permission' | 'question'; readonly id: string; readonly title: string };
  readonly outcome?: TurnOutcome;
}

/** Reads the events of a session for what becomes of one message. */
export class FollowedTurn {
  readonly #promptId: string;
  #isOurs = false;
  #hasText = false;
  #isMessageOpen = false;

  constructor(promptId: string) {
    this.#promptId = promptId;
  }

  /** Whether the message still waits to be sent. */
  get isQueued(): boolean {
    return !this.#isOurs;
  }

  take(event: LoggedEvent): TurnNews {
    if (!this.#isOurs) return this.#wait(event);
    switch (event.type) {
      case 'agent_update':
        return this.#update(event);
      case 'permission_requested':
        return { asks: { kind: 'permission', id: event.permissionId, title: event.toolCall.title ?? 'a tool call' } };
      case 'question_asked':
        return { asks: { kind: 'question', id: event.questionId, title: event.question.message } };
      case 'turn_ended':
        return { outcome: endOf(event.stopReason) };
      case 'turn_failed':
        return { outcome: failureOf(event) };
      case 'turn_interrupted':
        return { outcome: { exit: EXIT.failed, sentence: 'AcDeck was stopped before the reply was complete.' } };
      case 'agent_exited':
        return event.duringTurn ? { outcome: { exit: EXIT.failed, sentence: 'The agent crashed.' } } : {};
      default:
        return {};
    }
  }

  #wait(event: LoggedEvent): TurnNews {
    if (event.type === 'prompt_sent' && event.promptId === this.#promptId) this.#isOurs = true;
    if (event.type === 'prompt_removed' && event.promptId === this.#promptId) {
      return { outcome: { exit: EXIT.stopped, sentence: 'The message was removed from the queue.' } };
    }
    // A queue that a person has paused goes on when they say so; any other waits for something to be mended.
    if (event.type === 'queue_paused' && event.reason.code !== 'paused') {
      const isSignIn = event.reason.code === 'sign_in_needed';
      return {
        outcome: isSignIn
          ? SIGNED_OUT
          : {
              exit: EXIT.failed,
              sentence: 'The session’s queue is paused after an error. Open it in AcDeck to go on.',
            },
      };
    }
    return {};
  }

  #update({ update }: Extract<SessionEvent, { type: 'agent_update' }>): TurnNews {
    if (update.sessionUpdate !== 'agent_message_chunk') {
      // A tool call or a thought between two pieces of text makes two messages of them.
      if (/^(tool_call|agent_thought_chunk|plan)/.test(update.sessionUpdate)) this.#isMessageOpen = false;
      return {};
    }
    const { content } = update;
    if (content.type !== 'text' || typeof content.text !== 'string') return {};
    const isNew = this.#hasText && !this.#isMessageOpen;
    this.#hasText = true;
    this.#isMessageOpen = true;
    return { text: { words: stripControl(content.text), isNew } };
  }
}

export const SIGNED_OUT: TurnOutcome = {
  exit: EXIT.signedOut,
  sentence: 'Sign in to the agent first: open AcDeck in this folder and choose "Sign in".',
};

function endOf(stopReason: string): TurnOutcome {
  switch (stopReason) {
    case 'end_turn':
      return { exit: EXIT.done, sentence: null };
    case 'cancelled':
      return { exit: EXIT.stopped, sentence: 'The agent was stopped.' };
    case 'refusal':
      return { exit: EXIT.failed, sentence: 'The agent refused to go on.' };
    default:
      return { exit: EXIT.failed, sentence: `The agent stopped early (${stopReason.replaceAll('_', ' ')}).` };
  }
}

function failureOf({ trouble, details, action }: Extract<SessionEvent, { type: 'turn_failed' }>): TurnOutcome {
  if (action === 'sign_in') return SIGNED_OUT;
  const [first] = details ? details.split('\n') : [];
  return { exit: EXIT.failed, sentence: [describeTrouble(trouble), first].filter(Boolean).join(' ') };
}
