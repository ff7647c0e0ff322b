import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { SETTING_FORMS, type SettingValues } from '../../../server/protocol/api/app-state.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { consume, lookContext, preferencesContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import type { Preferences } from '../../state/view/preference-store.js';
import { EDITORS } from '../../state/work/editors.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { percent } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { settingsWords } from './words.js';

interface Choice<T> {
  readonly value: T;
  readonly name: string;
  readonly icon?: IconName;
}

const THEMES: readonly Choice<SettingValues['theme']>[] = [
  { value: 'system', name: settingsWords.appearance.themes.system, icon: 'monitor' },
  { value: 'light', name: settingsWords.appearance.themes.light, icon: 'sun' },
  { value: 'dark', name: settingsWords.appearance.themes.dark, icon: 'moon' },
];
const CONTRASTS: readonly Choice<SettingValues['contrast']>[] = [
  { value: 'system', name: settingsWords.appearance.contrasts.system },
  { value: 'high', name: settingsWords.appearance.contrasts.high },
];
const DENSITIES: readonly Choice<SettingValues['density']>[] = [
  { value: 'comfortable', name: settingsWords.appearance.densities.comfortable },
  { value: 'compact', name: settingsWords.appearance.densities.compact },
];

const SIZES = [75, 90, 100, 110, 125, 150, 175];

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
      .font {
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
        .font {
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

  readonly #lookStore = consume(this, lookContext);
  readonly #preferenceStore = consume(this, preferencesContext);
  readonly #look = follow(this, () => this.#lookStore.value);
  readonly #preferences = follow(this, () => this.#preferenceStore.value);

  protected override render(): TemplateResult | typeof nothing {
    const look = this.#look.value;
    const preferences = this.#preferences.value;
    if (!look || !preferences) return nothing;
    return html`
      <div>
        <h3>${settingsWords.appearance.look}</h3>
        <div class="group">${this.#renderLook(look)}</div>
      </div>
      <div>
        <h3>${settingsWords.appearance.device}</h3>
        <div class="group">${this.#renderDevice(preferences)}</div>
      </div>
    `;
  }

  #renderLook({
    theme,
    contrast,
    density,
    hue,
    textFont,
    codeFont,
    textSize,
    codeSize,
  }: SettingValues): TemplateResult {
    return html`
      ${this.#renderChoices('theme', { name: settingsWords.appearance.theme, help: settingsWords.appearance.themeHelp, choices: THEMES, value: theme })}
      ${this.#renderChoices('contrast', {
        name: settingsWords.appearance.contrast,
        help: settingsWords.appearance.contrastHelp,
        choices: CONTRASTS,
        value: contrast,
      })}
      <div class="row" data-key="hue">
        <div class="about">
          <label class="name" for="hue">${settingsWords.appearance.accent}</label>
          <span class="help">${settingsWords.appearance.accentHelp}</span>
        </div>
        <input
          id="hue"
          class="hue"
          type="range"
          min="0"
          max="359"
          .value=${String(hue)}
          @input=${(event: Event) => this.#paint(event)}
          @change=${(event: Event) => this.#act({ type: 'set_look', change: { hue: hueOf(event) } })}
        />
      </div>
      ${this.#renderFont('textFont', settingsWords.appearance.textFont, textFont)}
      ${this.#renderSize('textSize', settingsWords.appearance.textSize, textSize)}
      ${this.#renderFont('codeFont', settingsWords.appearance.codeFont, codeFont)}
      ${this.#renderSize('codeSize', settingsWords.appearance.codeSize, codeSize)}
      ${this.#renderChoices('density', { name: settingsWords.appearance.density, help: settingsWords.appearance.densityHelp, choices: DENSITIES, value: density })}
    `;
  }

  #renderDevice({ editor }: Preferences): TemplateResult {
    return html`
      <div class="row" data-key="editor">
        <div class="about">
          <label class="name" for="editor">${settingsWords.appearance.editor}</label>
          <span class="help">${settingsWords.appearance.editorHelp}</span>
        </div>
        <select
          id="editor"
          @change=${(event: Event) => this.#act({ type: 'set_preference', change: { editor: (event.target as HTMLSelectElement).value } })}
        >
          <option value="" ?selected=${editor === ''}>${settingsWords.appearance.noEditor}</option>
          ${EDITORS.map(({ id, name }) => html`<option value=${id} ?selected=${id === editor}>${name}</option>`)}
        </select>
      </div>
    `;
  }

  #renderChoices<K extends 'theme' | 'contrast' | 'density'>(
    key: K,
    row: { name: string; help: string; choices: readonly Choice<SettingValues[K]>[]; value: SettingValues[K] },
  ): TemplateResult {
    const choose = (value: SettingValues[K]) => this.#act({ type: 'set_look', change: { [key]: value } });
    return html`<div class="row" data-key=${key}>
      <div class="about"><span class="name" id=${key}>${row.name}</span><span class="help">${row.help}</span></div>
      <div class="choices" role="radiogroup" aria-labelledby=${key}>
        ${row.choices.map(
          ({ value, name, icon: picture }) => html`<label>
            <input type="radio" name=${key} .checked=${value === row.value} @change=${() => choose(value)} />
            ${picture ? icon(picture) : nothing} ${name}
          </label>`,
        )}
      </div>
    </div>`;
  }

  #renderFont(key: 'textFont' | 'codeFont', name: string, value: string): TemplateResult {
    return html`<div class="row" data-key=${key}>
      <div class="about"><label class="name" for=${key}>${name}</label><span class="help">${settingsWords.appearance.fontHelp}</span></div>
      <input
        id=${key}
        class="input font"
        type="text"
        maxlength="60"
        spellcheck="false"
        placeholder=${settingsWords.appearance.usualFont}
        .value=${value}
        @change=${(event: Event) => this.#setFont(key, (event.target as HTMLInputElement).value.trim())}
      />
    </div>`;
  }

  #setFont(key: 'textFont' | 'codeFont', name: string): void {
    if (SETTING_FORMS.font.test(name)) this.#act({ type: 'set_look', change: { [key]: name } });
    else this.requestUpdate();
  }

  #renderSize(key: 'textSize' | 'codeSize', name: string, value: number): TemplateResult {
    return html`<div class="row" data-key=${key}>
      <div class="about"><label class="name" for=${key}>${name}</label></div>
      <select id=${key} @change=${(event: Event) => this.#act({ type: 'set_look', change: { [key]: Number((event.target as HTMLSelectElement).value) } })}>
        ${[...new Set([...SIZES, value])].sort((a, b) => a - b).map((size) => html`<option value=${size} ?selected=${size === value}>${percent(size / 100)}</option>`)}
      </select>
    </div>`;
  }

  /** Only here while the slider moves; the server is told when it rests. */
  #paint(event: Event): void {
    this.#lookStore.value?.preview({ hue: hueOf(event) });
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

function hueOf(event: Event): number {
  return Number((event.target as HTMLInputElement).value);
}

declare global {
  interface HTMLElementTagNameMap {
    'appearance-section': AppearanceSection;
  }
}
