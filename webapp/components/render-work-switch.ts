import { html, nothing, type TemplateResult } from 'lit';
import { UserActEvent } from '../state/acts.js';
import type { WorkTab } from '../state/work-store.js';
import { icon } from './icon.js';

const TABS: readonly { tab: WorkTab; name: string }[] = [
  { tab: 'changes', name: 'Changes' },
  { tab: 'files', name: 'Files' },
  { tab: 'terminals', name: 'Terminal' },
];

function show(tab: WorkTab) {
  return ({ currentTarget }: Event) => currentTarget?.dispatchEvent(new UserActEvent({ type: 'show_work', tab }));
}

/** On a phone: the row that leads from the conversation to what would stand beside it elsewhere. */
export function renderWorkSwitch(changed: number): TemplateResult {
  return html`<nav class="work-switch" aria-label="Views">
    <button type="button" class="switch-tab" aria-current="page">Chat</button>
    ${TABS.map(
      ({ tab, name }) =>
        html`<button type="button" class="switch-tab" @click=${show(tab)}>${name}${tab === 'changes' && changed > 0 ? html` <span class="switch-count">${changed}</span>` : nothing}</button>`,
    )}
  </nav>`;
}

/** Where there is room: the button that opens and closes the panel. */
export function renderWorkButton(isOpen: boolean, changed: number): TemplateResult {
  const toggle = ({ currentTarget }: Event) =>
    currentTarget?.dispatchEvent(
      new UserActEvent(isOpen ? { type: 'close_work' } : { type: 'show_work', tab: 'changes' }),
    );
  const name = `Work panel${changed > 0 ? `, ${changed} changed ${changed === 1 ? 'file' : 'files'}` : ''}`;
  return html`<button class="work-button btn" type="button" aria-label=${name} aria-expanded=${isOpen} title="Changes, files and terminals" @click=${toggle}>
    ${icon('panelRight')}${changed > 0 ? html`<span>${changed}</span>` : nothing}
  </button>`;
}
