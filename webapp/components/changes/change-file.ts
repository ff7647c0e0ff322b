import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import { UserActEvent } from '../../state/app/acts.js';
import type { FileChange } from '../../state/session/file-changes.js';
import type { FoldMemory } from '../../state/session/fold-memory.js';
import { number } from '../../ui/format.js';
import { LightElement } from '../../ui/light-element.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import { shortPath } from '../tools/tool-input.js';
import '../content/diff-view.js';
import '../content/editor-link.js';
import { icon } from '../../ui/icon.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { nameLabel } from '../../ui/visible-text.js';
import { type DiffLook, PLAIN_LOOK } from './diff-look.js';
import { type LineCount, renderCount } from './line-counts.js';
import { renderName } from './render-name.js';
import { changesWords } from './words.js';

/** One changed file: a line that opens, and its diffs. What was viewed is folded, until it changes again. Light DOM. */
@customElement('change-file')
export class ChangeFile extends LightElement {
  @property({ attribute: false }) change!: FileChange;
  @property({ attribute: false }) count: LineCount | null = null;
  @property({ attribute: false }) folds: FoldMemory | null = null;
  @property({ attribute: false }) worker = codeWorker;
  @property({ attribute: false }) look: DiffLook = PLAIN_LOOK;
  @property({ attribute: 'session-id' }) sessionId = '';
  @property() folder = '';
  /** Among many files, one is folded until a person opens it. */
  @property({ type: Boolean, attribute: 'starts-folded' }) startsFolded = false;

  /** What the person chose here, which the memory keeps too. */
  @state() private choices = 0;

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
    return html`<section class="change" aria-label=${nameLabel(name)}>
      <div class="change-line">
        <button type="button" class="change-head" aria-expanded=${isOpen} @click=${this.#onToggle}>
          ${icon(isOpen ? 'chevronDown' : 'chevronRight')}${renderName(name)}
          ${this.#renderDeed()}
          ${this.change.parts.length > 0 ? renderCount(this.count) : nothing}
        </button>
        <label class="change-viewed"><input type="checkbox" .checked=${this.#isViewed} @change=${this.toggleViewed} />${changesWords.viewed}</label>
      </div>
      ${isOpen ? this.#renderBody() : nothing}
    </section>`;
  }

  #renderDeed(): TemplateResult | typeof nothing {
    const { deed, movedFrom } = this.change;
    const note = deedWords(deed, movedFrom === null ? null : nameLabel(shortPath(movedFrom, this.folder), 200));
    return note === '' ? nothing : html`<span class="change-note">${note}</span>`;
  }

  #renderBody(): TemplateResult {
    const { path, parts, deed, untold } = this.change;
    const isBare = parts.length === 0 && deed !== 'moved';
    return html`<div class=${parts.length === 1 ? 'change-body single' : 'change-body'}>
      <div class="change-tools">
        <button type="button" class="btn" @click=${this.#onOpen}>${changesWords.openFile}</button>
        <button type="button" class="btn" @click=${this.#onCopyPath}>${changesWords.copyPath}</button>
        <editor-link path=${path}></editor-link>
      </div>
      ${isBare || (untold && untold !== 'none') ? html`<p class="work-note">${changesWords.untold[untold ?? 'none']}</p>` : nothing}
      ${parts.map(
        ({ oldText, newText, firstLine }, n) => html`
          ${parts.length > 1 ? html`<p class="work-note">${changesWords.part(number(n + 1), number(parts.length))}</p>` : nothing}
          <diff-view path=${path} folder=${this.folder} .oldText=${oldText} .newText=${newText} .firstLine=${firstLine} mode=${this.look.isSplit ? 'split' : 'inline'} .worker=${this.worker}></diff-view>`,
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
    this.dispatchEvent(new UserActEvent({ type: 'copy', text: path, what: 'path' }));
  }
}

/** What became of the file, where it was not only edited. */
function deedWords(deed: FileChange['deed'], from: string | null): string {
  const changes = changesWords;
  switch (deed) {
    case 'created':
      return from === null ? changes.created : changes.createdFrom(from);
    case 'deleted':
      return from === null ? changes.deleted : changes.deletedFrom(from);
    case 'moved':
      return from === null ? changes.moved : changes.movedFrom(from);
    case 'edited':
      return from === null ? '' : changes.movedFrom(from);
    default:
      return unreachable(deed);
  }
}

/** A short mark of a text (FNV-1a and its length): the same text has the same mark, another one hardly ever. */
function textMark(text: string): string {
  let mark = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) mark = Math.imul(mark ^ text.charCodeAt(n), 0x01000193);
  return `${text.length.toString(36)}.${(mark >>> 0).toString(36)}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'change-file': ChangeFile;
  }
}
