import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, preferencesContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { askToNotify, notifyState } from '../../ui/notify-state.js';
import { renderSwitch } from './rows/render-row.js';
import { settingsWords } from './words.js';

/**
 * The page of the settings for what this device says by itself.
 * @fires user-act - The person chose something.
 */
@customElement('notifications-section')
export class NotificationsSection extends LitElement {
  static override styles = [controls, settings];

  readonly #preferenceStore = consume(this, preferencesContext);
  readonly #preferences = follow(this, () => this.#preferenceStore.value);

  protected override render(): TemplateResult | typeof nothing {
    const preferences = this.#preferences.value;
    if (!preferences) return nothing;
    const words = settingsWords.appearance;
    const state = notifyState();
    const { sounds, notifications } = preferences;
    return html`<div>
      <h3>${words.device}</h3>
      <div class="group">
        ${renderSwitch('notifications', {
          name: words.notifications,
          help: state.help,
          isOn: notifications && state.isAllowed,
          isDead: !state.isPossible,
          set: (isOn) => void this.#switch('notifications', isOn),
        })}
        ${renderSwitch('sounds', { name: words.sounds, help: words.soundsHelp, isOn: sounds, set: (isOn) => void this.#switch('sounds', isOn) })}
      </div>
    </div>`;
  }

  async #switch(key: 'sounds' | 'notifications', isOn: boolean): Promise<void> {
    const value = key === 'notifications' && isOn ? await askToNotify() : isOn;
    this.dispatchEvent(new UserActEvent({ type: 'set_preference', change: { [key]: value } }));
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'notifications-section': NotificationsSection;
  }
}
