import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { DEVICE_LABEL_CHARS, type DeviceView } from '../../../server/protocol/api/host.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { settings, settingsList } from '../../styles/settings.js';
import { date, timeOf } from '../../ui/format.js';
import { repeat } from '../../ui/repeat.js';
import { label } from '../../ui/visible-text.js';
import { devicesSectionStyles } from './devices-section.styles.js';
import { formStyles } from './form.styles.js';
import { HostController } from './host-controller.js';
import { hostWords } from './words.js';

/**
 * The page of the settings for the browsers that are signed in.
 * @fires user-act - The person named a browser or signed some out.
 */
@customElement('devices-section')
export class DevicesSection extends LitElement {
  static override styles = [controls, settings, settingsList, formStyles, devicesSectionStyles];

  /** The browser that is being named. */
  @state() private naming: string | null = null;
  @state() private isAsking = false;

  readonly #host = new HostController(this, ({ devices }) => devices?.map(({ id }) => id));

  protected override render(): TemplateResult {
    const words = hostWords.devices;
    const devices = this.#host.app?.devices ?? [];
    return html`
      ${this.#host.failure ? html`<p class="error" role="alert">${this.#host.failure}</p>` : nothing}
      <div data-key="devices">
        <h3 id="browsers">${words.browsers}</h3>
        <p class="help">${words.help}</p>
        <ul class="group" aria-labelledby="browsers">
          ${repeat(
            devices,
            ({ id }) => id,
            (device) =>
              html`<li class="row">${this.naming === device.id ? this.#renderForm(device) : this.#renderDevice(device)}</li>`,
          )}
        </ul>
      </div>
      <div class="group">
        <div class="row" data-key="everyone">
          <div class="about"><span class="name">${words.everyone}</span><span class="help">${this.isAsking ? words.everyoneQuestion : words.everyoneHelp}</span></div>
          ${this.#renderEveryone()}
        </div>
      </div>
    `;
  }

  #renderDevice({ id, label: name, createdAt, lastSeenAt }: DeviceView): TemplateResult {
    const words = hostWords.devices;
    const shown = label(name, DEVICE_LABEL_CHARS);
    const rename = () => {
      this.naming = id;
      void this.updateComplete.then(() => this.shadowRoot?.querySelector<HTMLInputElement>('form input')?.select());
    };
    return html`<div class="about">
        <span class="name">${shown} ${id === this.#host.info?.deviceId ? html`<span class="badge">${words.here}</span>` : nothing}</span>
        <span class="help">${words.seen(timeOf(lastSeenAt, Date.now()))} · ${words.since(date(createdAt))}</span>
      </div>
      <div class="acts">
        <button class="btn outline" type="button" aria-label=${hostWords.about(words.rename, shown)} @click=${rename}>${words.rename}</button>
        <button class="btn outline" type="button" aria-label=${hostWords.about(words.signOut, shown)} @click=${() => this.#act(serverCommand('Settings', 'sign_out_device', id))}>${words.signOut}</button>
      </div>`;
  }

  #renderForm({ id, label: name }: DeviceView): TemplateResult {
    const leave = () => {
      this.naming = null;
    };
    const save = (event: Event) => {
      event.preventDefault();
      const wanted = this.shadowRoot?.querySelector<HTMLInputElement>('form input')?.value.trim() ?? '';
      if (wanted !== '' && wanted !== name) this.#act(serverCommand('Settings', 'rename_device', id, wanted));
      leave();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      leave();
    };
    return html`<form class="naming" @submit=${save}>
      <input class="input" dir="auto" aria-label=${hostWords.devices.name} maxlength=${DEVICE_LABEL_CHARS} autocomplete="off" .value=${name} @keydown=${onKey} />
      <button class="btn outline" type="button" @click=${leave}>${hostWords.cancel}</button>
      <button class="btn primary" type="submit">${hostWords.save}</button>
    </form>`;
  }

  #renderEveryone(): TemplateResult {
    const words = hostWords.devices;
    const ask = (isAsking: boolean) => () => {
      this.isAsking = isAsking;
    };
    if (!this.isAsking)
      return html`<button class="btn outline danger-text" type="button" @click=${ask(true)}>${words.everyone}</button>`;
    return html`<button class="btn outline" type="button" @click=${ask(false)}>${hostWords.cancel}</button>
      <button class="btn outline danger-text" type="button" @click=${() => this.#act({ type: 'sign_everyone_out' })}>${words.everyone}</button>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'devices-section': DevicesSection;
  }
}
