import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { QuestionAnswer } from '../../ports/agent.js';
import type { Clock } from '../../protocol/clock.js';
import { LIMITS } from '../../protocol/limits.js';
import { CALL_OFFS, type VoidReason } from '../../protocol/reasons.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import type { EventLog } from '../log/event-log.js';

/** How soon people are told how many requests wait; many come and go at once. */
const TELL_MS = 250;

/** What an agent hears in the end, by what it asks for. */
interface Answers {
  /** One of the options of that very request, or none. */
  permission: PermissionOption | null;
  question: QuestionAnswer;
}

type Kind = keyof Answers;

const NO_ANSWER: Answers = { permission: null, question: { action: 'cancel' } };

interface OpenRequest {
  readonly kind: Kind;
  readonly signal: AbortSignal;
  /** Brings it before rules and people. */
  readonly put: () => void;
  readonly answer: (answer: Answers[Kind]) => void;
  /** Unread, until there is room; then open; shown once it is in the log, where people see it. */
  state: 'waiting' | 'open' | 'shown';
}

/** Requests that are called off: the events that say so, and how the agent then hears of it. */
export interface CalledOff {
  readonly events: SessionEvent[];
  readonly settle: () => void;
}

/**
 * Everything that an agent waits for in a session: requests for permission, and its own questions. Each is one
 * promise, which settles once: with an answer, or with none when the request is called off, and that never means yes.
 */
export class OpenRequests {
  readonly #log: EventLog;
  readonly #clock: Clock;
  /** In the order in which they came. */
  readonly #open = new Map<string, OpenRequest>();
  #waiting = 0;
  #isAdmitting = false;
  #stopTelling: (() => void) | null = null;

  constructor(log: EventLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Takes a request, and puts it now or when there is room for it; `signal` is aborted when nobody waits any more. */
  ask<K extends Kind>(kind: K, id: string, { signal, put }: Pick<OpenRequest, 'signal' | 'put'>): Promise<Answers[K]> {
    return new Promise((resolve) => {
      const withdraw = () => this.callOff(id, abortReason(signal));
      signal.addEventListener('abort', withdraw, { once: true });
      const answer = (given: Answers[Kind]) => {
        signal.removeEventListener('abort', withdraw);
        resolve(given as Answers[K]);
      };
      const mustWait = this.#isFull && this.isWanted(signal);
      this.#open.set(id, { kind, signal, put, answer, state: mustWait ? 'waiting' : 'open' });
      if (!mustWait) return put();
      this.#waiting++;
      this.#tellWaiting();
    });
  }

  /** Whether an answer is of any use: after Stop, and after the agent took its request back, there is none to give. */
  isWanted(signal: AbortSignal): boolean {
    return !signal.aborted && !this.#isStopped;
  }

  /** Writes a request down for everyone to see; one that comes too late is called off at once, which they see too. */
  show(id: string, asked: SessionEvent): void {
    const request = this.#open.get(id);
    if (!request) return;
    request.state = 'shown';
    this.#log.record(asked);
    if (request.signal.aborted) this.callOff(id, abortReason(request.signal));
    // After Stop the agent must not go on to ask: it is told at once.
    else if (this.#isStopped) this.callOff(id, { code: 'turn_stopped' });
  }

  /** Gives the agent its answer, which is in the log already. */
  settle(id: string, answer: Answers[Kind]): void {
    this.#remove(id)?.answer(answer);
    this.#admit();
  }

  /** Ends a request without an answer, for a reason that people see if they have seen the request. */
  callOff(id: string, reason: VoidReason): void {
    const request = this.#open.get(id);
    if (!request) return;
    if (request.state === 'shown') this.#log.record(voided({ kind: request.kind, id }, reason));
    this.settle(id, NO_ANSWER[request.kind]);
  }

  /** The same for all of them, also those of a server that was killed; what waited unread was never seen. */
  callOffAll(reason: VoidReason): CalledOff {
    const { pending, waiting } = this.#log.transcript;
    const known = new Set(pending.map(({ id }) => id));
    // What is shown may still wait for the store to take it.
    const unwritten = [...this.#open].flatMap(([id, { kind, state }]) =>
      state === 'shown' && !known.has(id) ? [{ kind, id }] : [],
    );
    const events = [...pending, ...unwritten].map((request) => voided(request, reason));
    return {
      events: waiting ? [...events, { type: 'permissions_waiting', count: 0 }] : events,
      settle: () => {
        const requests = [...this.#open.values()];
        this.#open.clear();
        this.#waiting = 0;
        this.#stopTelling?.();
        this.#stopTelling = null;
        for (const { kind, answer } of requests) answer(NO_ANSWER[kind]);
      },
    };
  }

  get #isStopped(): boolean {
    return this.#log.transcript.turn.status === 'cancelling';
  }

  get #isFull(): boolean {
    const isResting = this.#log.transcript.turn.status === 'idle';
    return this.#open.size - this.#waiting >= (isResting ? LIMITS.restingRequests : LIMITS.openRequests);
  }

  #remove(id: string): OpenRequest | undefined {
    const request = this.#open.get(id);
    this.#open.delete(id);
    if (request?.state !== 'waiting') return request;
    this.#waiting--;
    this.#tellWaiting();
    return request;
  }

  /** Whoever waited longest takes the free place. */
  #admit(): void {
    // A rule may answer at once what is let in, which brings us here again.
    if (this.#isAdmitting || this.#waiting === 0) return;
    this.#isAdmitting = true;
    try {
      for (const request of this.#open.values()) {
        if (this.#isFull || this.#waiting === 0) break;
        if (request.state !== 'waiting') continue;
        request.state = 'open';
        this.#waiting--;
        request.put();
      }
    } finally {
      this.#isAdmitting = false;
    }
    this.#tellWaiting();
  }

  #tellWaiting(): void {
    this.#stopTelling ??= this.#clock.after(TELL_MS, () => {
      this.#stopTelling = null;
      const count = this.#waiting;
      if (count !== (this.#log.transcript.waiting ?? 0)) this.#log.record({ type: 'permissions_waiting', count });
    });
  }
}

function voided({ kind, id }: { kind: Kind; id: string }, reason: VoidReason): SessionEvent {
  return kind === 'permission'
    ? { type: 'permission_voided', permissionId: id, reason }
    : { type: 'question_voided', questionId: id, reason };
}

/** Whoever ends a request for the agent says why; an agent that takes it back says nothing. */
function abortReason({ reason }: AbortSignal): VoidReason {
  return { code: CALL_OFFS.find((code) => code === reason) ?? 'agent_withdrew' };
}
