import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { FileEdit } from '../../server/protocol/edits.js';
import type { PanelMove } from '../commands/screen.js';
import { type AppContext, appContext } from '../state/app-context.js';
import { changesByFile, type FileChange, loadedEdits, newestEdits } from '../state/file-changes.js';
import { OlderEditsStore } from '../state/older-edits-store.js';
import type { SessionStore } from '../state/session-store.js';
import { StoreController } from '../state/store-controller.js';
import { codeWorker } from '../worker/code-worker-client.js';
import './change-file.js';
import { CopyController } from './copy-controller.js';
import { LineCounts } from './line-counts.js';
import { patchOf } from './patch-of.js';
import { renderCount } from './render-count.js';

/** Files after these are folded at first. */
const OPEN_FILES = 20;

/** What the agent has changed, file by file, in the newest turn or in the whole session. Light DOM. */
@customElement('changes-view')
export class ChangesView extends LitElement {
  @property({ attribute: false }) store!: SessionStore;
  @property({ attribute: false }) worker = codeWorker;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  #older: OlderEditsStore | null = null;
  readonly #scope = new StoreController(
    this,
    () => this.#context.value?.work,
    ({ scope }) => scope,
  );
  readonly #entries = new StoreController(
    this,
    () => this.store,
    ({ transcript: { entries } }) => this.#selectEdits(entries),
  );
  readonly #earlier = new StoreController(
    this,
    () => this.#older,
    (older) => older,
  );
  readonly #counts = new LineCounts(this);
  readonly #copy = new CopyController(this);
  #edits: readonly FileEdit[] = [];

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Goes to the next or previous file, or marks the one with the focus as viewed. */
  move(move: PanelMove): void {
    const files = [...this.querySelectorAll('change-file')];
    const now = files.findIndex((file) => file.contains(document.activeElement));
    if (move === 'viewed') files[now]?.toggleViewed();
    if (move === 'next') files[Math.min(now + 1, files.length - 1)]?.focus();
    if (move === 'previous') files[Math.max(now - 1, 0)]?.focus();
  }

  protected override willUpdate(): void {
    const { value } = this.#context;
    if (value) this.#older ??= new OlderEditsStore(value.history);
    if (this.#isWhole && this.#older) void this.#older.load(this.store);
  }

  protected override render(): TemplateResult | typeof nothing {
    const context = this.#context.value;
    if (!context) return nothing;
    const changes = changesByFile(this.#all());
    return html`<div class="work-tools">
        <label class="vh" for="change-scope">Which changes</label>
        <select id="change-scope" class="work-select" @change=${this.#onScope}>
          <option value="turn" ?selected=${!this.#isWhole}>${this.#turnName}</option>
          <option value="session" ?selected=${this.#isWhole}>Whole session</option>
        </select>
        <span class="work-sum" role="status">${this.#renderSum(changes)}</span>
        ${changes.length > 0 ? html`<button type="button" class="btn" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label('Copy patch')}</button>` : nothing}
      </div>
      <div class="work-scroll">
        ${this.#renderEarlier()}
        ${changes.length === 0 ? this.#renderNothing() : nothing}
        ${repeat(
          changes,
          ({ path }) => path,
          (change, n) => this.#renderFile(change, context, n >= OPEN_FILES),
        )}
      </div>`;
  }

  get #isWhole(): boolean {
    return this.#scope.value === 'session';
  }

  get #turnName(): string {
    const turn = this.store.value.transcript.turn.n;
    const changed = newestEdits(this.store.value.transcript.entries)[0]?.turn ?? turn;
    return changed === turn ? 'This turn' : 'Last turn with changes';
  }

  /** The same list again while nothing of it has changed: much happens in a session that edits nothing. */
  #selectEdits(entries: Parameters<typeof loadedEdits>[0]): readonly FileEdit[] {
    const next = this.#isWhole ? loadedEdits(entries) : newestEdits(entries);
    const isSame = (edit: FileEdit, n: number) => {
      const other = this.#edits[n];
      return edit.entryId === other?.entryId && edit.path === other.path && edit.newText === other.newText;
    };
    if (next.length !== this.#edits.length || !next.every(isSame)) this.#edits = next;
    return this.#edits;
  }

  #all(): readonly FileEdit[] {
    const loaded = this.#entries.value ?? [];
    const earlier = this.#earlier.value?.edits ?? [];
    return this.#isWhole ? [...earlier, ...loaded] : loaded;
  }

  #renderSum(changes: readonly FileChange[]): unknown {
    if (changes.length === 0) return nothing;
    const count = this.#counts.of(changes.flatMap(({ parts }) => parts));
    return html`${changes.length} ${changes.length === 1 ? 'file' : 'files'} ${renderCount(count)}`;
  }

  #renderFile(change: FileChange, { folds }: AppContext, startsFolded: boolean): TemplateResult {
    const { sessionId } = this.store;
    return html`<change-file
      .change=${change}
      .count=${this.#counts.of(change.parts)}
      .folds=${folds}
      .worker=${this.worker}
      session-id=${sessionId}
      folder=${this.#folder}
      ?starts-folded=${startsFolded}
    ></change-file>`;
  }

  #renderNothing(): TemplateResult | typeof nothing {
    if (this.#isWhole && this.#earlier.value?.status === 'loading') return nothing;
    return html`<p class="work-empty">${this.#isWhole ? 'The agent has changed no file in this session.' : 'The agent has changed no file yet. Its edits will be shown here, each as a diff.'}</p>`;
  }

  /** What is missing of the whole session, if something is. */
  #renderEarlier(): TemplateResult | typeof nothing {
    if (!this.#isWhole) return nothing;
    switch (this.#earlier.value?.status) {
      case 'loading':
        return html`<p class="work-note" role="status">Looking through earlier turns…</p>`;
      case 'partial':
        return html`<p class="work-note">The oldest changes of this session are not shown: there are too many.</p>`;
      case 'failed':
        return html`<p class="work-note">Changes of earlier turns could not be loaded. <button type="button" class="btn link" @click=${() => this.#older?.retry(this.store)}>Try again</button></p>`;
      default:
        return nothing;
    }
  }

  get #folder(): string {
    const app = this.#context.value?.app.value;
    return app?.sessions.find(({ id }) => id === this.store.sessionId)?.cwd ?? app?.folder.path ?? '';
  }

  #onScope(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    this.#context.value?.work.choose(value === 'session' ? 'session' : 'turn');
  }

  #onCopy(): void {
    void this.#copy.copy(patchOf(this.worker, changesByFile(this.#all()), this.#folder));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'changes-view': ChangesView;
  }
}
