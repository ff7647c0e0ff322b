import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { UserAct } from '../state/acts.js';
import { icon } from './icon.js';
import { label } from './visible-text.js';

interface Choice {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}

type SelectOption = Extract<SessionConfigOption, { type: 'select' }>;

/** What the agent lets a person choose; an agent that has a mode among its options tells it only there. */
export function renderOptions(
  modes: SessionModeState | null,
  options: readonly SessionConfigOption[],
  act: (act: UserAct) => void,
): unknown {
  const hasModeOption = options.some(({ category }) => category === 'mode');
  return html`${modes && !hasModeOption ? renderModes(modes, act) : nothing}${options.map((option) =>
    renderOption(option, act),
  )}`;
}

function renderModes({ currentModeId, availableModes }: SessionModeState, act: (act: UserAct) => void): TemplateResult {
  const choices = availableModes.map(({ id, name, description }) => ({
    value: id,
    name,
    description: description ?? null,
  }));
  return renderSelect('Mode', choices.map(renderChoice(currentModeId)), (modeId) => act({ type: 'set_mode', modeId }));
}

function renderOption(option: SessionConfigOption, act: (act: UserAct) => void): TemplateResult {
  const { id: optionId, name } = option;
  if (option.type === 'select') {
    return renderSelect(label(name, 60), renderChoices(option), (value) =>
      act({ type: 'set_option', optionId, value }),
    );
  }
  const isOn = option.currentValue === true;
  return html`<button
    class="option toggle btn"
    type="button"
    aria-pressed=${isOn}
    title=${label(option.description ?? name, 200)}
    @click=${() => act({ type: 'set_option', optionId, value: !isOn })}
  >
    ${icon(isOn ? 'circleCheck' : 'circle')} ${label(name, 40)}
  </button>`;
}

function renderSelect(name: string, choices: unknown, choose: (value: string) => void): TemplateResult {
  return html`<span class="option">
    <select aria-label=${name} title=${name} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${choices}
    </select>
    ${icon('chevronDown')}
  </span>`;
}

function renderChoices({ options, currentValue }: SelectOption): unknown {
  return options.map((item) =>
    'options' in item
      ? html`<optgroup label=${label(item.name, 80)}>${item.options.map(renderChoice(currentValue))}</optgroup>`
      : renderChoice(currentValue)(item),
  );
}

function renderChoice(current: string): (choice: Choice) => TemplateResult {
  return ({ value, name, description }) =>
    html`<option value=${value} title=${description ? label(description, 200) : nothing} .selected=${value === current}>
      ${label(name, 80)}
    </option>`;
}
