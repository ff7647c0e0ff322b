import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import type { AgentSession } from '../../ports/agent.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { KeptChoice } from '../../protocol/notices.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { mostAskingMode } from '../../protocol/transcript/mode-policy.js';
import type { Act } from '../log/act.js';
import type { EventLog } from '../log/event-log.js';
import { agentTroubleOf } from './agent-trouble-of.js';

export interface SessionSettingsParts {
  readonly log: EventLog;
  readonly agent: () => AgentSession | null;
  readonly agentName: () => string;
}

/** Asks the agent to change its mode or an option. What the agent then has is what is shown, whatever was asked for. */
export class SessionSettings {
  readonly #parts: SessionSettingsParts;
  /** A person has chosen how the agent works, since the server began. */
  #isChosen = false;

  constructor(parts: SessionSettingsParts) {
    this.#parts = parts;
  }

  get isChosenByPerson(): boolean {
    return this.#isChosen;
  }

  /** Has the agent ask as much as it can, unless a person wants otherwise; settles when it has said what it does. */
  async askMost(): Promise<void> {
    const { log, agent } = this.#parts;
    const { choice } = mostAskingMode(log.transcript);
    const session = agent();
    if (this.#isChosen || !choice || !session) return;
    if (choice.kind === 'option') {
      log.record({ type: 'options_changed', options: await session.setOption(choice.id, choice.value) });
      return;
    }
    const before = log.transcript.modes;
    await session.setMode(choice.id);
    log.flush();
    if (log.transcript.modes === before) log.record({ type: 'mode_changed', modeId: choice.id });
  }

  setMode({ cmdId, by }: Act, modeId: string): Done {
    const { log } = this.#parts;
    this.#isChosen ||= by.kind === 'device';
    const agent = this.#seated();
    const before = log.transcript.modes;
    const isOffered = before?.availableModes.some((mode) => mode.id === modeId);
    if (!isOffered)
      throw new RpcError('not_found', 'The agent does not offer that mode.', { code: 'mode_not_offered' });
    const done = log.commit([], cmdId);
    agent.setMode(modeId).then(
      () => {
        log.flush();
        const now = log.transcript.modes;
        // It may have told its mode before it answered, and then that is what holds.
        if (now === before) log.record({ type: 'mode_changed', modeId });
        else if (now && now.currentModeId !== modeId) log.record(this.#kept(keptMode(now)));
      },
      (error: unknown) => {
        const now = log.transcript.modes;
        // Told although nothing is new: the tab that asked shows something else.
        const same: SessionEvent[] = now ? [{ type: 'mode_changed', modeId: now.currentModeId }] : [];
        log.record(...same, this.#kept(now ? keptMode(now) : { kind: 'mode', name: null }, error));
      },
    );
    return done;
  }

  setOption({ cmdId, by }: Act, optionId: string, value: string | boolean): Done {
    const { log } = this.#parts;
    this.#isChosen ||= by.kind === 'device';
    const agent = this.#seated();
    const find = (options: readonly SessionConfigOption[]) => options.find(({ id }) => id === optionId);
    const option = find(log.transcript.options);
    if (!option)
      throw new RpcError('not_found', 'The agent does not offer that option.', { code: 'option_not_offered' });
    const done = log.commit([], cmdId);
    agent.setOption(optionId, value).then(
      (options) => {
        const now = find(options);
        const isKept = now && now.currentValue !== value;
        log.record({ type: 'options_changed', options }, ...(isKept ? [this.#kept(keptOption(now))] : []));
      },
      (error: unknown) => {
        log.flush();
        const { options } = log.transcript;
        const kept = this.#kept(keptOption(find(options) ?? option), error);
        log.record({ type: 'options_changed', options: [...options] }, kept);
      },
    );
    return done;
  }

  #seated(): AgentSession {
    const agent = this.#parts.agent();
    if (!agent) throw new RpcError('unavailable', 'The agent is not ready yet.', { code: 'agent_not_ready' });
    return agent;
  }

  #kept(choice: KeptChoice, error?: unknown): SessionEvent {
    const notice = { code: 'choice_kept', agent: this.#parts.agentName(), choice } as const;
    if (error === undefined) return { type: 'notice_shown', severity: 'warning', notice };
    return { type: 'notice_shown', severity: 'error', notice: { ...notice, trouble: agentTroubleOf(error) } };
  }
}

function keptMode({ availableModes, currentModeId }: SessionModeState): KeptChoice {
  return { kind: 'mode', name: availableModes.find(({ id }) => id === currentModeId)?.name ?? currentModeId };
}

function keptOption(option: SessionConfigOption): KeptChoice {
  const { name, currentValue } = option;
  if (option.type !== 'select') return { kind: 'option', option: name, value: currentValue === true };
  const choices = option.options.flatMap((item) => ('options' in item ? item.options : [item]));
  const value = choices.find((choice) => choice.value === currentValue)?.name ?? String(currentValue);
  return { kind: 'option', option: name, value };
}
