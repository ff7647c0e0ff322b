import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AnnouncerStore } from '../../state/app/announcer-store.js';
import { follow } from '../../state/base/follow.js';
import { controls } from '../../styles/controls.js';

/** The page's two live regions, for those who hear it: sentences, never tokens. */
@customElement('live-announcer')
export class LiveAnnouncer extends LitElement {
  static override styles = controls;

  @property({ attribute: false }) store!: AnnouncerStore;

  readonly #words = follow(this, () => this.store);

  protected override render(): TemplateResult {
    const { polite = '', assertive = '' } = this.#words.value ?? {};
    return html`<div class="vh" aria-live="polite">${polite}</div>
      <div class="vh" aria-live="assertive">${assertive}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'live-announcer': LiveAnnouncer;
  }
}
