import type { SessionEvent } from '../protocol/events.js';
import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { AgentSession } from './agent-port.js';
import type { EventLog } from './log/event-log.js';
import type { Act } from './session-service.js';

/** Asks the agent to change its mode or an option; only what it offers, and its refusal is shown. */
export class SettingDesk {
  readonly #log: EventLog;
  readonly #agent: () => AgentSession | null;

  constructor(log: EventLog, agent: () => AgentSession | null) {
    this.#log = log;
    this.#agent = agent;
  }

  setMode({ cmdId }: Act, modeId: string): Done {
    const agent = this.#seated();
    const isOffered = this.#log.transcript.modes?.availableModes.some((mode) => mode.id === modeId);
    if (!isOffered) throw new RpcError('not_found', 'The agent does not offer that mode.');
    const done = this.#log.commit([], cmdId);
    this.#ask('The mode could not be changed', async () => {
      await agent.setMode(modeId);
      return { type: 'mode_changed', modeId };
    });
    return done;
  }

  setOption({ cmdId }: Act, optionId: string, value: string | boolean): Done {
    const agent = this.#seated();
    const isOffered = this.#log.transcript.options.some((option) => option.id === optionId);
    if (!isOffered) throw new RpcError('not_found', 'The agent does not offer that option.');
    const done = this.#log.commit([], cmdId);
    this.#ask('The option could not be changed', async () => {
      return { type: 'options_changed', options: await agent.setOption(optionId, value) };
    });
    return done;
  }

  #seated(): AgentSession {
    const agent = this.#agent();
    if (!agent) throw new RpcError('unavailable', 'The agent is not ready yet.');
    return agent;
  }

  /** A log that has ended takes no more, so nobody has to ask whether it has. */
  #ask(failure: string, change: () => Promise<SessionEvent>): void {
    change().then(
      (event) => this.#log.record(event),
      (error: unknown) => {
        const description = error instanceof Error ? error.message : String(error);
        this.#log.record({ type: 'notice_shown', severity: 'error', title: failure, description });
      },
    );
  }
}
