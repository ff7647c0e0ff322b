import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSummary } from '../../server/protocol/app-state.js';
import type { DraftChip } from '../../server/protocol/draft.js';
import { isPicture } from '../../server/protocol/uploads.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { appContext } from '../state/app-context.js';
import { StoreController } from '../state/store-controller.js';
import type { PendingUpload } from '../state/upload-store.js';
import { controls } from '../styles/controls.js';
import { composerStripStyles } from './composer-strip.styles.js';
import { byteSize } from './format.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { PasteBackEvent } from './paste-back-event.js';
import './upload-image.js';
import { label, visibleText } from './visible-text.js';

/**
 * What hangs on the message being written: files, pictures, long pastes, mentions, and what is still on its way.
 * @fires user-act - The person took something away or tried again.
 * @fires paste-back - A long paste is to become words again.
 */
@customElement('composer-strip')
export class ComposerStrip extends LitElement {
  static override styles = [controls, composerStripStyles];

  @property({ attribute: false }) chips: readonly DraftChip[] = [];
  @property({ attribute: false }) sessionId: string | null = null;
  /** What the agent takes; null while that is not known. */
  @property({ attribute: false }) can: AgentSummary['prompt'] | null = null;
  @property({ attribute: false }) agentName = '';

  @state() private opened: string | null = null;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #pending = new StoreController(
    this,
    () => this.#context.value?.uploads,
    (pending) => pending,
  );

  protected override render(): TemplateResult | typeof nothing {
    const pending = (this.#pending.value ?? []).filter(({ sessionId }) => sessionId === this.sessionId);
    if (this.chips.length + pending.length === 0) return nothing;
    const opened = this.chips.find(({ key }) => key === this.opened);
    return html`<ul aria-label="Attached">
        ${repeat(
          this.chips,
          ({ key }) => key,
          (chip) => html`<li>${this.#renderChip(chip)}</li>`,
        )}
        ${repeat(
          pending,
          ({ key }) => key,
          (upload) => html`<li>${this.#renderPending(upload)}</li>`,
        )}
      </ul>
      ${opened?.kind === 'paste' ? this.#renderPaste(opened) : nothing} ${this.#renderInability()}`;
  }

  #renderChip(chip: DraftChip): TemplateResult {
    switch (chip.kind) {
      case 'upload':
        return this.#renderUpload(chip);
      case 'paste':
        return this.#renderPasteChip(chip);
      case 'file':
        return this.#renderPill(chip, 'fileText', chip.path, '');
      case 'session':
        return this.#renderPill(chip, 'messageSquare', chip.title, '');
    }
  }

  #renderUpload(chip: Extract<DraftChip, { kind: 'upload' }>): TemplateResult {
    const { id, name, mimeType, size } = chip.upload;
    if (!isPicture(mimeType)) return this.#renderPill(chip, 'fileText', name, byteSize(size));
    return html`<span class="picture" title="${label(name)}, ${byteSize(size)}">
      <upload-image upload-id=${id} alt=${label(name)}></upload-image>
      ${this.#renderRemove(`Remove ${label(name)}`, { type: 'detach_chip', chip })}
    </span>`;
  }

  #renderPill(chip: DraftChip, picture: IconName, name: string, detail: string): TemplateResult {
    return html`<span class="pill" title=${label(name)}>
      ${icon(picture)}<bdi class="name">${label(name, 120)}</bdi>
      ${detail ? html`<span class="detail">${detail}</span>` : nothing}
      ${this.#renderRemove(`Remove ${label(name)}`, { type: 'detach_chip', chip })}
    </span>`;
  }

  #renderPasteChip(chip: Extract<DraftChip, { kind: 'paste' }>): TemplateResult {
    const lines = chip.text.split('\n').length;
    const pasted = lines > 1 ? `Pasted ${lines} lines` : `Pasted ${chip.text.length} characters`;
    const name = chip.name ? label(chip.name, 80) : pasted;
    const isOpen = this.opened === chip.key;
    return html`<span class="pill">
      <button class="open" type="button" aria-expanded=${isOpen} @click=${() => this.#open(isOpen ? null : chip.key)}>
        ${icon('scrollText')}<span class="name">${name}</span>${icon(isOpen ? 'chevronUp' : 'chevronDown')}
      </button>
      ${this.#renderRemove(`Remove: ${name}`, { type: 'detach_chip', chip })}
    </span>`;
  }

  #renderPaste(chip: Extract<DraftChip, { kind: 'paste' }>): TemplateResult {
    return html`<div class="paste">
      <pre tabindex="0" aria-label=${chip.name ? label(chip.name) : 'Pasted text'}>${visibleText(chip.text)}</pre>
      <button class="btn link" type="button" @click=${() => this.dispatchEvent(new PasteBackEvent(chip))}>
        Put it into the message as text
      </button>
    </div>`;
  }

  #renderPending({ key, name, size, preview, share, failure }: PendingUpload): TemplateResult {
    const percent = Math.round(share * 100);
    return html`<span class="pill ${failure ? 'failed' : ''}" title=${failure ? label(failure) : label(name)}>
      ${preview ? html`<img class="thumb" src=${preview} alt="" />` : icon('fileText')}
      <bdi class="name">${label(name, 60)}</bdi>
      ${
        failure
          ? html`<span class="detail" role="alert">${label(failure, 120)}</span>
              <button class="btn link" type="button" @click=${() => this.#act({ type: 'retry_upload', key })}>Try again</button>`
          : html`<span class="detail">${byteSize(size)}</span>
              <progress max="100" value=${percent} aria-label="Uploading ${label(name, 60)}"></progress>`
      }
      ${this.#renderRemove(`Remove ${label(name)}`, { type: 'cancel_upload', key })}
    </span>`;
  }

  /** Where a person would wonder what the agent makes of a picture. */
  #renderInability(): TemplateResult | typeof nothing {
    const hasPicture = this.chips.some((chip) => chip.kind === 'upload' && isPicture(chip.upload.mimeType));
    if (!hasPicture || !this.can || this.can.image) return nothing;
    return html`<p class="note" role="status">
      ${icon('info')} ${label(this.agentName, 40)} cannot look at images: it gets the place of the file instead.
    </p>`;
  }

  #renderRemove(name: string, act: UserAct): TemplateResult {
    return html`<button class="remove" type="button" aria-label=${name} title="Remove" @click=${() => this.#act(act)}>
      ${icon('x')}
    </button>`;
  }

  #open(key: string | null): void {
    this.opened = key;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'composer-strip': ComposerStrip;
  }
}
