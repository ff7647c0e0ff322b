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
  const menu = {
    name: 'Mode',
    current: nameOf(choices, currentModeId),
    choices: choices.map(renderChoice(currentModeId)),
  };
  return renderSelect(menu, (modeId) => act({ type: 'set_mode', modeId }));
}

function renderOption(option: SessionConfigOption, act: (act: UserAct) => void): TemplateResult {
  const { id: optionId, name } = option;
  if (option.type === 'select') {
    const current = nameOf(option.options.flatMap(choicesIn), option.currentValue);
    const menu = { name: label(name, 60), current, choices: renderChoices(option) };
    return renderSelect(menu, (value) => act({ type: 'set_option', optionId, value }));
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

interface Menu {
  readonly name: string;
  /** What is chosen now. */
  readonly current: string;
  readonly choices: unknown;
}

/** Words that say nothing without the name of what they are about. */
const BARE = /^(on|off|yes|no|enabled|disabled|none)$/i;

function renderSelect({ name, current, choices }: Menu, choose: (value: string) => void): TemplateResult {
  return html`<span class="option">
    ${BARE.test(current) ? html`<span class="option-name" aria-hidden="true">${name}:</span>` : nothing}
    <select aria-label=${name} title=${name} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${choices}
    </select>
    ${icon('chevronDown')}
  </span>`;
}

function renderChoices({ options, currentValue }: SelectOption): unknown {
  const isKnown = options.flatMap(choicesIn).some(({ value }) => value === currentValue);
  const choices = options.map((item) =>
    'options' in item
      ? html`<optgroup label=${label(item.name, 80)}>${item.options.map(renderChoice(currentValue))}</optgroup>`
      : renderChoice(currentValue)(item),
  );
  // A menu without what is chosen would show its first choice as if that were it.
  return isKnown ? choices : [renderChoice(currentValue)({ value: currentValue, name: currentValue }), ...choices];
}

function choicesIn(item: SelectOption['options'][number]): readonly Choice[] {
  return 'options' in item ? item.options : [item];
}

function nameOf(choices: readonly Choice[], current: string): string {
  return choices.find(({ value }) => value === current)?.name ?? current;
}

function renderChoice(current: string): (choice: Choice) => TemplateResult {
  return ({ value, name, description }) =>
    html`<option value=${value} title=${description ? label(description, 200) : nothing} .selected=${value === current}>
      ${label(name, 80)}
    </option>`;
}
