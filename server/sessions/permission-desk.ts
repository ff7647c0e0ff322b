import type { PermissionOption, RequestPermissionOutcome } from '@agentclientprotocol/sdk';
import type { Permission } from '../protocol/entries.js';
import { entriesOf } from '../protocol/entry-list.js';
import type { Actor, SessionEvent } from '../protocol/events.js';
import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Transcript } from '../protocol/transcript.js';
import type { PermissionAsk } from './agent-port.js';
import type { EventLog } from './log/event-log.js';
import { OpenQuestions } from './open-questions.js';
import type { Act } from './session-service.js';

const CANCELLED: RequestPermissionOutcome = { outcome: 'cancelled' };

/** Questions that are closed without an answer: the events that say so, and how the agent then hears of it. */
export interface Voiding {
  readonly events: SessionEvent[];
  readonly settle: () => void;
}

/** Holds the agent's requests for permission. The first answer wins; nothing is ever assumed. */
export class PermissionDesk {
  readonly #log: EventLog;
  readonly #newId: () => string;
  readonly #questions = new OpenQuestions<RequestPermissionOutcome>();

  constructor(log: EventLog, newId: () => string) {
    this.#log = log;
    this.#newId = newId;
  }

  /** Asks everyone; settles with the first answer, however long that takes. */
  ask({ toolCall, options }: PermissionAsk, signal: AbortSignal): Promise<RequestPermissionOutcome> {
    const permissionId = this.#newId();
    const answer = this.#questions.open(permissionId);
    const withdraw = () => this.#withdraw(permissionId, 'The agent withdrew the question');
    signal.addEventListener('abort', withdraw, { once: true });
    void answer.then(() => signal.removeEventListener('abort', withdraw));
    this.#log.record({ type: 'permission_requested', permissionId, toolCall, options });
    if (signal.aborted) withdraw();
    // After Stop the agent must not go on to ask: it is told at once, and everyone sees that.
    else if (this.#log.transcript.turn.status === 'cancelling') this.#withdraw(permissionId, 'The turn was stopped');
    return answer;
  }

  /** Gives the agent one of the options it offered. The answer is in the log before the agent hears it. */
  answer({ cmdId, by }: Act, permissionId: string, optionId: string): Done {
    const permission = this.#pending(permissionId);
    if (!permission) throw noLongerOpen(this.#log.transcript, permissionId);
    const option = permission.options.find((offered) => offered.optionId === optionId);
    if (!option) throw new RpcError('bad_request', 'The agent did not offer that option.');
    const done = this.#log.commit([{ type: 'permission_answered', permissionId, optionId, by }], cmdId);
    this.#questions.settle(permissionId, { outcome: 'selected', optionId });
    return done;
  }

  /** Closes everything that is open, for a reason that people see. */
  voidAll(reason: string): Voiding {
    const pending = this.#log.transcript.pending.filter(({ kind }) => kind === 'permission').map(({ id }) => id);
    const ids = [...new Set([...pending, ...this.#questions.ids])];
    return {
      events: ids.map((permissionId) => ({ type: 'permission_voided', permissionId, reason })),
      settle: () => {
        for (const id of ids) this.#questions.settle(id, CANCELLED);
      },
    };
  }

  #pending(permissionId: string): Permission | null {
    const pending = this.#log.transcript.pending.find(({ kind, id }) => kind === 'permission' && id === permissionId);
    const entry = pending && this.#log.entry(pending.entry);
    if (entry?.kind !== 'tool') return null;
    return entry.permissions.find((permission) => permission.permissionId === permissionId) ?? null;
  }

  #withdraw(permissionId: string, reason: string): void {
    if (!this.#questions.ids.includes(permissionId)) return;
    this.#log.record({ type: 'permission_voided', permissionId, reason });
    this.#questions.settle(permissionId, CANCELLED);
  }
}

/** Says what became of a question that somebody comes too late to answer. */
function noLongerOpen(t: Transcript, permissionId: string): RpcError {
  for (const entry of entriesOf(t.entries)) {
    if (entry.kind !== 'tool') continue;
    const found = entry.permissions.find((permission) => permission.permissionId === permissionId);
    if (found?.outcome.status === 'answered') {
      const { by, optionId } = found.outcome;
      const message = `${nameOf(by)} has already answered: ${labelOf(found.options, optionId)}.`;
      return new RpcError('conflict', message, { by, optionId });
    }
    if (found?.outcome.status === 'voided') {
      return new RpcError('conflict', `This question is no longer open: ${found.outcome.reason}.`);
    }
  }
  return new RpcError('not_found', 'There is no such question.');
}

function labelOf(options: readonly PermissionOption[], optionId: string): string {
  return options.find((option) => option.optionId === optionId)?.name ?? optionId;
}

function nameOf(by: Actor): string {
  if (by.kind === 'device') return by.device;
  return by.kind === 'rule' ? `The rule "${by.rule}"` : 'The server';
}
