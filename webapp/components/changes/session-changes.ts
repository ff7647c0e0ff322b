import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { FileEdit } from '../../../server/protocol/transcript/edits.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import type { PanelMove } from '../../commands/screen.js';
import { consume, serverContext, sessionsContext, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { besideRow } from '../../state/changes/change-rows.js';
import type { RepoStatusStore } from '../../state/changes/repo-status-store.js';
import { type BesideFile, changedBesides, spanOfTurn, type TimeSpan } from '../../state/session/changed-besides.js';
import {
  changesByFile,
  type FileChange,
  loadedEdits,
  mayHideChanges,
  newestEdits,
} from '../../state/session/file-changes.js';
import type { FoldMemory } from '../../state/session/fold-memory.js';
import { OlderEditsStore } from '../../state/session/older-edits-store.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { number } from '../../ui/format.js';
import { LightElement } from '../../ui/light-element.js';
import { repeat } from '../../ui/repeat.js';
import { type CodeWorkerClient, codeWorker } from '../../worker/code-worker-client.js';
import './change-file.js';
import './git-file.js';
import { CopyController } from '../../ui/copy-controller.js';
import { shortPath } from '../tools/tool-input.js';
import { type DiffLook, PLAIN_LOOK } from './diff-look.js';
import { LineCounts, renderCount } from './line-counts.js';
import { changesWords } from './words.js';

/** Files after these are folded at first. */
const OPEN_FILES = 20;

/** What the agent has changed, file by file, in the newest turn or in the whole session. Light DOM. */
@customElement('session-changes')
export class SessionChanges extends LightElement {
  @property({ attribute: false }) store!: SessionStore;
  /** All of the session, or only the newest turn that made changes. */
  @property({ type: Boolean, attribute: 'is-whole' }) isWhole = false;
  @property({ attribute: false }) look: DiffLook = PLAIN_LOOK;
  @property({ attribute: false }) worker = codeWorker;
  /** What git says of the folder; null before anybody asked. */
  @property({ attribute: false }) status: RepoStatusStore | null = null;

  readonly #server = consume(this, serverContext);
  readonly #sessions = consume(this, sessionsContext);
  readonly #work = consume(this, workContext);
  #older: OlderEditsStore | null = null;
  readonly #entries = follow(
    this,
    () => this.store,
    ({ transcript: { entries } }) => this.#selectEdits(entries),
  );
  readonly #mayHide = follow(
    this,
    () => this.store,
    ({ transcript: { entries } }) => mayHideChanges(entries, this.isWhole ? null : this.#turn),
  );
  readonly #files = follow(
    this,
    () => this.status,
    ({ status }) => status?.files ?? null,
  );
  readonly #earlier = follow(this, () => this.#older);
  readonly #counts = new LineCounts(this);
  readonly #copy = new CopyController(this);
  #edits: readonly FileEdit[] = [];
  /** The newest reply edited nothing, and only its commands changed files. */
  #isBesideOnly = false;

  /** Goes to the next or previous file, or marks the one with the focus as viewed. */
  move(move: PanelMove): void {
    const files = [...this.querySelectorAll('change-file')];
    const now = files.findIndex((file) => file.contains(document.activeElement));
    if (move === 'viewed') files[now]?.toggleViewed();
    if (move === 'next') files[Math.min(now + 1, files.length - 1)]?.focus();
    if (move === 'previous') files[Math.max(now - 1, 0)]?.focus();
  }

  protected override willUpdate(): void {
    const { value } = this.#work;
    if (value) this.#older ??= new OlderEditsStore(value.history);
    if (this.isWhole && this.#older) void this.#older.load(this.store);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { folds } = this.#sessions.value ?? {};
    if (!folds) return nothing;
    const besides = this.#besides();
    const isEmpty = besides.length === 0;
    const changes = this.#isBesideOnly ? [] : changesByFile(this.#all());
    return html`<div class="work-tools">
        <span class="work-sum" role="status">${this.#renderSum(changes)}</span>
        ${changes.length > 0 ? html`<button type="button" class="btn" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label(changesWords.copyPatch)}</button>` : nothing}
      </div>
      <div class="work-scroll">
        ${this.#renderEarlier()}
        ${changes.length === 0 && isEmpty ? this.#renderNothing() : nothing}
        ${changes.length > 0 && !isEmpty ? html`<p class="besides-head">${changesWords.byEdits}</p>` : nothing}
        ${repeat(
          changes,
          ({ path }) => path,
          (change, n) => this.#renderFile(change, folds, n >= OPEN_FILES),
        )}
        ${isEmpty ? nothing : this.#renderBesides(besides, folds)}
        ${this.#mayHide.value ? html`<p class="work-note">${this.#files.value ? changesWords.goneByCommands : changesWords.byCommands}</p>` : nothing}
      </div>`;
  }

  /** Files that were written meanwhile and that no edit of the agent's accounts for. */
  #besides(): readonly BesideFile[] {
    const files = this.#files.value;
    this.#isBesideOnly = false;
    if (!files) return [];
    const { entries } = this.store.value.transcript;
    const known = new Set(this.#all().map(({ path }) => shortPath(path, this.#folder)));
    const find = (span: TimeSpan | null, isKnown: (path: string) => boolean) =>
      span ? changedBesides(files, entries, span, isKnown) : [];
    if (this.isWhole) return find({ from: this.#createdAt, to: Number.POSITIVE_INFINITY }, (path) => known.has(path));
    const newest = this.store.value.transcript.turn.n;
    if (newest > this.#turn) {
      // A newer reply that only ran commands is the newest one with changes.
      const found = find(spanOfTurn(entries, newest), () => false).filter(({ origin }) => origin === 'command');
      this.#isBesideOnly = found.length > 0;
      if (this.#isBesideOnly) return found;
    }
    return find(spanOfTurn(entries, this.#turn), (path) => known.has(path));
  }

  get #createdAt(): number {
    const app = this.#server.value?.app.value;
    const session = app?.sessions.find(({ id }) => id === this.store.sessionId);
    return session?.createdAt ?? Number.POSITIVE_INFINITY;
  }

  #renderBesides(besides: readonly BesideFile[], folds: FoldMemory): TemplateResult {
    return html`<section aria-label=${changesWords.besides}>
      <p class="besides-head">${changesWords.besides} <span class="work-count" aria-hidden="true">${number(besides.length)}</span></p>
      <p class="work-note">${changesWords.besidesHint}</p>
      ${repeat(
        besides,
        ({ file }) => file.path,
        (beside) => html`<git-file .row=${besideRow(beside)} .folds=${folds} .look=${this.look}></git-file>`,
      )}
    </section>`;
  }

  /** The newest turn that made changes, else the one of now. */
  get #turn(): number {
    const { entries, turn } = this.store.value.transcript;
    return newestEdits(entries)[0]?.turn ?? turn.n;
  }

  /** The same list again while nothing of it has changed: much happens in a session that edits nothing. */
  #selectEdits(entries: Parameters<typeof loadedEdits>[0]): readonly FileEdit[] {
    const next = this.isWhole ? loadedEdits(entries) : newestEdits(entries);
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
    return this.isWhole ? [...earlier, ...loaded] : loaded;
  }

  #renderSum(changes: readonly FileChange[]): unknown {
    if (changes.length === 0) return nothing;
    const count = this.#counts.of(changes.flatMap(({ parts }) => parts));
    return html`${changesWords.files(changes.length)} ${renderCount(count)}`;
  }

  #renderFile(change: FileChange, folds: FoldMemory, startsFolded: boolean): TemplateResult {
    const { sessionId } = this.store;
    return html`<change-file
      .change=${change}
      .count=${this.#counts.of(change.parts)}
      .folds=${folds}
      .worker=${this.worker}
      .look=${this.look}
      session-id=${sessionId}
      folder=${this.#folder}
      ?starts-folded=${startsFolded}
    ></change-file>`;
  }

  #renderNothing(): TemplateResult | typeof nothing {
    if (this.isWhole && this.#earlier.value?.status === 'loading') return nothing;
    return html`<p class="work-empty">${this.isWhole ? changesWords.noneInSession : changesWords.none}</p>`;
  }

  /** What is missing of the whole session, if something is. */
  #renderEarlier(): TemplateResult | typeof nothing {
    if (!this.isWhole) return nothing;
    const status = this.#earlier.value?.status;
    switch (status) {
      case 'loading':
        return html`<p class="work-note" role="status">${changesWords.loading}</p>`;
      case 'partial':
        return html`<p class="work-note">${changesWords.partial}</p>`;
      case 'failed':
        return html`<p class="work-note">${changesWords.failed} <button type="button" class="btn link" @click=${() => this.#older?.retry(this.store)}>${changesWords.tryAgain}</button></p>`;
      case 'whole':
      case undefined:
        return nothing;
      default:
        return unreachable(status);
    }
  }

  get #folder(): string {
    const app = this.#server.value?.app.value;
    return app?.sessions.find(({ id }) => id === this.store.sessionId)?.cwd ?? app?.folder.path ?? '';
  }

  #onCopy(): void {
    void this.#copy.copy(patchOf(this.worker, changesByFile(this.#all()), this.#folder));
  }
}

/** Changes as a patch that `git apply` takes, one file after the other. */
async function patchOf(worker: CodeWorkerClient, changes: readonly FileChange[], folder: string): Promise<string> {
  const patches: string[] = [];
  for (const { path, parts, movedFrom, deed } of changes) {
    const from = movedFrom === null ? null : shortPath(movedFrom, folder);
    // A file that only moved has no text to compare.
    const shown = parts.length === 0 && from !== null ? [{ oldText: '', newText: '', firstLine: null }] : parts;
    for (const [n, { oldText, newText, firstLine }] of shown.entries()) {
      const isDeleted = deed === 'deleted' && n === shown.length - 1 && newText === '';
      const ask = {
        path: shortPath(path, folder),
        oldText,
        newText,
        firstLine,
        movedFrom: n === 0 ? from : null,
        isDeleted,
      };
      const local = async () => (await import('../../diff/format-patch.js')).formatGitPatch(ask);
      patches.push(await worker.ask('patch', ask).catch(local));
    }
  }
  return patches.join('');
}

declare global {
  interface HTMLElementTagNameMap {
    'session-changes': SessionChanges;
  }
}
