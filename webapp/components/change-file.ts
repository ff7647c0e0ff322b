import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { stripHidden } from '../markdown/hidden-characters.js';
import { UserActEvent } from '../state/acts.js';
import type { FileChange } from '../state/file-changes.js';
import type { FoldMemory } from '../state/fold-memory.js';
import { textMark } from '../state/text-mark.js';
import { shortPath } from '../tool-views/tool-input.js';
import { codeWorker } from '../worker/code-worker-client.js';
import './diff-view.js';
import './editor-link.js';
import { icon } from './icon.js';
import type { LineCount } from './line-counts.js';
import { OpenFileEvent } from './open-file-event.js';
import { renderCount } from './render-count.js';
import { label } from './visible-text.js';

/** One changed file: a line that opens, and its diffs. What was viewed is folded, until it changes again. Light DOM. */
@customElement('change-file')
export class ChangeFile extends LitElement {
  @property({ attribute: false }) change!: FileChange;
  @property({ attribute: false }) count: LineCount | null = null;
  @property({ attribute: false }) folds: FoldMemory | null = null;
  @property({ attribute: false }) worker = codeWorker;
  @property({ attribute: 'session-id' }) sessionId = '';
  @property() folder = '';
  /** Among many files, one is folded until a person opens it. */
  @property({ type: Boolean, attribute: 'starts-folded' }) startsFolded = false;

  /** What the person chose here, which the memory keeps too. */
  @state() private choices = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override focus(): void {
    this.querySelector<HTMLElement>('.change-head')?.focus();
  }

  toggleViewed(): void {
    const isViewed = !this.#isViewed;
    this.#remember(this.#viewedName, isViewed);
    this.#remember(this.#openName, !isViewed);
  }

  protected override render(): TemplateResult {
    const name = shortPath(this.change.path, this.folder);
    const isOpen = this.#isOpen;
    return html`<section class="change" aria-label=${label(name)}>
      <div class="change-line">
        <button type="button" class="change-head" aria-expanded=${isOpen} @click=${this.#onToggle}>
          ${icon(isOpen ? 'chevronDown' : 'chevronRight')}${renderName(name)}
          ${this.change.isDeleted ? html`<span class="change-note">deleted</span>` : nothing}
          ${this.change.parts.length > 0 ? renderCount(this.count) : nothing}
        </button>
        <label class="change-viewed"><input type="checkbox" .checked=${this.#isViewed} @change=${this.toggleViewed} />Viewed</label>
      </div>
      ${isOpen ? this.#renderBody() : nothing}
    </section>`;
  }

  #renderBody(): TemplateResult {
    const { path, parts } = this.change;
    return html`<div class=${parts.length === 1 ? 'change-body single' : 'change-body'}>
      <div class="change-tools">
        <button type="button" class="btn" @click=${this.#onOpen}>Open file</button>
        <button type="button" class="btn" @click=${this.#onCopyPath}>Copy path</button>
        <editor-link path=${path}></editor-link>
      </div>
      ${parts.length === 0 ? html`<p class="work-note">The agent did not tell what stood in this file.</p>` : nothing}
      ${parts.map(
        ({ oldText, newText }, n) => html`
          ${parts.length > 1 ? html`<p class="work-note">Change ${n + 1} of ${parts.length}, each as the agent told it</p>` : nothing}
          <diff-view path=${path} folder=${this.folder} .oldText=${oldText} .newText=${newText} .worker=${this.worker}></diff-view>`,
      )}
    </div>`;
  }

  get #viewedName(): string {
    return `viewed ${this.change.path} ${textMark(this.change.parts.map(({ newText }) => newText).join('\0'))}`;
  }

  /** Of this very change: another one opens by itself again. */
  get #openName(): string {
    return `change ${this.#viewedName}`;
  }

  get #isViewed(): boolean {
    return this.choices >= 0 && (this.folds?.choiceFor(this.sessionId, this.#viewedName) ?? false);
  }

  get #isOpen(): boolean {
    return this.folds?.choiceFor(this.sessionId, this.#openName) ?? !(this.#isViewed || this.startsFolded);
  }

  #remember(name: string, choice: boolean): void {
    this.folds?.choose(this.sessionId, name, choice);
    this.choices += 1;
  }

  #onToggle(): void {
    this.#remember(this.#openName, !this.#isOpen);
  }

  #onOpen(): void {
    this.dispatchEvent(new OpenFileEvent(this.change.path, null));
  }

  #onCopyPath(): void {
    const path = this.change.path;
    this.dispatchEvent(new UserActEvent({ type: 'copy', text: path, what: label(path, 80) }));
  }
}

/** The name of the file is what one looks for; its folders step back. */
function renderName(path: string): TemplateResult {
  const cut = path.lastIndexOf('/') + 1;
  const [folders, name] = [path.slice(0, cut), path.slice(cut)].map((part) => label(stripHidden(part), 300));
  return html`<span class="change-name" title=${label(path, 400)}><bdi class="change-base">${name}</bdi> <bdi class="change-folder">${folders}</bdi></span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'change-file': ChangeFile;
  }
}
