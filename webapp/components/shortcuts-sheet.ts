import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { COMMAND_GROUPS, type CommandContext } from '../commands/command.js';
import { formatKeys } from '../commands/format-keys.js';
import { OTHER_KEYS } from '../commands/other-keys.js';
import { COMMANDS } from '../commands/registry.js';
import { controls } from '../styles/controls.js';
import { layer } from '../styles/layer.js';
import type { CommandLayer } from './command-layers.js';
import { icon } from './icon.js';
import { LayerController } from './layer-controller.js';
import { shortcutsSheetStyles } from './shortcuts-sheet.styles.js';

interface Shortcut {
  readonly title: string;
  readonly group: string;
  readonly keys?: readonly string[];
}

/** Every key that does something here. */
@customElement('shortcuts-sheet')
export class ShortcutsSheet extends LitElement implements CommandLayer {
  static override styles = [controls, layer, shortcutsSheetStyles];

  @state() private letterKeys = true;

  readonly #layer = new LayerController(this);

  get isOpen(): boolean {
    return this.#layer.isOpen;
  }

  show({ app }: CommandContext): void {
    this.letterKeys = app.preferences.value.letterKeys;
    this.ariaLabel = 'Keyboard shortcuts';
    void this.#layer.open();
  }

  close(): void {
    this.#layer.close();
  }

  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('.groups')?.focus();
  }

  protected override render(): TemplateResult {
    const shortcuts: Shortcut[] = [...COMMANDS.filter(({ keys }) => keys), ...OTHER_KEYS];
    const names = [...new Set([...COMMAND_GROUPS, ...shortcuts.map(({ group }) => group)])];
    const groups = names.map((name) => ({ name, members: shortcuts.filter(({ group }) => group === name) }));
    return html`
      <header>
        <h2>Keyboard shortcuts</h2>
        <button class="icon-btn" type="button" aria-label="Close" @click=${() => this.close()}>${icon('x')}</button>
      </header>
      <div class="groups" tabindex="0" role="group" aria-label="Keyboard shortcuts">
        ${groups.filter(({ members }) => members.length > 0).map(({ name, members }) => this.#renderGroup(name, members))}
      </div>
    `;
  }

  #renderGroup(name: string, members: readonly Shortcut[]): TemplateResult {
    const isOff = name === 'Conversation' && !this.letterKeys;
    return html`<section>
      <h3>${name}${isOff ? html` <small>off in the settings</small>` : ''}</h3>
      <dl>
        ${members.map(
          ({ title, keys = [] }) => html`<div>
            <dt>${title}</dt>
            <dd>${(keys[0] ? formatKeys(keys[0]) : []).map((key) => html`<kbd>${key}</kbd>`)}</dd>
          </div>`,
        )}
      </dl>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'shortcuts-sheet': ShortcutsSheet;
  }
}
