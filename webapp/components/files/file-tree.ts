import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { own } from '../../../server/protocol/own.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import { follow } from '../../state/base/follow.js';
import { nameOf, parentOf, pathIn } from '../../state/work/tree-paths.js';
import { isFolder, type TreeRow } from '../../state/work/tree-store.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { repeat } from '../../ui/repeat.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import type { FileDesk } from './file-desk.js';
import { fileIcon } from './file-icons.js';
import { fileWords } from './words.js';

/** Rows that are drawn beyond what is seen. */
const SPARE = 8;
/** A second letter within this time goes on with the name. */
const TYPING_MS = 900;

/** A name that is being written: of something new in a folder, or another one for what is there. */
type Naming = { kind: 'file' | 'folder'; folder: string } | { kind: 'rename'; row: TreeRow };

/** A line as it is drawn: of the tree, or the field for a new name. */
type Line = TreeRow | { readonly id: 'new'; readonly kind: 'new'; readonly level: number };

/**
 * The folder as a tree, a folder at a time; only what is seen is drawn. Light DOM.
 * @fires open-file - A person chose a file.
 */
@customElement('file-tree')
export class FileTree extends LightElement {
  @property({ attribute: false }) desk!: FileDesk;
  /** The file that is open, relative to the folder. */
  @property() open = '';

  @query('.tree-scroll') private scroller!: HTMLElement | null;
  @state() private active = 0;
  @state() private shown = { first: 0, last: 60 };
  @state() private naming: Naming | null = null;

  readonly #rows = follow(this, () => this.desk.tree);
  readonly #marks = follow(this, () => this.desk.marks);
  readonly #unsaved = follow(this, () => this.desk.unsaved);
  readonly #observer = new ResizeObserver(() => this.#measure());
  /** Where the active line is found again when others come and go. */
  #activeId = '';
  #typed = { text: '', at: 0 };
  #moves = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  /** The tree has the focus, at the line where the person was. */
  override focus(): void {
    this.scroller?.focus();
  }

  /** What the buttons above the tree act on. */
  get activeRow(): TreeRow | null {
    return this.#lines[this.active]?.kind === 'new' ? null : ((this.#lines[this.active] as TreeRow) ?? null);
  }

  /** Asks for the name of something new, beside or in what is active. */
  create(kind: 'file' | 'folder'): void {
    const row = this.activeRow;
    const folder = !row ? '' : isFolder(row) ? row.path : parentOf(row.path);
    if (folder !== '' && !this.desk.tree.isExpanded(folder)) this.desk.tree.expand(folder);
    this.naming = { kind, folder };
  }

  /** Asks for another name of what is active. */
  rename(): void {
    const row = this.activeRow;
    if (row && isEntry(row)) this.naming = { kind: 'rename', row };
  }

  delete(): void {
    const row = this.activeRow;
    if (row && isEntry(row)) void this.desk.delete({ path: row.path, kind: row.kind });
  }

  /** Goes to a file or folder of the tree, wherever it is. */
  async reveal(path: string): Promise<void> {
    this.#moves += 1;
    const moves = this.#moves;
    await this.desk.tree.reveal(path);
    const at = this.#lines.findIndex(({ id }) => id === path);
    // Whoever has moved on meanwhile is not brought back.
    if (at < 0 || moves !== this.#moves) return;
    this.#go(at);
    await this.updateComplete;
    this.#bringIntoView(this.active);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('desk') && this.desk.tree.isEmpty) this.desk.tree.start();
    const lines = this.#lines;
    const known = lines.findIndex(({ id }) => id === this.#activeId);
    if (known >= 0) this.active = known;
    else this.active = Math.max(0, Math.min(this.active, lines.length - 1));
    if (changed.has('open') && this.open !== '' && this.open !== this.#activeId) void this.reveal(this.open);
  }

  protected override render(): TemplateResult {
    const lines = this.#lines;
    const first = Math.max(0, Math.min(this.shown.first, lines.length - 1));
    const part = lines.slice(first, this.shown.last);
    return html`<div
      class="tree-scroll"
      role="tree"
      tabindex="0"
      aria-label=${fileWords.tree.name}
      aria-activedescendant=${this.#isDrawn(this.active) ? `tree-${this.active}` : nothing}
      @scroll=${this.#measure}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
      @dblclick=${this.#onDoubleClick}
    ><div class="tree-all" role="none" style="--count: ${lines.length}">${repeat(
      part,
      ({ id }) => id,
      (line, n) => this.#renderLine(line, first + n),
    )}</div></div>
      ${this.#renderActs()}`;
  }

  /** What is done with a line by its keys, for whoever has none; it says with which. */
  #renderActs(): TemplateResult | typeof nothing {
    const row = this.activeRow;
    if (!row || !isEntry(row)) return nothing;
    const { rename, renameHint, delete: remove, deleteHint } = fileWords.tree;
    const acts = [
      { picture: icon('pencil'), name: rename, hint: renameHint, run: () => this.rename() },
      { picture: icon('trash'), name: remove, hint: deleteHint, run: () => this.delete() },
    ];
    return html`<div class="tree-acts"><bdi>${nameLabel(row.path)}</bdi>${acts.map(
      ({ picture, name, hint, run }) =>
        html`<button type="button" class="icon-btn" aria-label=${fileWords.tree.actOn(name, nameLabel(row.name))} title=${hint} @click=${run}>${picture}</button>`,
    )}</div>`;
  }

  protected override firstUpdated(): void {
    this.#observer.observe(this.scroller!);
  }

  protected override updated(): void {
    this.#measure();
    for (const line of this.#lines.slice(this.shown.first, this.shown.last))
      if (line.kind === 'more') void this.desk.tree.more(line.path);
    const field = this.querySelector<HTMLInputElement>('.tree-field');
    if (field && !field.matches(':focus')) this.#beginNaming(field);
  }

  get #lines(): readonly Line[] {
    const rows = this.#rows.value ?? [];
    const { naming } = this;
    if (!naming || naming.kind === 'rename') return rows;
    const at = naming.folder === '' ? 0 : rows.findIndex(({ id }) => id === naming.folder) + 1;
    const level = naming.folder === '' ? 1 : (rows[at - 1]?.level ?? 0) + 1;
    return rows.toSpliced(at, 0, { id: 'new', kind: 'new', level } as never);
  }

  #renderLine(line: Line, n: number): TemplateResult {
    const isActive = n === this.active;
    const place = `--n: ${n}; --level: ${line.level}`;
    if (line.kind === 'new') {
      const kind = this.naming?.kind === 'folder' ? 'folder' : 'file';
      return html`<div class="tree-row" role="treeitem" aria-level=${line.level} aria-selected="false" id="tree-${n}" style=${place}>
        <span class="tree-twist"></span>${kind === 'folder' ? icon('folder') : fileIcon('file')}${this.#renderField('')}
      </div>`;
    }
    const { isExpanded, isIgnored, level, position, siblings } = line;
    const isOpen = line.kind !== 'loading' && line.id === this.open;
    const classes = ['tree-row', isActive && 'active', isOpen && 'open', isIgnored && 'ignored', this.#markClass(line)];
    return html`<div
      class=${classes.filter(Boolean).join(' ')}
      role="treeitem"
      id="tree-${n}"
      data-n=${n}
      data-kind=${line.kind}
      aria-level=${level}
      aria-posinset=${isEntry(line) ? position : nothing}
      aria-setsize=${isEntry(line) ? siblings : nothing}
      aria-expanded=${isFolder(line) ? isExpanded : nothing}
      aria-selected=${isOpen}
      aria-label=${isEntry(line) ? this.#spoken(line) : nothing}
      title=${isEntry(line) ? nameLabel(line.path) : nothing}
      style=${place}
    >${this.#renderInside(line)}</div>`;
  }

  #renderInside(row: TreeRow): unknown {
    switch (row.kind) {
      case 'loading':
        return html`<span class="tree-note" aria-busy="true">${fileWords.tree.loading}</span>`;
      case 'more':
        return html`<span class="tree-note">${fileWords.tree.loading}</span>`;
      case 'empty':
        return html`<span class="tree-note">${fileWords.tree.empty}</span>`;
      case 'failed':
        return html`<span class="tree-note danger-text">${label(row.problem)} ${fileWords.tree.tryAgain}</span>`;
      case 'left_out':
        return html`<span class="tree-note">${fileWords.leftOut(row.leftOut)}</span>`;
      case 'folder':
      case 'repository':
        return html`<span class="tree-twist">${icon(row.isExpanded ? 'chevronDown' : 'chevronRight')}</span
          >${row.kind === 'repository' ? fileIcon('folderGit') : row.isExpanded ? fileIcon('folderOpen') : icon('folder')}${this.#renderName(row)}`;
      case 'file':
      case 'link':
      case 'other':
        return html`<span class="tree-twist"></span>${row.kind === 'link' ? fileIcon('link') : fileIcon('file')}${this.#renderName(row)}`;
      default:
        return unreachable(row.kind);
    }
  }

  #renderName(row: TreeRow): TemplateResult {
    const { naming } = this;
    if (naming?.kind === 'rename' && naming.row.id === row.id) return this.#renderField(row.name);
    const mark = this.#marks.value?.marks.get(row.path);
    const inside = isFolder(row) && this.#marks.value?.folders.has(row.path);
    const isUnsaved = this.#unsaved.value?.has(row.path) ?? false;
    return html`<bdi class="tree-name">${nameLabel(row.name)}</bdi>${
      isUnsaved ? html`<span class="tree-unsaved" aria-hidden="true"></span>` : nothing
    }${
      mark
        ? html`<span class="tree-mark" data-letter=${fileWords.tree.letters[mark]}></span>`
        : inside
          ? html`<span class="tree-dot" aria-hidden="true"></span>`
          : nothing
    }`;
  }

  #renderField(value: string): TemplateResult {
    const { naming } = this;
    const folder = naming && naming.kind !== 'rename' ? naming.folder : '';
    const name =
      naming?.kind === 'rename'
        ? fileWords.tree.nameOf(nameLabel(naming.row.path))
        : folder === ''
          ? fileWords.tree.nameHere
          : fileWords.tree.nameIn(nameLabel(folder));
    const hint = naming?.kind === 'folder' ? fileWords.tree.folderPlaceholder : fileWords.tree.filePlaceholder;
    return html`<input
      class="tree-field"
      type="text"
      aria-label=${name}
      placeholder=${hint}
      .value=${value}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      @keydown=${this.#onFieldKey}
      @blur=${this.#onFieldBlur}
      @click=${(event: Event) => event.stopPropagation()}
    />`;
  }

  /** All that the eye sees of a line, in words. */
  #spoken(row: TreeRow): string {
    const { tree } = fileWords;
    const mark = this.#marks.value?.marks.get(row.path);
    const inside = isFolder(row) ? this.#marks.value?.folders.get(row.path) : undefined;
    const said = [
      nameLabel(row.name),
      row.kind === 'link' && tree.link,
      row.kind === 'repository' && tree.repository,
      row.kind === 'other' && tree.other,
      mark && tree.marks[mark],
      !mark && inside && (inside === 'conflict' ? tree.conflictInside : tree.inside),
      row.isIgnored && tree.ignored,
      this.#unsaved.value?.has(row.path) && tree.unsaved,
    ];
    return said.filter(Boolean).join(', ');
  }

  #markClass(row: TreeRow): string {
    const mark = this.#marks.value?.marks.get(row.path) ?? (isFolder(row) && this.#marks.value?.folders.get(row.path));
    return mark ? `is-${mark}` : '';
  }

  #isDrawn(n: number): boolean {
    return n >= this.shown.first && n < this.shown.last && n < this.#lines.length;
  }

  get #rowHeight(): number {
    return Number.parseFloat(getComputedStyle(this).getPropertyValue('--tree-row')) || 28;
  }

  readonly #measure = (): void => {
    const { scroller } = this;
    if (!scroller || scroller.clientHeight === 0) return;
    const height = this.#rowHeight;
    const first = Math.max(0, Math.floor(scroller.scrollTop / height) - SPARE);
    const last = Math.ceil((scroller.scrollTop + scroller.clientHeight) / height) + SPARE;
    if (first !== this.shown.first || last !== this.shown.last) this.shown = { first, last };
  };

  #go(n: number): void {
    this.#moves += 1;
    const at = Math.max(0, Math.min(n, this.#lines.length - 1));
    this.active = at;
    this.#activeId = this.#lines[at]?.id ?? '';
    this.#bringIntoView(at);
  }

  #bringIntoView(n: number): void {
    const { scroller } = this;
    if (!scroller) return;
    const height = this.#rowHeight;
    const top = n * height;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + height > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + height - scroller.clientHeight;
    this.#measure();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.altKey || event.target !== this.scroller) return;
    if (event.metaKey && event.key !== 'Backspace') return;
    const isTaken = this.#takeKey(event);
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #takeKey({ key, metaKey }: KeyboardEvent): boolean {
    const row = this.activeRow;
    const page = Math.max(1, Math.floor((this.scroller?.clientHeight ?? 0) / this.#rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      Home: 0,
      End: this.#lines.length - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
    };
    const step = own(steps, key);
    if ([...key].length > 1) this.#typed = { text: '', at: 0 };
    if (step !== undefined) this.#go(step);
    else if (key === 'ArrowRight') this.#inward(row);
    else if (key === 'ArrowLeft') this.#outward(row);
    else if (key === 'Enter' || key === ' ') this.#use(row);
    else if (key === 'F2') this.rename();
    else if (key === 'Delete' || (key === 'Backspace' && metaKey)) this.delete();
    else if (key === '*') this.#expandBeside(row);
    else if ([...key].length === 1) this.#seek(key);
    else return false;
    return true;
  }

  #inward(row: TreeRow | null): void {
    if (!row || !isFolder(row)) return;
    if (!row.isExpanded) this.desk.tree.expand(row.path);
    else if ((this.#lines[this.active + 1]?.level ?? 0) > row.level) this.#go(this.active + 1);
  }

  #outward(row: TreeRow | null): void {
    if (!row) return;
    if (isFolder(row) && row.isExpanded) this.desk.tree.collapse(row.path);
    else {
      const above = this.#lines.slice(0, this.active).findLastIndex(({ level }) => level < row.level);
      if (above >= 0) this.#go(above);
    }
  }

  #expandBeside(row: TreeRow | null): void {
    if (!row) return;
    const parent = parentOf(row.path);
    for (const line of this.#rows.value ?? [])
      if (isFolder(line) && parentOf(line.path) === parent && !line.isExpanded) this.desk.tree.expand(line.path);
  }

  /** Letters that follow each other quickly spell a name; one letter again goes on to the next. */
  #seek(key: string): void {
    const now = performance.now();
    const isMore = now - this.#typed.at < TYPING_MS;
    const text = (isMore ? this.#typed.text : '') + key.toLowerCase();
    this.#typed = { text, at: now };
    const isOneLetter = [...text].every((letter) => letter === text[0]);
    const wanted = isOneLetter ? text[0]! : text;
    const start = isOneLetter ? this.active + 1 : this.active;
    const lines = this.#lines;
    for (let n = 0; n < lines.length; n += 1) {
      const at = (start + n) % lines.length;
      const line = lines[at]!;
      if (line.kind !== 'new' && isEntry(line) && line.name.toLowerCase().startsWith(wanted)) {
        this.#go(at);
        return;
      }
    }
  }

  #use(row: TreeRow | null): void {
    if (!row) return;
    if (isFolder(row)) {
      if (row.isExpanded) this.desk.tree.collapse(row.path);
      else this.desk.tree.expand(row.path);
    } else if (row.kind === 'failed') void this.desk.tree.list(row.path);
    else if (isEntry(row)) {
      this.dispatchEvent(new OpenFileEvent(row.path, null));
    }
  }

  #onClick(event: MouseEvent): void {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-n]') : null;
    if (!line) return;
    this.#go(Number(line.dataset.n));
    this.#use(this.activeRow);
  }

  /** A second press on a folder's name opened and closed it; what is meant is that it is open. */
  #onDoubleClick(): void {
    const row = this.activeRow;
    if (row && isFolder(row) && !row.isExpanded) this.desk.tree.expand(row.path);
  }

  #beginNaming(field: HTMLInputElement): void {
    field.focus();
    const dot = field.value.lastIndexOf('.');
    field.setSelectionRange(0, dot > 0 ? dot : field.value.length);
  }

  #onFieldKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Enter') void this.#endNaming(event.target as HTMLInputElement);
    else if (event.key === 'Escape') this.#giveUpNaming();
    else return;
    event.preventDefault();
  }

  #onFieldBlur(event: FocusEvent): void {
    if (!this.naming || !document.hasFocus()) return;
    const field = event.target as HTMLInputElement;
    const isSame = this.naming.kind === 'rename' && field.value === this.naming.row.name;
    if (field.value.trim() === '' || isSame) this.naming = null;
    else void this.#endNaming(field, false);
  }

  #giveUpNaming(): void {
    this.naming = null;
    this.focus();
  }

  async #endNaming(field: HTMLInputElement, isByKey = true): Promise<void> {
    const { naming } = this;
    const name = field.value.trim().replace(/^\/+|\/+$/g, '');
    if (!naming || name === '') return;
    this.naming = null;
    if (isByKey) this.focus();
    if (naming.kind === 'rename') {
      const to = pathIn(parentOf(naming.row.path), name);
      const { path, kind } = naming.row;
      if (!isEntry(naming.row)) return;
      this.#activeId = to;
      await this.desk.rename({ path, kind: kind as never }, to);
      return;
    }
    const path = pathIn(naming.folder, name);
    this.#activeId = path;
    await this.desk.create(path, naming.kind);
  }
}

/** Whether a line is something that is there, and not a note about it. */
function isEntry(row: TreeRow): row is TreeRow & { kind: 'file' | 'folder' | 'repository' | 'link' | 'other' } {
  return /^(?:file|folder|repository|link|other)$/.test(row.kind);
}

/** The last part of a path, for whoever names a file. */
export function shownName(path: string): string {
  return nameLabel(nameOf(path));
}

declare global {
  interface HTMLElementTagNameMap {
    'file-tree': FileTree;
  }
}
