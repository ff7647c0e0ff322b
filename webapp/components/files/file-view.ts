import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { MAIN_ROOT } from '../../../server/protocol/api/changes.js';
import { codeStyles } from '../../markdown/code.styles.js';
import { SVG_TYPE } from '../../pictures/drawable-image.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, preferencesContext, serverContext, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { whenHolds } from '../../state/base/store.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { EDITORS } from '../../state/work/editors.js';
import { FileCopy, type FileCopyState, MOST_LINES } from '../../state/work/paged-file.js';
import { absoluteIn, relativeTo } from '../../state/work/tree-paths.js';
import { versionReader } from '../../state/work/version-reader.js';
import { agentPlace, endedCalls, type FilePlace } from '../../state/work/work-store.js';
import { ago, byteSize, number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { saveFile } from '../../ui/save-file.js';
import { sentenceWith } from '../../ui/sentence-parts.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import { commonWords } from '../../ui/words.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import { AskController } from './ask-controller.js';
import type { CommitWantedEvent, LineOrigin } from './file-lines.js';
import { freshLines, isWhole, shiftAt } from './fresh-lines.js';
import { readOrigins } from './line-origins.js';
import '../content/diff-view.js';
import './file-bytes.js';
import type { FileDesk } from './file-desk.js';
import './file-editor.js';
import './file-lines.js';
import { FileTouchedEvent, LinesChosenEvent, type LinesPicked } from './file-lines.js';
import './file-picture.js';
import './file-search.js';
import { SearchFileEvent } from './file-search.js';
import { shownName } from './file-tree.js';
import './line-jump.js';
import { LineJumpEvent, type LinePlace } from './line-jump.js';
import { loadBytes, pictureType } from './load-bytes.js';
import { type FileHead, renderFileHead } from './render-file-head.js';
import { FileSearch } from './search-file.js';
import './version-picker.js';
import { findVersion, type StoredVersion, VersionChosenEvent } from './version-picker.js';
import { fileWords } from './words.js';

/** Fired when a person wants the tree, or no longer does where it is beside the file; with a folder, that folder in it. */
export class ShowTreeEvent extends Event {
  static readonly type = 'show-tree';
  readonly folder: string | null;

  constructor(folder: string | null) {
    super(ShowTreeEvent.type, { bubbles: true });
    this.folder = folder;
  }
}

/**
 * A file of the folder: the one that a person opened, or the one at which the agent is. Light DOM.
 * @fires show-tree - A person wants to see where it is.
 */
@customElement('file-view')
export class FileView extends LightElement {
  static override styles = codeStyles;

  @property({ attribute: false }) store!: SessionStore;
  @property({ attribute: false }) desk!: FileDesk;
  /** Where the tree is: beside the file, put away, or on a page of its own, to which a button leads. */
  @property() tree: 'beside' | 'hidden' | 'away' = 'away';
  @property({ attribute: false }) worker = codeWorker;

  @state() private version: StoredVersion | null = null;
  @state() private isPicking = false;
  @state() private isComparing = false;
  @state() private isEditing = false;
  @state() private isJumping = false;
  @state() private isSearching = false;
  /** An image is shown as text, or the text of a drawing as an image. */
  @state() private isOtherWay = false;
  @state() private range: LinesPicked | null = null;
  @state() private changed: ReadonlySet<number> = new Set();
  @state() private touched = 0;
  @state() private problem = '';
  /** Who wrote each line; null where nobody wants to know. */
  @state() private origins: ReadonlyMap<number, LineOrigin> | null = null;
  @state() private compared: { old: string; new: string } | null = null;

  readonly #server = consume(this, serverContext);
  readonly #context = consume(this, workContext);
  readonly #preferences = consume(this, preferencesContext);
  readonly #ask = new AskController(this);
  readonly #search = new FileSearch();
  #file: FileCopy | null = null;
  #stored: FileCopy | null = null;
  #place: FilePlace | null = null;
  #agent: FilePlace | null = null;
  #ended = -1;
  #revision = -1;
  #before: FileCopyState | null = null;
  /** The file before it changed, until all of what it is now has come. */
  #older: FileCopyState | null = null;
  readonly #work = follow(this, () => this.#context.value?.panel);
  readonly #agentPlace = follow(
    this,
    () => this.store,
    ({ transcript: { entries } }) => this.#selectPlace(agentPlace(entries)),
  );
  readonly #endedCalls = follow(
    this,
    () => this.store,
    ({ transcript: { entries } }) => endedCalls(entries),
  );
  readonly #repoRevision = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.roots?.find(({ id }) => id === MAIN_ROOT)?.revision ?? 0,
  );
  readonly #copy = follow(this, () => this.#file);
  readonly #storedCopy = follow(this, () => this.#stored);
  readonly #found = follow(this, () => this.#search);
  readonly #unsaved = follow(this, () => this.desk.unsaved);
  readonly #hasGit = follow(
    this,
    () => this.desk.marks,
    ({ hasGit }) => hasGit,
  );
  readonly #editor = follow(
    this,
    () => this.#preferences.value,
    ({ editor }) => editor,
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener(FileTouchedEvent.type, this.#pause);
    this.addEventListener(LinesChosenEvent.type, this.#onLines);
    this.addEventListener(SearchFileEvent.type, this.#onSearch);
    this.addEventListener(LineJumpEvent.type, this.#onJump);
    this.addEventListener(VersionChosenEvent.type, this.#onVersion);
    this.addEventListener('edit-ended', this.#onEditEnded);
    this.addEventListener('keydown', this.#onKey);
    document.addEventListener('visibilitychange', this.#onVisible);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener(FileTouchedEvent.type, this.#pause);
    this.removeEventListener(LinesChosenEvent.type, this.#onLines);
    this.removeEventListener(SearchFileEvent.type, this.#onSearch);
    this.removeEventListener(LineJumpEvent.type, this.#onJump);
    this.removeEventListener(VersionChosenEvent.type, this.#onVersion);
    this.removeEventListener('edit-ended', this.#onEditEnded);
    this.removeEventListener('keydown', this.#onKey);
    document.removeEventListener('visibilitychange', this.#onVisible);
  }

  /** The text has the focus, or what stands in its place. */
  override focus(): void {
    const places = ['file-editor', '.file-scroll', '.picture-scroll', '.file-head button'];
    const place = places.map((each) => this.querySelector<HTMLElement>(each)).find((each) => each !== null);
    place?.focus();
  }

  /** Goes where the agent is, or stays here. */
  toggleFollowing(): void {
    const work = this.#context.value?.panel;
    work?.follow(!work.value.isFollowing, this.#place);
  }

  /** Does what a person wants with the file, as soon as it is there. */
  async fulfil(wish: 'search' | 'line' | 'edit'): Promise<void> {
    const file = this.#file;
    if (!file) return;
    await whenHolds([file], () => file.value.status !== 'loading' && file.value.status !== 'none');
    await this.updateComplete;
    if (wish === 'edit') this.#edit();
    else if (this.isEditing && wish === 'search') this.querySelector('file-editor')?.find();
    else if (wish === 'search') this.#openSearch();
    else this.#openJump();
  }

  /** Whether there is a file to do something with. */
  get hasFile(): boolean {
    return this.#wanted() !== null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const context = this.#context.value;
    if (!context) return;
    if (changed.has('store')) this.#ended = -1;
    this.#file ??= new FileCopy(context.repo);
    this.#go(this.#wanted());
    const ended = this.#endedCalls.value ?? 0;
    const revision = this.#repoRevision.value ?? 0;
    // A call that has ended may have written the file, whatever kind of call it was; so may somebody else.
    const isTouched =
      (this.#ended >= 0 && ended !== this.#ended) || (this.#revision >= 0 && revision !== this.#revision);
    this.#ended = ended;
    this.#revision = revision;
    if (isTouched) this.#check();
    this.#markChanged();
  }

  protected override render(): TemplateResult | typeof nothing {
    const copy = this.#shownCopy;
    if (!this.#context.value) return nothing;
    if (!copy || copy.status === 'none')
      return html`${this.#renderFollowing()}<p class="work-empty">${fileWords.view.none}</p>`;
    return html`${renderFileHead(this.#head(copy))} ${this.#renderFollowing()} ${this.#renderVersion()}
      ${this.isEditing ? this.#renderEditor() : html`${this.#renderBars(copy)} ${this.#renderFile(copy)} ${this.#renderRange(copy)}`}`;
  }

  get #shownCopy(): FileCopyState | undefined {
    return this.version ? this.#storedCopy.value : this.#copy.value;
  }

  /** Relative to the folder, as the server names it. */
  get #path(): string {
    const copy = this.#copy.value;
    return copy?.name || relativeTo(this.#folder, copy?.path ?? '');
  }

  get #folder(): string {
    return this.#server.value?.app.value?.folder.path ?? '';
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
    this.range = place?.to && place.line !== null ? { from: place.line, to: place.to } : null;
    if (isOther) this.#leave();
    if (place && isOther) {
      void this.#file!.open(place.path, place.line ?? 1);
      if (!this.#work.value?.isFollowing) this.desk.memory.visit(relativeTo(this.#folder, place.path));
    }
    this.querySelector('file-lines')?.reach();
    if (!isOther && this.isEditing && place?.line) this.querySelector('file-editor')?.goTo(place.line, place.column);
  }

  /** Another file begins plainly. */
  #leave(): void {
    this.version = null;
    this.#stored = null;
    this.isPicking = false;
    this.isComparing = false;
    this.isEditing = false;
    this.isJumping = false;
    this.isOtherWay = false;
    this.changed = new Set();
    this.problem = '';
    this.origins = null;
    this.#before = null;
    this.#older = null;
    if (this.isSearching) this.#closeSearch();
  }

  #check(): void {
    this.touched += 1;
    void this.#file!.check(this.querySelector('file-lines')?.topLine);
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === 'visible' && this.#file) this.#check();
  };

  /** What is other than a moment ago is marked, and what was read stays where it was. */
  #markChanged(): void {
    const copy = this.#copy.value;
    const before = this.#before;
    if (copy?.status !== 'ready' || copy === before) return;
    this.#before = copy;
    if (this.#older && isWhole(copy)) this.#compare(this.#older, copy);
    if (!before || before.path !== copy.path || before.revision === copy.revision) return;
    // The rest of it may still be on its way.
    if (isWhole(copy)) this.#compare(before, copy);
    else this.#older = isWhole(before) ? before : null;
    const lines = this.querySelector('file-lines');
    const shift = lines ? shiftAt(before, copy, lines.topLine) : 0;
    if (shift !== 0) void this.updateComplete.then(() => lines?.shift(shift));
    if (this.isSearching && !this.version) this.#look(this.#search.value.pattern);
  }

  #compare(before: FileCopyState, copy: FileCopyState): void {
    this.#older = null;
    void freshLines(before, copy, this.worker).then((changed) => {
      if (this.#before?.revision === copy.revision) this.changed = changed;
    });
  }

  #head(copy: FileCopyState): FileHead {
    const isText = copy.status === 'ready' && copy.kind === 'text' && !this.#isPicture(copy) && !this.isEditing;
    const chosen = EDITORS.find(({ id }) => id === this.#editor.value);
    return {
      path: this.#path,
      folder: this.#folder,
      line: this.range?.from ?? this.#place?.line ?? null,
      hasBack: this.tree === 'away',
      isText,
      canEdit: copy.status === 'ready' && copy.kind === 'text' && !this.version && !this.isEditing,
      isTreeHidden: this.tree === 'away' ? null : this.tree === 'hidden',
      editors: chosen ? [chosen] : EDITORS,
      hasVersions: this.#hasGit.value ?? false,
      back: () => this.dispatchEvent(new ShowTreeEvent(null)),
      reveal: (folder) => this.dispatchEvent(new ShowTreeEvent(folder)),
      toggleTree: () => this.dispatchEvent(new ShowTreeEvent(null)),
      search: () => this.#openSearch(),
      goToLine: () => this.#openJump(),
      edit: () => this.#edit(),
      copy: (what) => this.#copyPath(what),
      openIn: ({ id }) => this.#preferences.value?.choose({ editor: id }),
      download: () => void this.#download(),
      showVersion: (name) => void this.#showVersion(name),
      history: () => this.#context.value?.panel.showHistory(this.#path),
      isBlamed: this.origins !== null,
      blame: () => void this.#toggleBlame(),
    };
  }

  /** Shows who wrote each line, until another file or version is shown. */
  async #toggleBlame(): Promise<void> {
    const repo = this.#context.value?.repo;
    if (this.origins || !repo) {
      this.origins = null;
      return;
    }
    const [path, version] = [this.#path, this.version?.name ?? null];
    try {
      const origins = await readOrigins(repo, path, version === 'index' ? 'HEAD' : version);
      if (path === this.#path) this.origins = origins;
    } catch (error) {
      this.#ask.tell(error);
    }
  }

  #renderFollowing(): TemplateResult | typeof nothing {
    const isFollowing = this.#work.value?.isFollowing ?? true;
    const agent = this.#agentPlace.value;
    if (!agent || this.isEditing) return nothing;
    const shown = this.#place && nameLabel(placeName(this.#place, this.#folder), 200);
    return html`<div class="file-follow">
      ${icon(isFollowing ? 'locate' : 'pause')}
      <span class="file-place" role="status">${isFollowing ? sentenceWith(fileWords.view.following, html`<bdi>${shown}</bdi>`) : html`<bdi>${shown}</bdi>`}</span>
      <button type="button" class="btn" @click=${() => this.toggleFollowing()}>${isFollowing ? fileWords.view.pause : fileWords.view.follow} <kbd>F</kbd></button>
    </div>`;
  }

  #renderVersion(): TemplateResult | typeof nothing {
    const { version } = this;
    if (this.isPicking && !version) return html`<version-picker .version=${null} is-naming></version-picker>`;
    if (!version) return nothing;
    const { version: words } = fileWords;
    const { facts } = version;
    const what =
      version.name === 'index'
        ? words.staged
        : version.name === 'HEAD'
          ? words.ofHead
          : words.of(version.name.slice(0, 8));
    const said =
      facts &&
      words.facts(
        facts.oid.slice(0, 8),
        label(facts.subject, 120),
        label(facts.author.name, 60),
        ago(facts.committedAt, Date.now()),
      );
    return html`<div class="version-bar" role="status">
      <span class="version-what"><strong>${what}</strong> <span class="version-tag">${words.readOnly}</span>${said ? html`<span class="version-facts">${said}</span>` : nothing}</span>
      <span class="version-acts">
        <version-picker .version=${version}></version-picker>
        <button type="button" class="btn" aria-pressed=${this.isComparing} @click=${this.#onCompare}>${this.isComparing ? words.hideCompare : words.compare}</button>
        <button type="button" class="btn outline" @click=${() => this.#setVersion(null)}>${words.back}</button>
      </span>
    </div>`;
  }

  #renderBars(copy: FileCopyState): TemplateResult {
    const path = this.#path;
    const isKept = copy.status === 'ready' && !this.version && this.#unsaved.value?.has(path);
    return html`${
      isKept
        ? html`<div class="edit-note"><span>${fileWords.editor.unsaved}</span><button type="button" class="btn outline" @click=${() => this.#edit()}>${fileWords.editor.goOn}</button></div>`
        : nothing
    }
      ${this.problem ? html`<div class="edit-note danger-text" role="alert">${this.problem}</div>` : nothing}
      ${this.isSearching ? html`<file-search .search=${this.#search}></file-search>` : nothing}
      ${this.isJumping ? html`<line-jump .total=${copy.total}></line-jump>` : nothing}`;
  }

  #isPicture(copy: FileCopyState): boolean {
    const type = pictureType(copy.name);
    // A drawing is text too, and is drawn when a person wants it.
    const isImageFirst = type !== SVG_TYPE;
    return copy.status === 'ready' && type !== null && isImageFirst !== this.isOtherWay && copy.size > 0;
  }

  #renderFile(copy: FileCopyState): TemplateResult {
    if (copy.status === 'loading') return html`<p class="work-empty" aria-busy="true">${fileWords.view.opening}</p>`;
    if (copy.status === 'failed')
      return copy.isMissing ? this.#renderMissing(copy) : html`<p class="work-empty">${copy.problem}</p>`;
    if (this.isComparing && this.version) return this.#renderComparison();
    const version = this.version?.name ?? null;
    const isPicture = this.#isPicture(copy);
    const toggle =
      copy.kind === 'text' && pictureType(copy.name) !== null && copy.size > 0
        ? html`<div class="edit-note"><button type="button" class="btn" @click=${this.#onOtherWay}>${isPicture ? fileWords.picture.asText : fileWords.picture.asPicture}</button></div>`
        : nothing;
    if (isPicture)
      return html`${toggle}<file-picture path=${copy.name} .version=${version} .size=${copy.size} revision=${copy.revision}></file-picture>`;
    if (copy.kind === 'too_big') return html`<p class="work-empty">${fileWords.view.tooLarge(byteSize(copy.size))}</p>`;
    if (copy.kind === 'binary' || /\.pdf$/i.test(copy.name))
      return html`<file-bytes path=${copy.name} .version=${version} .size=${copy.size} revision=${copy.revision}></file-bytes>`;
    if (copy.total === 0) return html`${toggle}<p class="work-empty">${fileWords.view.empty}</p>`;
    return html`${toggle}${this.#renderText(copy)}`;
  }

  #renderText(copy: FileCopyState): TemplateResult {
    const isCut = copy.total >= MOST_LINES;
    const found = this.#found.value;
    const { range } = this;
    return html`${isCut ? html`<p class="work-note">${fileWords.view.firstLines(MOST_LINES)}</p>` : nothing}
      ${copy.turns ? html`<p class="work-note danger-text">${commonWords.hiddenCharacters}</p>` : nothing}
      <file-lines
        .file=${(this.version ? this.#stored : this.#file)!}
        .line=${range?.from ?? this.#place?.line ?? null}
        .to=${range?.to ?? null}
        .column=${range ? null : (this.#place?.column ?? null)}
        .changed=${this.version ? NOTHING : this.changed}
        .hits=${this.isSearching ? (found?.hits ?? []) : []}
        .hit=${found?.current ?? -1}
        .blame=${this.origins}
        .worker=${this.worker}
        @commit-wanted=${this.#onCommit}
      ></file-lines>`;
  }

  #onCommit({ oid }: CommitWantedEvent): void {
    this.#context.value?.panel.showCommit(oid);
  }

  #renderMissing(copy: FileCopyState): TemplateResult {
    const hasGit = this.#hasGit.value ?? false;
    return html`<div class="view-missing" role="status">
      <p>${fileWords.view.missing}</p>
      <p class="view-path"><bdi>${nameLabel(copy.name || copy.path)}</bdi></p>
      ${
        hasGit && !this.version
          ? html`<p class="view-acts"><button type="button" class="btn outline" @click=${() => this.#showVersion('HEAD')}>${fileWords.view.lastVersion}</button>
              <button type="button" class="btn" @click=${() => this.#showVersion('index')}>${fileWords.view.stagedVersion}</button></p>`
          : nothing
      }
      ${this.version ? html`<p>${fileWords.view.noVersion}</p>` : nothing}
    </div>`;
  }

  #renderComparison(): TemplateResult {
    if (!this.compared) return html`<p class="work-empty" aria-busy="true">${fileWords.view.opening}</p>`;
    const { old, new: now } = this.compared;
    return html`<div class="edit-difference whole"><diff-view path=${this.#path} .oldText=${old} .newText=${now} .worker=${this.worker}></diff-view></div>`;
  }

  #renderEditor(): TemplateResult {
    return html`<file-editor .desk=${this.desk} path=${this.#path} .line=${this.range?.from ?? this.#place?.line ?? 1} .touched=${this.touched} .worker=${this.worker}></file-editor>`;
  }

  #renderRange(copy: FileCopyState): TemplateResult | typeof nothing {
    const { range } = this;
    if (!range || copy.status !== 'ready' || copy.kind !== 'text' || this.isComparing) return nothing;
    const { range: words } = fileWords;
    const isOne = range.from === range.to;
    return html`<div class="range-bar" role="group" aria-label=${isOne ? words.one(number(range.from)) : words.many(number(range.from), number(range.to))}>
      <span>${isOne ? words.one(number(range.from)) : words.many(number(range.from), number(range.to))}</span>
      <button type="button" class="btn primary" @click=${this.#onAsk} @pointerdown=${keepSelection}>${icon('messageSquare')}${isOne ? words.ask : words.askLines}</button>
      <button type="button" class="icon-btn" aria-label=${words.copy} title=${words.copy} @click=${() => this.#copyPath('link')} @pointerdown=${keepSelection}>${icon('copy')}</button>
      <button type="button" class="icon-btn" aria-label=${words.clear} title=${words.clear} @click=${this.#onClear}>${icon('x')}</button>
    </div>`;
  }

  readonly #pause = (): void => {
    const work = this.#context.value?.panel;
    if (work?.value.isFollowing && this.#place) work.follow(false, this.#place);
  };

  readonly #onLines = ({ range }: LinesChosenEvent): void => {
    this.range = range;
  };

  #onClear(): void {
    getSelection()?.removeAllRanges();
    this.range = null;
    this.focus();
  }

  async #onAsk(): Promise<void> {
    const { range } = this;
    if (range) await this.#ask.about(this.#reader, this.#path, range);
  }

  get #reader() {
    const { repo } = this.#context.value!;
    return this.version ? versionReader(repo, this.version.name) : repo;
  }

  #openSearch(): void {
    if (this.isEditing || this.#shownCopy?.kind !== 'text') return;
    const bar = this.querySelector('file-search');
    const picked = String(getSelection() ?? '');
    const text =
      picked !== '' && !picked.includes('\n') && this.contains(getSelection()?.anchorNode ?? null) ? picked : '';
    this.isSearching = true;
    this.isJumping = false;
    this.#pause();
    if (text) this.#look({ ...this.#search.value.pattern, text });
    else if (this.#search.value.pattern.text !== '') this.#look(this.#search.value.pattern);
    if (bar) bar.focus();
  }

  #closeSearch(): void {
    this.isSearching = false;
    this.#search.close();
  }

  #look(pattern: FileSearch['value']['pattern']): void {
    const copy = this.#shownCopy;
    const top = (this.querySelector('file-lines')?.topLine ?? 1) - 1;
    if (copy) void this.#search.look(this.#reader, copy.path, pattern, top);
  }

  readonly #onSearch = ({ pattern }: SearchFileEvent): void => {
    if (pattern) this.#look(pattern);
    else {
      this.#closeSearch();
      this.querySelector('file-lines')?.focus();
    }
  };

  #openJump(): void {
    if (this.#shownCopy?.kind !== 'text') return;
    const bar = this.querySelector('line-jump');
    this.isJumping = true;
    if (this.isSearching) this.#closeSearch();
    bar?.focus();
  }

  readonly #onJump = ({ place }: LineJumpEvent): void => {
    this.isJumping = false;
    if (place) this.#jumpTo(place);
    void this.updateComplete.then(() => this.querySelector('file-lines')?.focus());
  };

  #jumpTo({ line, to, column }: LinePlace): void {
    const work = this.#context.value?.panel;
    const part = { ...(to !== null && { to }), ...(column !== null && { column }) };
    if (this.#place) work?.openFile(this.#place.path, line, part);
  }

  #edit(): void {
    if (this.isEditing || this.version || this.#copy.value?.status !== 'ready') return;
    this.#pause();
    if (this.isSearching) this.#closeSearch();
    this.isEditing = true;
  }

  readonly #onEditEnded = (): void => {
    this.isEditing = false;
    this.#check();
    void this.updateComplete.then(() => this.focus());
  };

  #copyPath(what: 'path' | 'relative' | 'link'): void {
    const path = this.#path;
    const line = this.range ?? (this.#place?.line ? { from: this.#place.line, to: this.#place.line } : null);
    const text =
      what === 'path' ? absoluteIn(this.#folder, path) : what === 'link' ? path + this.#ask.fragment(line) : path;
    this.dispatchEvent(new UserActEvent({ type: 'copy', text, what: 'path' }));
  }

  async #download(): Promise<void> {
    const { repo } = this.#context.value!;
    const path = this.#path;
    const source = { repo, path, version: this.version?.name ?? null };
    try {
      const pieces = await loadBytes(
        source,
        () => {},
        () => this.isConnected,
      );
      saveFile(shownName(path), pieces, 'application/octet-stream');
    } catch (error) {
      this.#ask.tell(error);
    }
  }

  async #showVersion(name?: 'index' | 'HEAD'): Promise<void> {
    if (!name) {
      this.#setVersion(null);
      this.isPicking = true;
      return;
    }
    try {
      this.#setVersion(await findVersion(this.#context.value!.repo, name));
    } catch (error) {
      this.#ask.tell(error);
    }
  }

  readonly #onVersion = ({ version }: VersionChosenEvent): void => {
    this.isPicking = false;
    if (version !== this.version) this.#setVersion(version);
  };

  #setVersion(version: StoredVersion | null): void {
    const { repo } = this.#context.value!;
    this.version = version;
    this.isPicking = false;
    this.isComparing = false;
    this.range = null;
    this.isEditing = false;
    this.#pause();
    if (this.isSearching) this.#closeSearch();
    this.#stored = version && new FileCopy(versionReader(repo, version.name));
    void this.#stored?.open(this.#path, this.#place?.line ?? 1);
    if (!version) this.#check();
  }

  async #onCompare(): Promise<void> {
    this.isComparing = !this.isComparing;
    this.compared = null;
    const { version } = this;
    if (!this.isComparing || !version) return;
    const { repo } = this.#context.value!;
    const path = this.#path;
    try {
      const [old, now] = await Promise.all([
        repo.get_file_content(path, version.name),
        repo.get_file_content(path, null).catch(() => ({ text: '' })),
      ]);
      if (this.version === version) this.compared = { old: old.text ?? '', new: now.text ?? '' };
    } catch (error) {
      this.isComparing = false;
      this.#ask.tell(error);
    }
  }

  #onOtherWay(): void {
    this.isOtherWay = !this.isOtherWay;
  }

  /** Keys of the browser that mean the file here. In the editor they are the editor's own. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (event.isComposing || event.defaultPrevented || this.isEditing) return;
    if (isMod && !event.shiftKey && key === 'f') this.#openSearch();
    else if (isMod && !event.shiftKey && key === 'g') this.#openJump();
    else if (event.key === 'F3' && this.isSearching) this.#search.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && this.range) this.#onClear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

const NOTHING: ReadonlySet<number> = new Set();

/** A button that acts on selected text must not take the selection away. */
function keepSelection(event: Event): void {
  event.preventDefault();
}

function placeName({ path, line }: FilePlace, folder: string): string {
  return `${relativeTo(folder, path)}${line === null ? '' : `:${line}`}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'file-view': FileView;
  }
  interface HTMLElementEventMap {
    'show-tree': ShowTreeEvent;
  }
}
