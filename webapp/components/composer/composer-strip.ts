import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import type { SessionExcerpt } from '../../../server/protocol/api/session-list.js';
import { isPicture } from '../../../server/protocol/api/uploads.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { composerContext, consume, sessionsContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { mentionText } from '../../state/composer/chip-blocks.js';
import type { PendingUpload } from '../../state/composer/upload-store.js';
import { controls } from '../../styles/controls.js';
import { byteSize } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { repeat } from '../../ui/repeat.js';
import { PasteBackEvent } from './composer-events.js';
import { composerStripStyles } from './composer-strip.styles.js';
import '../content/upload-image.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { composerWords } from './words.js';

type MentionedSession = Extract<DraftChip, { kind: 'session' }>;

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

  @state() private excerpts: ReadonlyMap<string, SessionExcerpt> = new Map();
  readonly #asked = new Set<string>();

  readonly #writing = consume(this, composerContext);
  readonly #others = consume(this, sessionsContext);
  readonly #pending = follow(this, () => this.#writing.value?.uploads);

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('chips')) void this.#readExcerpts();
  }

  protected override render(): TemplateResult | typeof nothing {
    const pending = (this.#pending.value ?? []).filter(({ sessionId }) => sessionId === this.sessionId);
    if (this.chips.length + pending.length === 0) return nothing;
    const opened = this.chips.find(({ key }) => key === this.opened);
    return html`<ul aria-label=${composerWords.attached}>
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
      ${opened?.kind === 'paste' ? this.#renderPaste(opened) : nothing}
      ${opened?.kind === 'session' ? this.#renderExcerpt(opened) : nothing} ${this.#renderInability()}`;
  }

  #renderChip(chip: DraftChip): TemplateResult | typeof nothing {
    switch (chip.kind) {
      case 'upload':
        return this.#renderUpload(chip);
      case 'paste':
        return this.#renderPasteChip(chip);
      case 'file':
        return this.#renderPill(
          chip,
          chip.path.endsWith('/') ? 'folder' : 'fileText',
          mentionText(chip).slice('@'.length),
          '',
        );
      case 'session':
        return this.#renderSessionChip(chip);
      default:
        // Drafts are shared with pages that may know of more.
        chip satisfies never;
        return nothing;
    }
  }

  #renderUpload(chip: Extract<DraftChip, { kind: 'upload' }>): TemplateResult {
    const { id, name, mimeType, size } = chip.upload;
    if (!isPicture(mimeType)) return this.#renderPill(chip, 'fileText', name, byteSize(size));
    return html`<span class="picture" title=${composerWords.withSize(label(name), byteSize(size))}>
      <upload-image upload-id=${id} alt=${label(name)}></upload-image>
      ${this.#renderRemove(composerWords.removeNamed(label(name)), { type: 'detach_chip', chip })}
    </span>`;
  }

  #renderPill(chip: DraftChip, picture: IconName, name: string, detail: string): TemplateResult {
    return html`<span class="pill" title=${label(name)}>
      ${icon(picture)}<bdi class="name">${label(name, 120)}</bdi>
      ${detail ? html`<span class="detail">${detail}</span>` : nothing}
      ${this.#renderRemove(composerWords.removeNamed(label(name)), { type: 'detach_chip', chip })}
    </span>`;
  }

  #renderSessionChip(chip: MentionedSession): TemplateResult {
    const excerpt = this.excerpts.get(chip.sessionId);
    const isOpen = this.opened === chip.key;
    const name = label(chip.title, 120);
    return html`<span class="pill" title=${name}>
      <button class="open" type="button" aria-expanded=${isOpen} @click=${() => this.#open(isOpen ? null : chip.key)}>
        ${icon('messageSquare')}<bdi class="name">${name}</bdi>
        ${excerpt ? html`<span class="detail">${byteSize(excerpt.text.length)}</span>` : nothing}
        ${icon(isOpen ? 'chevronUp' : 'chevronDown')}
      </button>
      ${this.#renderRemove(composerWords.removeNamed(name), { type: 'detach_chip', chip })}
    </span>`;
  }

  /** What the agent gets to read, as it is. */
  #renderExcerpt({ sessionId, title }: MentionedSession): TemplateResult {
    const excerpt = this.excerpts.get(sessionId);
    const note = !excerpt ? composerWords.noExcerpt : excerpt.isCut ? composerWords.excerptCut(excerpt.messages) : '';
    return html`<div class="paste">
      ${excerpt ? html`<pre tabindex="0" aria-label=${label(title, 120)}>${visibleText(excerpt.text)}</pre>` : nothing}
      ${note ? html`<p class="note" role="status">${icon('info')} ${note}</p>` : nothing}
    </div>`;
  }

  /** How much a mention carries is known when it is made; what is said there until it is sent is not in it yet. */
  async #readExcerpts(): Promise<void> {
    const sessions = this.#others.value;
    for (const chip of this.chips) {
      if (chip.kind !== 'session' || !sessions || this.#asked.has(chip.sessionId)) continue;
      this.#asked.add(chip.sessionId);
      try {
        const excerpt = await sessions.excerpt(chip.sessionId);
        this.excerpts = new Map([...this.excerpts, [chip.sessionId, excerpt]]);
      } catch {
        // Asked again the next time something hangs on the draft; the server says it to the agent where it is gone.
        this.#asked.delete(chip.sessionId);
      }
    }
  }

  #renderPasteChip(chip: Extract<DraftChip, { kind: 'paste' }>): TemplateResult {
    const lines = chip.text.split('\n').length;
    const pasted = lines > 1 ? composerWords.pastedLines(lines) : composerWords.pastedCharacters(chip.text.length);
    const name = chip.name ? label(chip.name, 80) : pasted;
    const isOpen = this.opened === chip.key;
    return html`<span class="pill">
      <button class="open" type="button" aria-expanded=${isOpen} @click=${() => this.#open(isOpen ? null : chip.key)}>
        ${icon('scrollText')}<span class="name">${name}</span>${icon(isOpen ? 'chevronUp' : 'chevronDown')}
      </button>
      ${this.#renderRemove(composerWords.removeNamed(name), { type: 'detach_chip', chip })}
    </span>`;
  }

  #renderPaste(chip: Extract<DraftChip, { kind: 'paste' }>): TemplateResult {
    return html`<div class="paste">
      <pre tabindex="0" aria-label=${chip.name ? label(chip.name) : composerWords.pasted}>${visibleText(chip.text)}</pre>
      <button class="btn link" type="button" @click=${() => this.dispatchEvent(new PasteBackEvent(chip))}>
        ${composerWords.insertAsText}
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
              <button class="btn link" type="button" @click=${() => this.#act({ type: 'retry_upload', key })}>${composerWords.tryAgain}</button>`
          : html`<span class="detail">${byteSize(size)}</span>
              <progress max="100" value=${percent} aria-label=${composerWords.uploading(label(name, 60))}></progress>`
      }
      ${this.#renderRemove(composerWords.removeNamed(label(name)), { type: 'cancel_upload', key })}
    </span>`;
  }

  /** Where a person would wonder what the agent makes of a picture. */
  #renderInability(): TemplateResult | typeof nothing {
    const hasPicture = this.chips.some((chip) => chip.kind === 'upload' && isPicture(chip.upload.mimeType));
    if (!hasPicture || !this.can || this.can.image) return nothing;
    return html`<p class="note" role="status">
      ${icon('info')} ${composerWords.noImages(label(this.agentName, 40))}
    </p>`;
  }

  #renderRemove(name: string, act: UserAct): TemplateResult {
    return html`<button class="remove" type="button" aria-label=${name} title=${composerWords.remove} @click=${() => this.#act(act)}>
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
