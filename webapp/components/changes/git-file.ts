import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { DiffHunk, DiffHunks, DiffIds, FileDiff, FileSide } from '../../../server/protocol/api/changes.js';
import { own } from '../../../server/protocol/own.js';
import { errorText } from '../../codes/error-words.js';
import { splicesFor } from '../../diff/pick-lines.js';
import { UserActEvent } from '../../state/app/acts.js';
import { follow } from '../../state/base/follow.js';
import type { BranchActs } from '../../state/branches/branch-acts.js';
import type { ChangeActs } from '../../state/changes/change-acts.js';
import { type ChangeRow, canDiscard, canPickLines } from '../../state/changes/change-rows.js';
import { FileDiffStore, isTooBig } from '../../state/changes/file-diff-store.js';
import type { FoldMemory } from '../../state/session/fold-memory.js';
import { hasFocus } from '../../ui/focus-search.js';
import { byteSize } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { LightElement } from '../../ui/light-element.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { RangeController } from '../../ui/range-controller.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import type { DiffAct, DiffActEvent } from '../content/diff-act.js';
import type { DiffView } from '../content/diff-view.js';
import '../branches/conflict-acts.js';
import '../content/diff-view.js';
import '../content/editor-link.js';
import { consume, workContext } from '../../state/app/contexts.js';
import { type DiffLook, PLAIN_LOOK } from './diff-look.js';
import { renderCount } from './line-counts.js';
import { renderName } from './render-name.js';
import { changesWords } from './words.js';

/** The name under which what was opened here is remembered. */
const MEMORY = 'git';
const { acts: actWords } = changesWords;

const STAGE: DiffAct = {
  id: 'stage',
  icon: 'plus',
  hunk: actWords.stageHunk,
  lines: actWords.stageLines,
  isLoss: false,
};
const UNSTAGE: DiffAct = {
  ...{ id: 'unstage', icon: 'minus', isLoss: false },
  ...{ hunk: actWords.unstageHunk, lines: actWords.unstageLines },
};
const DISCARD: DiffAct = {
  ...{ id: 'discard', icon: 'undo', isLoss: true },
  ...{ hunk: actWords.discardHunk, lines: actWords.discardLines },
};

/** A file that git tells as changed: a line that opens, its diff, and what can be done with it, its hunks and its lines. Light DOM. */
@customElement('git-file')
export class GitFile extends LightElement {
  @property({ attribute: false }) row!: ChangeRow;
  /** What can be done with changes; null where they are only looked at. */
  @property({ attribute: false }) acts: ChangeActs | null = null;
  /** What can be done with conflicts; null where they are only looked at. */
  @property({ attribute: false }) branching: BranchActs | null = null;
  @property({ attribute: false }) folds: FoldMemory | null = null;
  @property({ attribute: false }) look: DiffLook = PLAIN_LOOK;
  @property({ attribute: false }) worker = codeWorker;

  readonly #work = consume(this, workContext);

  /** What the person chose here, which the memory keeps too. */
  @state() private choices = 0;

  /** A line that is far away rests: of thousands of files, only those in sight cost anything. */
  readonly #range = new RangeController(this, () => !this.isOpen && !this.contains(this.ownerDocument.activeElement));
  #store: FileDiffStore | null = null;
  readonly #diff = follow(this, () => this.#store);
  readonly #stale = follow(
    this,
    () => this.acts,
    ({ stale }) => stale.includes(this.row.path),
  );
  #wasStale = false;

  get isOpen(): boolean {
    return this.choices >= 0 && (this.folds?.choiceFor(MEMORY, this.#memory) ?? false);
  }

  override focus(): void {
    this.#range.come();
    const go = () => this.querySelector<HTMLElement>('.git-head')?.focus();
    if (this.isUpdatePending) void this.updateComplete.then(go);
    else go();
  }

  /** Opens it, so that its hunks can be gone to. */
  open(): void {
    this.#range.come();
    if (!this.isOpen) this.#toggle();
  }

  /** Its diff, once there is one. */
  get diffView(): DiffView | null {
    return this.querySelector('diff-view');
  }

  /** Stages or unstages picked lines, the hunk with the focus, or the file. */
  stage(): void {
    const id = this.row.group === 'staged' ? 'unstage' : 'stage';
    if (this.#isInDiff && this.diffView?.actOnFocus(id)) return;
    this.#stageFile();
  }

  discard(): void {
    if (this.#isInDiff && this.diffView?.actOnFocus('discard')) return;
    if (canDiscard(this.row) && this.row.file) void this.acts?.discard([this.row.file]);
  }

  protected override willUpdate(): void {
    this.#store ??= new FileDiffStore(this.#work.value!.repo);
    const isStale = this.#stale.value === true;
    if (isStale && !this.#wasStale) this.#store?.forget();
    this.#wasStale = isStale;
    const { path, from, to, renamedFrom, version, kind } = this.row;
    if (this.#isShown && kind !== 'nested') void this.#store?.want({ path, from, to, renamedFrom, version });
  }

  protected override render(): TemplateResult {
    if (!this.#range.isNear) return html`<div class="git-line"></div>`;
    const { row } = this;
    const { isOpen } = this;
    return html`<div class="git-change" role="group" aria-label=${nameLabel(row.path)}>
      <div class="git-line">
        <button type="button" class="git-head" aria-expanded=${isOpen} @click=${this.#toggle}>
          ${icon(isOpen ? 'chevronDown' : 'chevronRight')}${renderLetter(row)}${renderName(row.path)}
          ${this.#renderMarks()} ${this.#renderCount()}
        </button>
        ${this.acts && row.file ? html`<span class="git-acts">${this.#renderActs()}</span>` : nothing}
      </div>
      ${isOpen ? this.#renderBody() : nothing}
    </div>`;
  }

  get #memory(): string {
    return `${this.row.group} ${this.row.path}`;
  }

  get #isShown(): boolean {
    return this.isOpen && this.#range.isNear;
  }

  get #isInDiff(): boolean {
    const view = this.diffView;
    return view !== null && hasFocus(view);
  }

  /** What git counted, or what the diff itself says. */
  get #count() {
    const { added, removed } = this.row;
    if (added !== null && removed !== null) return { added, removed };
    const runs = this.isOpen ? this.#diff.value?.diff?.runs : null;
    if (!runs) return null;
    return { added: runs.reduce((sum, run) => sum + run[2], 0), removed: runs.reduce((sum, run) => sum + run[1], 0) };
  }

  /** Nothing is said of a file whose lines are the same, as after a move. */
  #renderCount(): TemplateResult | typeof nothing {
    const count = this.#count;
    return count && count.added + count.removed > 0 ? renderCount(count) : nothing;
  }

  #renderMarks(): TemplateResult {
    const { renamedFrom, isModeChange, kind, origin } = this.row;
    const { generated, lfs } = this.row.attributes;
    const words = changesWords.row.marks;
    const marks = [
      isModeChange ? words.mode : '',
      kind === 'submodule' ? words.submodule : '',
      kind === 'nested' ? words.nested : '',
      generated ? words.generated : '',
      lfs ? words.lfs : '',
      origin ? changesWords.origins[origin] : '',
    ].filter(Boolean);
    return html`${renamedFrom === null ? nothing : html`<span class="git-from"><bdi>${changesWords.row.from(nameLabel(renamedFrom))}</bdi></span>`}${marks.map((mark) => html`<span class="git-mark">${mark}</span>`)}`;
  }

  #renderActs(): unknown {
    const { group, path, kind } = this.row;
    const words = changesWords.working;
    if (group === 'staged') return this.#renderAct('minus', words.unstage(path), () => this.#stageFile());
    if (group === 'conflicts') return this.#renderAct('check', words.resolve(path), () => this.#stageFile());
    const isNew = group === 'untracked';
    const lose = () => void this.acts?.discard([this.row.file!]);
    const loss = this.#renderAct(isNew ? 'trash' : 'undo', (isNew ? words.delete : words.discard)(path), lose);
    return html`${canDiscard(this.row) ? loss : nothing}
      ${kind === 'nested' ? nothing : this.#renderAct('plus', words.stage(path), () => this.#stageFile())}`;
  }

  #renderAct(picture: IconName, name: string, run: () => void): TemplateResult {
    return html`<button type="button" class="icon-btn git-act" aria-label=${label(name, 300)} title=${label(name, 300)} @click=${run}>${icon(picture)}</button>`;
  }

  #renderBody(): TemplateResult {
    const view = this.#diff.value;
    const { row } = this;
    return html`<div class="git-body">
      <div class="change-tools">
        <button type="button" class="btn" @click=${this.#onOpenFile}>${changesWords.openFile}</button>
        <button type="button" class="btn" @click=${this.#onCopyPath}>${changesWords.copyPath}</button>
        <editor-link path=${row.path}></editor-link>
      </div>
      ${this.#stale.value ? html`<p class="work-note" role="status">${changesWords.row.reloaded}</p>` : nothing}
      ${row.group === 'conflicts' ? html`<p class="work-note">${changesWords.working.conflictNote}</p>${this.#renderConflict()}` : nothing}
      ${row.kind === 'nested' ? html`<p class="work-note">${changesWords.row.nestedNote}</p>` : this.#renderDiff(view?.diff ?? null, view?.failure ?? null)}
    </div>`;
  }

  #renderConflict(): unknown {
    const { file } = this.row;
    const { branching } = this;
    if (!file || !branching) return nothing;
    return html`<conflict-acts .file=${file} .acts=${branching}></conflict-acts>`;
  }

  #renderDiff(diff: FileDiff | null, failure: Error | null): TemplateResult {
    if (failure) {
      return html`<p class="work-note" role="alert">${label(errorText(failure), 400)} <button type="button" class="btn link" @click=${() => this.requestUpdate()}>${changesWords.tryAgain}</button></p>`;
    }
    if (!diff) return html`<p class="work-note" role="status">${changesWords.row.loading}</p>`;
    if (isTooBig(diff)) return this.#renderLarge(diff, this.#diff.value?.hunks ?? null);
    const note = noteOf(diff);
    if (note !== null || !diff.runs)
      return html`<p class="work-note">${label(note ?? changesWords.row.binary, 400)}</p>`;
    return html`${diff.old.isUtf8 && diff.new.isUtf8 ? nothing : html`<p class="work-note">${changesWords.row.notUtf8}</p>`}
      <diff-view
        is-bare
        has-hunks
        is-seen
        path=${diff.path}
        mode=${this.look.isSplit ? 'split' : 'inline'}
        ?hides-space=${this.look.hidesSpace}
        .oldText=${diff.old.text}
        .newText=${diff.new.text ?? ''}
        .runs=${diff.runs}
        .acts=${this.#diffActs}
        .worker=${this.worker}
        @diff-act=${this.#onDiffAct}
      ></diff-view>`;
  }

  /** Of a file that is too large for its diff, the changed lines are shown when somebody wants them. */
  #renderLarge({ old, new: now }: FileDiff, hunks: DiffHunks | 'loading' | null): TemplateResult {
    const words = changesWords.row;
    const size = words.tooBig(byteSize(Math.max(old.size, now.size)));
    if (hunks === null) {
      return html`<p class="work-note">${size} <button type="button" class="btn link" @click=${() => this.#store?.wantHunks()}>${words.showHunks}</button></p>`;
    }
    if (hunks === 'loading') return html`<p class="work-note" role="status">${words.loading}</p>`;
    if (hunks.hunks.length === 0) return html`<p class="work-note">${hunks.isBinary ? words.binary : size}</p>`;
    return html`${hunks.hunks.map((hunk) => this.#renderHunk(hunk))}
      ${hunks.isCut ? html`<p class="work-note">${words.moreHunks}</p>` : nothing}`;
  }

  #renderHunk({ oldFrom, newFrom, oldText, newText, runs }: DiffHunk): TemplateResult {
    return html`<diff-view
      is-bare
      has-hunks
      path=${this.row.path}
      mode=${this.look.isSplit ? 'split' : 'inline'}
      ?hides-space=${this.look.hidesSpace}
      .oldText=${oldText}
      .newText=${newText}
      .oldFirstLine=${oldFrom}
      .firstLine=${newFrom}
      .runs=${runs}
      .worker=${this.worker}
    ></diff-view>`;
  }

  get #diffActs(): readonly DiffAct[] {
    if (!this.acts || !canPickLines(this.row)) return NO_ACTS;
    return this.row.group === 'staged' ? STAGED_ACTS : UNSTAGED_ACTS;
  }

  #toggle(): void {
    this.folds?.choose(MEMORY, this.#memory, !this.isOpen);
    this.choices += 1;
  }

  #stageFile(): void {
    const { file, group, kind } = this.row;
    if (!file || kind === 'nested') return;
    void (group === 'staged' ? this.acts?.unstage([file]) : this.acts?.stage([file]));
  }

  #onDiffAct({ act, picks, diff }: DiffActEvent): void {
    const shown = this.#diff.value?.diff;
    if (!shown || !this.acts) return;
    const [old, now] = [shown.old.oid, shown.new.oid];
    const { path } = this.row;
    const forward: DiffIds = { old, new: now };
    const back: DiffIds = { old: now, new: old };
    if (act === 'stage') void this.acts.stageLines({ path, ids: forward, changes: splicesFor(diff, picks, 'forward') });
    if (act === 'unstage') void this.acts.unstageLines({ path, ids: back, changes: splicesFor(diff, picks, 'back') });
    if (act === 'discard') void this.acts.discardLines({ path, ids: back, changes: splicesFor(diff, picks, 'back') });
  }

  #onOpenFile(): void {
    this.dispatchEvent(new OpenFileEvent(this.row.path, null));
  }

  #onCopyPath(): void {
    this.dispatchEvent(new UserActEvent({ type: 'copy', text: this.row.path, what: 'path' }));
  }
}

const NO_ACTS: readonly DiffAct[] = [];
const STAGED_ACTS: readonly DiffAct[] = [UNSTAGE];
const UNSTAGED_ACTS: readonly DiffAct[] = [STAGE, DISCARD];

/** Git's letter, and what it means for those who can't see its colour. */
function renderLetter({ letter }: ChangeRow): TemplateResult {
  const { letters } = changesWords.row;
  const words = letter === '?' ? letters.new : own(letters, letter);
  const shown = letter === '?' ? 'N' : letter;
  return html`<span class="git-letter" data-letter=${shown} title=${words ?? shown}><span aria-hidden="true">${shown}</span><span class="vh">${words ?? shown}</span></span>`;
}

/** Why there are no lines to show, if there are none. */
function noteOf({ old, new: now, runs }: FileDiff): string | null {
  const words = changesWords.row;
  const kinds = [old.kind, now.kind];
  if (kinds.includes('submodule')) return words.submodule(commitOf(old), commitOf(now));
  if (kinds.includes('too_big')) return words.tooBig(byteSize(Math.max(old.size, now.size)));
  if (kinds.includes('link')) return words.link(old.text ?? words.linkNone, now.text ?? words.linkNone);
  if (kinds.includes('binary')) return words.binary;
  if (runs?.length !== 0) return null;
  if (old.mode !== null && now.mode !== null && old.mode !== now.mode) return words.modeOnly(old.mode, now.mode);
  return old.size + now.size === 0 ? words.empty : null;
}

function commitOf({ oid }: FileSide): string {
  return oid?.slice(0, 9) ?? changesWords.row.linkNone;
}

declare global {
  interface HTMLElementTagNameMap {
    'git-file': GitFile;
  }
}
