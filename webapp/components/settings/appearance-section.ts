import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { SettingValues } from '../../../server/protocol/features/settings-table.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { consume, preferencesContext, settingsContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import type { Preferences } from '../../state/view/preference-store.js';
import { EDITORS } from '../../state/work/editors.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { renderRow } from './rows/render-row.js';
import { renderSettings } from './rows/render-settings.js';
import { settingsWords } from './words.js';

/**
 * The page of the settings for how the page looks.
 * @fires user-act - The person chose something.
 */
@customElement('appearance-section')
export class AppearanceSection extends LitElement {
  static override styles = [
    controls,
    settings,
    css`
      .text {
        flex: 0 1 220px;
        min-width: 0;
        cursor: text;
      }

      .hue {
        flex: 0 1 220px;
        height: 16px;
        margin: calc((var(--tap) - 16px) / 2) 0;
        border-radius: var(--r-full);
        appearance: none;
        background: linear-gradient(
          in oklch longer hue to right,
          oklch(0.66 0.15 0),
          oklch(0.66 0.15 359.9)
        );
        cursor: pointer;
      }

      .hue::-webkit-slider-thumb {
        width: 22px;
        height: 22px;
        border: 3px solid var(--surface);
        border-radius: 50%;
        appearance: none;
        background: var(--accent);
        box-shadow: 0 0 0 1px var(--line-strong);
      }

      .hue::-moz-range-thumb {
        width: 16px;
        height: 16px;
        border: 3px solid var(--surface);
        border-radius: 50%;
        background: var(--accent);
        box-shadow: 0 0 0 1px var(--line-strong);
      }

      @media (pointer: coarse) {
        .text {
          font-size: 16px;
        }

        /* The colours are a band in the middle of what a finger can hit. */
        .hue {
          height: 44px;
          margin: 0;
          border: 8px solid transparent;
          border-inline-width: 0;
          background-clip: padding-box;
        }

        .hue::-webkit-slider-thumb {
          width: 36px;
          height: 36px;
        }
      }
    `,
  ];

  readonly #settingsStore = consume(this, settingsContext);
  readonly #preferenceStore = consume(this, preferencesContext);
  readonly #values = follow(this, () => this.#settingsStore.value);
  readonly #preferences = follow(this, () => this.#preferenceStore.value);

  protected override render(): TemplateResult | typeof nothing {
    const values = this.#values.value;
    const preferences = this.#preferences.value;
    if (!values || !preferences) return nothing;
    const change = (wanted: Partial<SettingValues>) => this.#act({ type: 'change_settings', change: wanted });
    const preview = (wanted: Partial<SettingValues>) => this.#settingsStore.value?.preview(wanted);
    return html`
      <div>
        <h3>${settingsWords.appearance.look}</h3>
        <div class="group">${renderSettings('appearance/look', { values, change, preview })}</div>
      </div>
      <div>
        <h3>${settingsWords.appearance.device}</h3>
        <div class="group">${this.#renderDevice(preferences)}</div>
      </div>
    `;
  }

  #renderDevice({ editor }: Preferences): TemplateResult {
    const choose = (event: Event) =>
      this.#act({ type: 'set_preference', change: { editor: (event.target as HTMLSelectElement).value } });
    return renderRow(
      'editor',
      { name: settingsWords.appearance.editor, help: settingsWords.appearance.editorHelp },
      html`<select id="editor" @change=${choose}>
        <option value="" ?selected=${editor === ''}>${settingsWords.appearance.noEditor}</option>
        ${EDITORS.map(({ id, name }) => html`<option value=${id} ?selected=${id === editor}>${name}</option>`)}
      </select>`,
    );
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'appearance-section': AppearanceSection;
  }
}
