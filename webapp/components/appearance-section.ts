import { ContextConsumer } from '@lit/context';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { SettingValues } from '../../server/protocol/app-state.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { appContext } from '../state/app-context.js';
import { EDITORS } from '../state/editors.js';
import type { Preferences } from '../state/preference-store.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { settings } from '../styles/settings.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { askToNotify, notifyState } from './notify-state.js';

interface Choice<T> {
  readonly value: T;
  readonly name: string;
  readonly icon?: IconName;
}

const THEMES: readonly Choice<SettingValues['theme']>[] = [
  { value: 'system', name: 'System', icon: 'monitor' },
  { value: 'light', name: 'Light', icon: 'sun' },
  { value: 'dark', name: 'Dark', icon: 'moon' },
];
const CONTRASTS: readonly Choice<SettingValues['contrast']>[] = [
  { value: 'system', name: 'System' },
  { value: 'high', name: 'High' },
];
const DENSITIES: readonly Choice<SettingValues['density']>[] = [
  { value: 'comfortable', name: 'Comfortable' },
  { value: 'compact', name: 'Compact' },
];

/**
 * The page of the settings for look, sounds, messages and keys.
 * @fires user-act - The person chose something.
 */
@customElement('appearance-section')
export class AppearanceSection extends LitElement {
  static override styles = [
    controls,
    settings,
    css`
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

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #look = new StoreController(
    this,
    () => this.#context.value?.look,
    (look) => look,
  );
  readonly #preferences = new StoreController(
    this,
    () => this.#context.value?.preferences,
    (preferences) => preferences,
  );

  protected override render(): TemplateResult | typeof nothing {
    const look = this.#look.value;
    const preferences = this.#preferences.value;
    if (!look || !preferences) return nothing;
    return html`
      <div>
        <h3>Look</h3>
        <div class="group">${this.#renderLook(look)}</div>
      </div>
      <div>
        <h3>On this device</h3>
        <div class="group">${this.#renderDevice(preferences)}</div>
      </div>
    `;
  }

  #renderLook({ theme, contrast, density, hue }: SettingValues): TemplateResult {
    return html`
      ${this.#renderChoices('theme', { name: 'Theme', help: 'System follows your computer.', choices: THEMES, value: theme })}
      ${this.#renderChoices('contrast', {
        name: 'Contrast',
        help: 'High makes words, lines and borders stronger, in light and dark.',
        choices: CONTRASTS,
        value: contrast,
      })}
      <div class="row">
        <div class="about">
          <label class="name" for="hue">Accent colour</label>
          <span class="help">Every colour here keeps its contrast.</span>
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
      ${this.#renderChoices('density', { name: 'Density', help: 'Compact shows more at once.', choices: DENSITIES, value: density })}
    `;
  }

  #renderDevice({ sounds, notifications, letterKeys, editor }: Preferences): TemplateResult {
    const state = notifyState();
    return html`
      ${this.#renderSwitch('sounds', {
        name: 'Sounds',
        help: 'One sound when the agent has finished, another when it needs you.',
        isOn: sounds,
      })}
      ${this.#renderSwitch('notifications', {
        name: 'Notifications',
        help: state.help,
        isOn: notifications && state.isAllowed,
        isDead: !state.isPossible,
      })}
      ${this.#renderSwitch('letterKeys', {
        name: 'Single-letter keys',
        help: 'J, K, O, C, G, F and ? while the focus is in the conversation. Switch them off if you use speech input.',
        isOn: letterKeys,
      })}
      <div class="row">
        <div class="about">
          <label class="name" for="editor">Editor</label>
          <span class="help">Opens files of the work panel, if it is on this machine.</span>
        </div>
        <select
          id="editor"
          class="btn outline"
          @change=${(event: Event) => this.#act({ type: 'set_preference', change: { editor: (event.target as HTMLSelectElement).value } })}
        >
          <option value="" ?selected=${editor === ''}>None</option>
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
    return html`<div class="row">
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

  #renderSwitch(
    key: 'sounds' | 'notifications' | 'letterKeys',
    row: { name: string; help: string; isOn: boolean; isDead?: boolean },
  ): TemplateResult {
    return html`<div class="row">
      <div class="about"><label class="name" for=${key}>${row.name}</label><span class="help">${row.help}</span></div>
      <input
        id=${key}
        class="switch"
        type="checkbox"
        role="switch"
        .checked=${row.isOn}
        ?disabled=${row.isDead ?? false}
        @change=${(event: Event) => this.#switch(key, (event.target as HTMLInputElement).checked)}
      />
    </div>`;
  }

  /** Only here while the slider moves; the server is told when it rests. */
  #paint(event: Event): void {
    this.#context.value?.look.follow({ hue: hueOf(event) });
  }

  async #switch(key: 'sounds' | 'notifications' | 'letterKeys', isOn: boolean): Promise<void> {
    const value = key === 'notifications' && isOn ? await askToNotify() : isOn;
    this.#act({ type: 'set_preference', change: { [key]: value } });
    this.requestUpdate();
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
