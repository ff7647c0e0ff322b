import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { SettingValues } from '../../../server/protocol/features/settings-table.js';
import { chosenKeysOf, usualKeys } from '../../commands/chosen-keys.js';
import { COMMAND_GROUPS, type Command } from '../../commands/command.js';
import { formatKeys, isApple } from '../../commands/format-keys.js';
import { conflictsOf, isReserved, pressedKey } from '../../commands/key-choice.js';
import { COMMANDS } from '../../commands/registry.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { consume, preferencesContext, settingsContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { list } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { renderSwitch } from './rows/render-row.js';
import { renderSettings } from './rows/render-settings.js';
import { settingsWords } from './words.js';

/** Commands of keys that make no sense without theirs. */
const FIXED = new Set(['go.back']);

/**
 * The page of the settings for keys: each can be changed, removed and brought back.
 * @fires user-act - The person chose something.
 */
@customElement('keyboard-section')
export class KeyboardSection extends LitElement {
  static override styles = [
    controls,
    settings,
    css`
      .keys {
        display: flex;
        flex: none;
        flex-wrap: wrap;
        align-items: center;
        justify-content: flex-end;
        gap: var(--s1);
      }

      .key {
        display: inline-flex;
        align-items: center;
        gap: 3px;
        padding-inline: var(--s1);
        border: 1px solid var(--line);
        border-radius: var(--r-s);
      }

      .key .icon-btn {
        width: 24px;
        min-height: 24px;
      }

      .waiting {
        border-color: var(--accent);
        background: var(--accent-soft);
        color: var(--text);
      }

      .trouble {
        color: var(--warn);
      }

      input[type='search'] {
        width: 100%;
        margin-bottom: var(--s3);
      }
    `,
  ];

  /** The command whose next key is waited for. */
  @state() private asked: string | null = null;
  @state() private query = '';
  /** What was wrong with the last key, by command. */
  @state() private trouble: { id: string; said: string } | null = null;

  readonly #settings = consume(this, settingsContext);
  readonly #preferenceStore = consume(this, preferencesContext);
  readonly #values = follow(this, () => this.#settings.value);
  readonly #preferences = follow(this, () => this.#preferenceStore.value);

  protected override render(): TemplateResult | typeof nothing {
    const values = this.#values.value;
    const preferences = this.#preferences.value;
    if (!values || !preferences) return nothing;
    const words = settingsWords.keyboard;
    const sought = this.query.trim().toLowerCase();
    const found = COMMANDS.filter(({ title, isOnlyKey }) => !isOnlyKey && title.toLowerCase().includes(sought));
    return html`
      <div class="group">
        ${renderSettings('keyboard/reading', { values, change: (change) => this.#set(change) })}
        ${renderSwitch('letterKeys', {
          name: words.letterKeys,
          help: words.letterKeysHelp,
          isOn: preferences.letterKeys,
          set: (letterKeys) => this.#act({ type: 'set_preference', change: { letterKeys } }),
        })}
      </div>
      <div data-key="keys">
        <h3>${words.shortcuts}</h3>
        <input type="search" dir="auto" aria-label=${words.search} placeholder=${words.search} .value=${this.query} @input=${this.#onSearch} />
        ${COMMAND_GROUPS.map((group) => this.#renderGroup(group, found, values))}
        ${Object.keys(values.keys).length > 0 ? html`<button type="button" class="btn outline" @click=${() => this.#set({ keys: {} })}>${words.resetAll}</button>` : nothing}
      </div>
    `;
  }

  #renderGroup(group: string, found: readonly Command[], values: SettingValues): TemplateResult | typeof nothing {
    const members = found.filter((command) => command.group === group && !FIXED.has(command.id));
    if (members.length === 0) return nothing;
    return html`<h4>${group}</h4>
      <div class="group">${members.map((command) => this.#renderCommand(command, values))}</div>`;
  }

  #renderCommand(command: Command, values: SettingValues): TemplateResult {
    const words = settingsWords.keyboard;
    const { id, title } = command;
    const keys = chosenKeysOf(command, values);
    const isOwn = Object.hasOwn(values.keys, id);
    const isAsked = this.asked === id;
    return html`<div class="row" data-entry=${id}>
      <div class="about"><span class="name">${title}</span>${this.#renderTrouble(command, keys, values)}</div>
      <div class="keys">
        ${keys.map(
          (key) => html`<span class="key">${formatKeys(key).map((part) => html`<kbd>${part}</kbd>`)}
            <button type="button" class="icon-btn" aria-label=${words.remove(formatKeys(key).join('+'), title)} title=${words.remove(formatKeys(key).join('+'), title)} @click=${() =>
              this.#choose(
                id,
                keys.filter((other) => other !== key),
              )}>${icon('x')}</button></span>`,
        )}
        <button
          type="button"
          class="btn outline ${isAsked ? 'waiting' : ''}"
          aria-label=${words.add(title)}
          aria-pressed=${isAsked}
          @click=${() => this.#ask(this.asked === id ? null : id)}
          @blur=${() => this.#ask(null)}
          @keydown=${(event: KeyboardEvent) => this.#onKey(event, command, keys, values)}
        >${isAsked ? words.press : icon('plus')}</button>
        ${isOwn ? html`<button type="button" class="icon-btn" aria-label=${words.reset(title)} title=${words.reset(title)} @click=${() => this.#reset(id, values)}>${icon('rotateCw')}</button>` : nothing}
      </div>
    </div>`;
  }

  #renderTrouble(command: Command, keys: readonly string[], values: SettingValues): TemplateResult | typeof nothing {
    const words = settingsWords.keyboard;
    if (this.trouble?.id === command.id)
      return html`<span class="help trouble" role="alert">${this.trouble.said}</span>`;
    const others = keys.flatMap((key) => conflictsOf(command, key, COMMANDS, values));
    if (others.length === 0) return nothing;
    const titles = [...new Set(others.map(({ title }) => title))];
    return html`<span class="help trouble">${words.conflict(list(titles))}</span>`;
  }

  #onKey(event: KeyboardEvent, command: Command, keys: readonly string[], values: SettingValues): void {
    if (this.asked !== command.id) return;
    // The page must not act on a key that is only being shown to it.
    event.stopPropagation();
    const key = pressedKey(event, isApple());
    if (key === null || key === 'Tab' || key === 'Shift+Tab') return;
    event.preventDefault();
    if (key === 'Escape') {
      this.#ask(null);
      return;
    }
    const shown = formatKeys(key).join('+');
    if (isReserved(key)) {
      this.trouble = { id: command.id, said: settingsWords.keyboard.reserved(shown) };
      return;
    }
    this.#ask(null);
    if (!keys.includes(key)) this.#choose(command.id, [...keys, key]);
    const others = conflictsOf(command, key, COMMANDS, values).map(({ title }) => title);
    if (others.length > 0) this.trouble = { id: command.id, said: settingsWords.keyboard.conflict(list(others)) };
  }

  #ask(id: string | null): void {
    this.asked = id;
    if (id !== null) this.trouble = null;
  }

  #choose(id: string, keys: readonly string[]): void {
    const { value } = this.#values;
    const command = COMMANDS.find((each) => each.id === id);
    if (!value || !command) return;
    this.trouble = null;
    if (JSON.stringify(keys) === JSON.stringify(usualKeys(command, value))) this.#reset(id, value);
    else this.#set({ keys: { ...value.keys, [id]: [...keys] } });
  }

  #reset(id: string, { keys: { [id]: _own, ...keys } }: SettingValues): void {
    this.trouble = null;
    this.#set({ keys });
  }

  #set(change: Partial<SettingValues>): void {
    this.#act({ type: 'change_settings', change });
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }

  readonly #onSearch = (event: Event): void => {
    this.query = (event.target as HTMLInputElement).value;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'keyboard-section': KeyboardSection;
  }
}
