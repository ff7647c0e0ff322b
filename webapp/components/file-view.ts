import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { codeStyles } from '../markdown/code.styles.js';
import { UserActEvent } from '../state/acts.js';
import { agentPlace, endedCalls } from '../state/agent-place.js';
import { appContext } from '../state/app-context.js';
import { FileCopy, type FileCopyState, MOST_LINES } from '../state/file-copy.js';
import type { SessionStore } from '../state/session-store.js';
import { StoreController } from '../state/store-controller.js';
import type { FilePlace } from '../state/work-store.js';
import { shortPath } from '../tool-views/tool-input.js';
import { codeWorker } from '../worker/code-worker-client.js';
import { adoptStyles } from './adopt-styles.js';
import './editor-link.js';
import './file-lines.js';
import { FileTouchedEvent } from './file-lines.js';
import './file-picker.js';
import { compactNumber } from './format.js';
import { icon } from './icon.js';
import { label } from './visible-text.js';

/** A file of the folder, to be read: the one that a person opened, or the one at which the agent is. Light DOM. */
@customElement('file-view')
export class FileView extends LitElement {
  @property({ attribute: false }) store!: SessionStore;
  @property({ attribute: false }) worker = codeWorker;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  #file: FileCopy | null = null;
  #place: FilePlace | null = null;
  #agent: FilePlace | null = null;
  #ended = -1;
  readonly #work = new StoreController(
    this,
    () => this.#context.value?.work,
    (work) => work,
  );
  readonly #agentPlace = new StoreController(
    this,
    () => this.store,
    ({ transcript: { entries } }) => this.#selectPlace(agentPlace(entries)),
  );
  readonly #endedCalls = new StoreController(
    this,
    () => this.store,
    ({ transcript: { entries } }) => endedCalls(entries),
  );
  readonly #copy = new StoreController(
    this,
    () => this.#file,
    (copy) => copy,
  );

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, codeStyles);
    this.addEventListener(FileTouchedEvent.type, this.#pause);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener(FileTouchedEvent.type, this.#pause);
  }

  /** Goes where the agent is, or stays here. */
  toggleFollowing(): void {
    const work = this.#context.value?.work;
    work?.follow(!work.value.isFollowing, this.#place);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const context = this.#context.value;
    if (!context) return;
    if (changed.has('store')) this.#ended = -1;
    this.#file ??= new FileCopy(context.repo);
    this.#go(this.#wanted());
    const ended = this.#endedCalls.value ?? 0;
    // A call that has ended may have written the file, whatever kind of call it was.
    if (this.#ended >= 0 && ended !== this.#ended) void this.#file.check(this.querySelector('file-lines')?.topLine);
    this.#ended = ended;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#context.value) return nothing;
    const copy = this.#copy.value;
    return html`<div class="work-tools">
        <file-picker></file-picker>
        ${
          copy?.name
            ? html`<button type="button" class="icon-btn" aria-label="Copy path" title="Copy path" @click=${this.#onCopyPath}>${icon('copy')}</button>
                <editor-link path=${copy.name} .line=${this.#place?.line ?? null}></editor-link>`
            : nothing
        }
      </div>
      ${this.#renderFollowing()} ${this.#renderFile(copy)}`;
  }

  /** The same place again while the agent stays there. */
  #selectPlace(next: FilePlace | null): FilePlace | null {
    const isSame = next?.path === this.#agent?.path && next?.line === this.#agent?.line;
    if (!isSame) this.#agent = next;
    return this.#agent;
  }

  #wanted(): FilePlace | null {
    const { isFollowing, file } = this.#work.value ?? { isFollowing: true, file: null };
    return (isFollowing ? this.#agentPlace.value : null) ?? file;
  }

  #go(place: FilePlace | null): void {
    if (place === this.#place) return;
    const isOther = place?.path !== this.#place?.path;
    this.#place = place;
    if (place && isOther) void this.#file!.open(place.path, place.line ?? 1);
    this.querySelector('file-lines')?.reach();
  }

  #renderFollowing(): TemplateResult | typeof nothing {
    const isFollowing = this.#work.value?.isFollowing ?? true;
    const agent = this.#agentPlace.value;
    if (isFollowing && !agent) return nothing;
    const folder = this.#context.value?.app.value?.folder.path ?? '';
    const shown = this.#place && label(placeName(this.#place, folder), 200);
    return html`<div class="file-follow">
      ${icon(isFollowing ? 'locate' : 'pause')}
      <span class="file-place" role="status">${isFollowing ? html`Following <bdi>${shown}</bdi>` : html`<bdi>${shown}</bdi>`}</span>
      <button type="button" class="btn" @click=${() => this.toggleFollowing()}>${isFollowing ? 'Pause' : 'Follow the agent'} <kbd>F</kbd></button>
    </div>`;
  }

  #renderFile(copy: FileCopyState | undefined): TemplateResult {
    if (!copy || copy.status === 'none')
      return html`<p class="work-empty">Find a file by its name, or wait: files that the agent reads or edits are shown here as it goes.</p>`;
    if (copy.status === 'loading') return html`<p class="work-empty" aria-busy="true">Opening…</p>`;
    const sentence = problemOf(copy);
    if (sentence) return html`<p class="work-empty">${sentence}</p>`;
    const isCut = copy.total >= MOST_LINES;
    return html`${isCut ? html`<p class="work-note">Only the first ${MOST_LINES.toLocaleString()} lines are shown.</p>` : nothing}
      ${copy.turns ? html`<p class="work-note danger-text">Holds hidden characters that change the reading order.</p>` : nothing}
      <file-lines .file=${this.#file!} .line=${this.#place?.line ?? null} .worker=${this.worker}></file-lines>`;
  }

  readonly #pause = (): void => {
    const work = this.#context.value?.work;
    if (work?.value.isFollowing && this.#place) work.follow(false, this.#place);
  };

  #onCopyPath(): void {
    const path = this.#copy.value?.path ?? '';
    this.dispatchEvent(new UserActEvent({ type: 'copy', text: path, what: label(path, 80) }));
  }
}

function placeName({ path, line }: FilePlace, folder: string): string {
  return `${shortPath(path, folder)}${line === null ? '' : `:${line}`}`;
}

/** Why there is nothing to read, or nothing if there is. */
function problemOf({ status, problem, kind, size, total }: FileCopyState): string {
  if (status === 'failed') return problem;
  if (kind === 'binary') return `This is not a text file (${compactNumber(size)} bytes), so there is nothing to read.`;
  if (kind === 'too_big') return `This file is too large to be shown (${compactNumber(size)} bytes).`;
  return total === 0 ? 'This file is empty.' : '';
}

declare global {
  interface HTMLElementTagNameMap {
    'file-view': FileView;
  }
}
