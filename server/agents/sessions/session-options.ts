import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { fieldsOf } from '../../protocol/fields.js';
import { parseModes, parseOptions } from '../parse/parse-options.js';

/** The id of the option that we make of an older agent's list of models. */
export const LEGACY_MODEL_OPTION = 'legacy-model';

/** What can be set in a session, in any form that the agent reports it in. */
export class SessionOptions {
  modes: SessionModeState | null | undefined;
  #options: SessionConfigOption[] | undefined;
  #models: SessionConfigOption | null = null;

  /** Takes the answer to new, load or resume; what it does not mention stays unknown. */
  constructor(result: unknown) {
    const { modes, configOptions, models } = fieldsOf(result);
    this.#models = modelsOption(models);
    const options = parseOptions(configOptions);
    if (options) this.#options = options;
    const told = parseModes(modes) ?? undefined;
    // The option says the same as the list of modes, and is what newer agents go by.
    const isOption = options?.some((option) => option.category === 'mode' || isListOf(option, told)) ?? false;
    this.modes = isOption ? null : told;
  }

  get list(): SessionConfigOption[] | undefined {
    if (!this.#models || this.#options?.some((option) => option.category === 'model')) return this.#options;
    return [...(this.#options ?? []), this.#models];
  }

  /** Takes a whole new list from the agent. */
  replace(options: SessionConfigOption[]): SessionConfigOption[] {
    this.#options = options;
    return this.list ?? [];
  }

  /** Notes a value that was set without the agent sending a list. */
  note(id: string, value: string | boolean): SessionConfigOption[] {
    const changed = (option: SessionConfigOption) =>
      option.id === id ? ({ ...option, currentValue: value } as SessionConfigOption) : option;
    if (this.#models) this.#models = changed(this.#models);
    this.#options = this.#options?.map(changed);
    return this.list ?? [];
  }
}

/** Whether an option lets a person choose among those very modes, no matter what it is called. */
function isListOf(option: SessionConfigOption, modes: SessionModeState | undefined): boolean {
  if (option.type !== 'select' || !modes) return false;
  const values = option.options.flatMap((entry) => ('options' in entry ? entry.options : [entry]));
  const ids = new Set(modes.availableModes.map(({ id }) => id));
  return values.length === ids.size && values.every(({ value }) => ids.has(value));
}

/** Before options there was `models`; such agents still run. */
function modelsOption(value: unknown): SessionConfigOption | null {
  const { currentModelId, availableModels } = fieldsOf(value);
  if (!Array.isArray(availableModels)) return null;
  const options = availableModels.map((model) => {
    const { modelId, name, description } = fieldsOf(model);
    return { value: modelId, name, description };
  });
  const about = { id: LEGACY_MODEL_OPTION, name: '', category: 'model', type: 'select' };
  return parseOptions([{ ...about, currentValue: currentModelId, options }])?.[0] ?? null;
}
