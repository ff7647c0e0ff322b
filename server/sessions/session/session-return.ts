import { AUTH_REQUIRED } from '../../protocol/acp-codes.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import type { Act } from '../log/act.js';
import type { EventLog } from '../log/event-log.js';
import type { AgentSeat, SeatFault } from './agent-seat.js';
import { isShort } from './shorter-memory.js';

export interface SessionReturnOptions {
  readonly log: EventLog;
  readonly seat: AgentSeat;
  readonly cwd: string;
  readonly isRunning: () => boolean;
  readonly isOpen: () => boolean;
  /** Prompts that came in between go now. */
  readonly goOn: () => void;
}

/** The way back to a session of the agent's that could not be opened when it was wanted. */
export class SessionReturn {
  readonly #options: SessionReturnOptions;
  #isTrying = false;

  constructor(options: SessionReturnOptions) {
    this.#options = options;
  }

  /** While it is open which of the two sessions goes on, nothing is said in either. */
  get isTrying(): boolean {
    return this.#isTrying;
  }

  /** A person wants the old session tried again, or does not want to hear of it any more. */
  answer({ cmdId }: Act, isWanted: boolean): Done {
    const { log, isRunning } = this.#options;
    const old = log.transcript.oldSession;
    if (!old)
      throw new RpcError('unavailable', 'There is no earlier session to go back to.', {
        code: 'no_old_session',
      });
    if (this.#isTrying)
      throw new RpcError('conflict', 'The old session is being tried already.', { code: 'old_session_tried' });
    if (!isWanted) return log.commit([changed('hidden')], cmdId);
    if (isRunning()) throw new RpcError('conflict', 'The agent is working.', { code: 'agent_working' });
    const done = log.commit([changed('trying')], cmdId);
    void this.#try(old.agentSessionId);
    return done;
  }

  /** The server went away while it was tried. */
  repair(): SessionEvent[] {
    return this.#options.log.transcript.oldSession?.state === 'trying' ? [changed('waiting')] : [];
  }

  async #try(agentSessionId: string): Promise<void> {
    const { log, seat, cwd, isOpen, goOn } = this.#options;
    this.#isTrying = true;
    try {
      await seat.change({
        cwd,
        agentSessionId,
        replay: 'drop',
        isOnly: true,
        hearsPast: () => isShort(log.transcript),
      });
    } catch (error) {
      if (isOpen()) log.record(changed('waiting'), refusalOf(error as SeatFault));
    } finally {
      this.#isTrying = false;
    }
    if (isOpen()) goOn();
  }
}

function changed(state: 'waiting' | 'trying' | 'hidden'): SessionEvent {
  return { type: 'old_session_changed', state };
}

function refusalOf({ trouble, code }: SeatFault): SessionEvent {
  return {
    type: 'notice_shown',
    severity: 'warning',
    notice: { code: 'old_session_not_opened', trouble },
    ...(code === AUTH_REQUIRED ? { action: 'sign_in' as const } : {}),
  };
}
