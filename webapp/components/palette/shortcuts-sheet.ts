import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { type KeyChoices, withChosenKeys } from '../../commands/chosen-keys.js';
import { COMMAND_GROUPS, type Command, type CommandContext } from '../../commands/command.js';
import { formatKeys } from '../../commands/format-keys.js';
import { COMMANDS } from '../../commands/registry.js';
import { commandWords } from '../../commands/words.js';
import { controls } from '../../styles/controls.js';
import { layer } from '../../styles/layer.js';
import { icon } from '../../ui/icon.js';
import type { CommandLayer } from './command-layers.js';
import { LayerController } from './layer-controller.js';
import { shortcutsSheetStyles } from './shortcuts-sheet.styles.js';
import { paletteWords } from './words.js';

/** Keys that an element handles while it has the focus; listed with the shortcuts. */
const OTHER_KEYS: readonly (Pick<Command, 'title' | 'group'> & { readonly keys: readonly string[] })[] = [
  { group: paletteWords.composer, title: paletteWords.keys.send, keys: ['Enter'] },
  { group: paletteWords.composer, title: paletteWords.keys.interrupt, keys: ['$mod+Enter'] },
  { group: paletteWords.composer, title: paletteWords.keys.newLine, keys: ['Shift+Enter'] },
  { group: paletteWords.composer, title: paletteWords.keys.escape, keys: ['Escape'] },
  {
    group: paletteWords.permission,
    title: paletteWords.keys.answer,
    keys: ['Y', 'N', 'A'],
  },
  { group: commandWords.groups.workPanel, title: paletteWords.keys.pickLine, keys: ['Space'] },
  { group: commandWords.groups.workPanel, title: paletteWords.keys.pickLines, keys: ['Shift+ArrowDown'] },
  { group: commandWords.groups.workPanel, title: paletteWords.keys.commit, keys: ['$mod+Enter'] },
];

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
  @state() private choices: KeyChoices = null;

  readonly #layer = new LayerController(this);

  get isOpen(): boolean {
    return this.#layer.isOpen;
  }

  show({ app }: CommandContext): Promise<void> {
    this.letterKeys = app.preferences.value.letterKeys;
    this.choices = app.settings.value;
    this.ariaLabel = paletteWords.shortcuts;
    return this.#layer.open();
  }

  close(): void {
    this.#layer.close();
  }

  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('.groups')?.focus();
  }

  protected override render(): TemplateResult {
    const shortcuts: Shortcut[] = [
      ...withChosenKeys(COMMANDS, this.choices).filter(({ keys = [] }) => keys.length > 0),
      ...OTHER_KEYS,
    ];
    const names = [...new Set([...COMMAND_GROUPS, ...shortcuts.map(({ group }) => group)])];
    const groups = names.map((name) => ({ name, members: shortcuts.filter(({ group }) => group === name) }));
    return html`
      <header>
        <h2>${paletteWords.shortcuts}</h2>
        <button class="icon-btn" type="button" aria-label=${paletteWords.close} @click=${() => this.close()}>${icon('x')}</button>
      </header>
      <div class="groups" tabindex="0" role="group" aria-label=${paletteWords.shortcuts}>
        ${groups.filter(({ members }) => members.length > 0).map(({ name, members }) => this.#renderGroup(name, members))}
      </div>
    `;
  }

  #renderGroup(name: string, members: readonly Shortcut[]): TemplateResult {
    const isOff = name === commandWords.groups.conversation && !this.letterKeys;
    return html`<section>
      <h3>${name}${isOff ? html` <small>${paletteWords.turnedOff}</small>` : ''}</h3>
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
