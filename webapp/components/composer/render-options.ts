import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { html, type TemplateResult } from 'lit';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import { icon } from '../../ui/icon.js';
import { label } from '../../ui/visible-text.js';
import { modeMenu, type OptionMenu, optionMenu } from '../pickers/option-menu.js';
import { pickerWords } from '../pickers/words.js';

/** What a person does with an agent's options. */
export interface OptionActs {
  /** The menu that is open. */
  readonly openMenu: string | null;
  act(act: UserAct): void;
  /** Opens the values of a menu at its chip. */
  open(menuId: string, chip: HTMLElement): void;
}

/** The menus that an agent offers; one that has a mode among its options tells it only there. */
export function optionMenus(modes: SessionModeState | null, options: readonly SessionConfigOption[]): OptionMenu[] {
  const hasModeOption = options.some(({ category }) => category === 'mode');
  return [
    ...(modes && !hasModeOption ? [modeMenu(modes)] : []),
    ...options.flatMap((option) => (option.type === 'select' ? [optionMenu(option)] : [])),
  ];
}

/** What the agent lets a person choose: a chip with name and value for each menu, a switch for what is on or off. */
export function renderOptions(
  modes: SessionModeState | null,
  options: readonly SessionConfigOption[],
  acts: OptionActs,
): unknown[] {
  const chips = optionMenus(modes, options).map((menu) => renderChip(menu, acts));
  return [...chips, ...options.flatMap((option) => (option.type === 'select' ? [] : [renderSwitch(option, acts)]))];
}

function renderChip({ id, name, current }: OptionMenu, { openMenu, open }: OptionActs): TemplateResult {
  const words = pickerWords.chip(label(name, 40), label(current.name, 80));
  const onClick = (event: Event) => open(id, event.currentTarget as HTMLElement);
  return html`<button
    class="option btn"
    type="button"
    aria-haspopup="dialog"
    aria-expanded=${id === openMenu}
    aria-label=${words}
    title=${label(current.description || words, 200)}
    @click=${onClick}
  >
    <span class="option-name">${pickerWords.chip(label(name, 40), '')}</span>
    <span class="option-value">${label(current.name, 80)}</span>
    ${icon('chevronDown')}
  </button>`;
}

function renderSwitch(option: Exclude<SessionConfigOption, { type: 'select' }>, { act }: OptionActs): TemplateResult {
  const { id: optionId, name, description, currentValue } = option;
  const isOn = currentValue === true;
  return html`<button
    class="option toggle btn"
    type="button"
    aria-pressed=${isOn}
    title=${label(description ?? name, 200)}
    @click=${() => act(sessionCommand('AcpBridge', 'set_option', optionId, !isOn))}
  >
    ${icon(isOn ? 'circleCheck' : 'circle')} ${label(name, 40)}
  </button>`;
}
