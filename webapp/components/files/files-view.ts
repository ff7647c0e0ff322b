import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { MAIN_ROOT } from '../../../server/protocol/api/changes.js';
import type { PanelMove } from '../../commands/screen.js';
import {
  consume,
  noticesContext,
  outboxContext,
  pageContext,
  serverContext,
  workContext,
} from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { repoStatus } from '../../state/changes/repo-status-store.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { relativeTo } from '../../state/work/tree-paths.js';
import { agentPlace, endedCalls, type FilePlace, type FileWish } from '../../state/work/work-store.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { nameLabel } from '../../ui/visible-text.js';
import { WidthController } from '../../ui/width-controller.js';
import { type FileDesk, fileDesk } from './file-desk.js';
import { fileIcon } from './file-icons.js';
import './file-picker.js';
import type { FolderChosenEvent } from './file-picker.js';
import './file-tree.js';
import { type FileTree, shownName } from './file-tree.js';
import './file-view.js';
import type { FileView, ShowTreeEvent } from './file-view.js';
import { fileWords } from './words.js';

/** Where the tree and a file have no room beside each other. */
const NARROW = 680;
const SHOWN_RECENT = 4;

/** The folder's files: the tree and the file that is open, beside each other or one at a time. Light DOM. */
@customElement('files-view')
export class FilesView extends LightElement {
  @property({ attribute: false }) store!: SessionStore;

  @query('file-tree') private tree!: FileTree | null;
  @query('file-view') private file!: FileView | null;
  /** Which of both is seen where there is room for one; null leaves it to what is open. */
  @state() private page: 'tree' | 'file' | null = null;

  readonly #server = consume(this, serverContext);
  readonly #tab = consume(this, pageContext);
  readonly #context = consume(this, workContext);
  readonly #outbox = consume(this, outboxContext);
  readonly #notices = consume(this, noticesContext);
  readonly #width = new WidthController(this, NARROW);
  #desk: FileDesk | null = null;
  #shownFile: FilePlace | null = null;
  #seen = '';
  readonly #work = follow(this, () => this.#context.value?.panel);
  readonly #app = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.folder.path ?? '',
  );
  readonly #connection = follow(
    this,
    () => this.#server.value?.connection,
    ({ state: now }) => now === 'live' || now === 'slow',
  );
  readonly #revision = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.roots?.find(({ id }) => id === MAIN_ROOT)?.revision ?? 0,
  );
  readonly #ended = follow(
    this,
    () => this.store,
    ({ transcript: { entries } }) => endedCalls(entries),
  );
  readonly #agent = follow(
    this,
    () => this.store,
    ({ transcript: { entries } }) => agentPlace(entries)?.path ?? null,
  );
  readonly #memory = follow(this, () => this.#desk?.memory);
  /** What a person wants to do as soon as the folder is known. */
  #wish: FileWish | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#desk?.marks.watch(false);
  }

  /** Does what a key or the palette asks for; what is not about files it leaves. */
  move(move: PanelMove): void {
    if (move === 'follow') this.#follow();
  }

  /** Does what a person wants as soon as there is what it needs. */
  async fulfil(wish: FileWish): Promise<void> {
    await this.updateComplete;
    if (!this.#desk) {
      this.#wish = wish;
      return;
    }
    if (wish === 'find' || wish === 'create') {
      if (this.#width.isNarrow) this.page = 'tree';
      else this.#desk?.memory.hideTree(false);
      await this.updateComplete;
      if (wish === 'find') this.querySelector('file-picker')?.focus();
      else this.tree?.create('file');
      return;
    }
    if (!this.file?.hasFile) return;
    this.page = 'file';
    await this.updateComplete;
    await this.file.fulfil(wish);
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const [work, outbox, notices] = [this.#context.value, this.#outbox.value, this.#notices.value];
    const folder = this.#app.value ?? '';
    const [server, page] = [this.#server.value, this.#tab.value];
    if (!this.#desk && work && outbox && notices && server && page && folder !== '') {
      const { repo, storage, panel } = work;
      const status = repoStatus({
        repo,
        app: server.app,
        told: server.repo,
        connection: server.connection,
        visibility: page.visibility,
      });
      this.#desk = fileDesk({ repo, status, storage, panel, outbox, toasts: notices.toasts, folder });
    }
    const file = this.#work.value?.file ?? null;
    if (file !== this.#shownFile && file !== null && this.#shownFile !== file) this.page = 'file';
    this.#shownFile = file;
    this.#keepFresh();
  }

  protected override updated(): void {
    const wish = this.#wish;
    if (wish === null || !this.#desk) return;
    this.#wish = null;
    void this.fulfil(wish);
  }

  protected override render(): TemplateResult | typeof nothing {
    const desk = this.#desk;
    if (!desk) return nothing;
    const isNarrow = this.#width.isNarrow;
    const page = this.#page;
    const hidesTree = isNarrow ? page === 'file' : (this.#memory.value?.hidesTree ?? false);
    const tree = isNarrow ? 'away' : hidesTree ? 'hidden' : 'beside';
    return html`<div class="files ${isNarrow ? 'one' : 'two'}" @show-tree=${this.#onShowTree} @folder-chosen=${this.#onFolder} @open-file=${this.#onOpen}>
      <div class="files-tree" ?hidden=${hidesTree}>
        <div class="work-tools">
          <file-picker></file-picker>
          ${this.#renderTool(icon('filePlus'), fileWords.tree.newFile, () => this.tree?.create('file'))}
          ${this.#renderTool(fileIcon('folderPlus'), fileWords.tree.newFolder, () => this.tree?.create('folder'))}
          ${this.#renderTool(fileIcon('collapseAll'), fileWords.tree.collapseAll, () => desk.tree.collapseAll())}
        </div>
        ${this.#renderRecent()}
        <file-tree .desk=${desk} open=${this.#openPath}></file-tree>
      </div>
      <file-view ?hidden=${isNarrow && page === 'tree'} .store=${this.store} .desk=${desk} tree=${tree}></file-view>
    </div>`;
  }

  get #page(): 'tree' | 'file' {
    const { isFollowing, file } = this.#work.value ?? { isFollowing: true, file: null };
    const isOpen = file !== null || (isFollowing && this.#agent.value);
    return isOpen ? (this.page ?? 'file') : 'tree';
  }

  /** The open file, relative to the folder. */
  get #openPath(): string {
    const { isFollowing, file } = this.#work.value ?? { isFollowing: true, file: null };
    const path = (isFollowing ? this.#agent.value : null) ?? file?.path ?? '';
    return relativeTo(this.#app.value ?? '', path);
  }

  #renderTool(picture: unknown, name: string, run: () => void): TemplateResult {
    return html`<button type="button" class="icon-btn" aria-label=${name} title=${name} @click=${run}>${picture}</button>`;
  }

  #renderRecent(): TemplateResult | typeof nothing {
    const recent = (this.#memory.value?.recent ?? []).filter((path) => path !== this.#openPath).slice(0, SHOWN_RECENT);
    if (recent.length === 0) return nothing;
    return html`<nav class="tree-recent" aria-label=${fileWords.tree.recent}>${recent.map(
      (path) =>
        html`<button type="button" class="recent" title=${nameLabel(path)} @click=${() => this.dispatchEvent(new OpenFileEvent(path, null))}><bdi>${shownName(path)}</bdi></button>`,
    )}</nav>`;
  }

  /** What is on screen is asked for again when somebody may have changed it. */
  #keepFresh(): void {
    const desk = this.#desk;
    if (!desk) return;
    const isLive = this.#connection.value ?? false;
    if (isLive) desk.marks.watch(true);
    const hasGit = desk.marks.value.hasGit;
    // Without git nobody tells of a change, so every call of a tool that has ended may be one.
    const seen = `${isLive} ${this.#revision.value} ${hasGit ? '' : this.#ended.value}`;
    if (isLive && seen !== this.#seen) void desk.refresh();
    this.#seen = seen;
  }

  #follow(): void {
    this.file?.toggleFollowing();
    this.page = 'file';
  }

  readonly #onShowTree = ({ folder }: ShowTreeEvent): void => {
    if (this.#width.isNarrow) {
      this.page = 'tree';
      // Whoever looks around is no longer led by the agent.
      const panel = this.#context.value?.panel;
      if (panel?.value.isFollowing) panel.follow(false);
    } else this.#desk?.memory.hideTree(folder === null ? !this.#memory.value?.hidesTree : false);
    void this.updateComplete.then(async () => {
      if (folder !== null) await this.tree?.reveal(folder);
      if (folder !== null || this.#width.isNarrow) this.tree?.focus();
    });
  };

  readonly #onFolder = ({ path }: FolderChosenEvent): void => {
    this.#desk?.tree.expand(path);
    void this.tree?.reveal(path).then(() => this.tree?.focus());
  };

  /** On a page of its own, the file that was opened takes the place of the tree, and the focus goes along. */
  readonly #onOpen = (): void => {
    if (!this.#width.isNarrow) return;
    this.page = 'file';
    void this.updateComplete.then(() => this.file?.updateComplete).then(() => this.file?.focus());
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'files-view': FilesView;
  }
}
