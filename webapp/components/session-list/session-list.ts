import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { AppState, SessionSummary } from '../../../server/protocol/api/app-state.js';
import {
  byLastUse,
  countSessions,
  passesFilter,
  type SessionFilter,
} from '../../../server/protocol/api/session-list.js';
import type { SettingValues } from '../../../server/protocol/features/settings-table.js';
import { LIMITS } from '../../../server/protocol/limits.js';
import { own } from '../../../server/protocol/own.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import { groupSessions, listedSessions, type SessionGroup, TaskTree } from '../../state/app/session-groups.js';
import { follow } from '../../state/base/follow.js';
import type { ServerTime } from '../../state/base/server-time.js';
import { isStartable } from '../../state/server/startable.js';
import type { OlderSessionsStore } from '../../state/session/older-sessions.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { lateElement } from '../../ui/late-element.js';
import { renderLogo } from '../../ui/logo.js';
import { isWide } from '../../ui/media-controller.js';
import { NowController } from '../../ui/now-controller.js';
import { repeat } from '../../ui/repeat.js';
import { label } from '../../ui/visible-text.js';
import { renderAgentMenu } from './agent-menu.js';
import type { DrawnRows } from './long-list.js';
import { renderSessionRow } from './render-session-row.js';
import { sessionListStyles } from './session-list.styles.js';
import { sessionRowStyles } from './session-row.styles.js';
import { listWords } from './words.js';

type Theme = SettingValues['theme'];

const needFilter = lateElement(() => import('./session-filter.js'));
const needAgentLists = lateElement(() => import('./agent-lists.js'));
const needSelection = lateElement(() => import('./selection-bar.js'));

/** So many rows are drawn at first and with every step down; a list of thousands stays quick. */
const PAGE_ROWS = 100;
const TOP_ROWS: DrawnRows = { first: 0, end: PAGE_ROWS, above: 0 };
/** Fewer sessions than this are found by looking. */
const FILTER_FROM = 6;
/** The sign on the key that opens them, where keyboards have it. */
const COMMANDS_ICON: IconName = /Mac|iP(ad|hone)/.test(navigator.platform) ? 'command' : 'zap';
const THEMES: Record<Theme, { icon: IconName; next: Theme }> = {
  system: { icon: 'monitor', next: 'light' },
  light: { icon: 'sun', next: 'dark' },
  dark: { icon: 'moon', next: 'system' },
};

/** What the list shows of the app. */
export type ListedApp = Pick<AppState, 'folder' | 'agents' | 'sessions' | 'hasOlderSessions' | 'agentLists'>;

/**
 * The sessions, by what needs the person most and then by age; a new one; the look.
 * @fires user-act - The person opens, renames, deletes, marks or begins a session, or changes the look.
 */
@customElement('session-list')
export class SessionList extends LitElement {
  static override styles = [controls, sessionListStyles, sessionRowStyles];

  @property({ attribute: false }) app: ListedApp | null = null;
  /** Sessions that are being deleted. */
  @property({ attribute: false }) removed: ReadonlySet<string> = new Set();
  @property() active: string | null = null;
  /** What this device has chosen to see, without the words in the field. */
  @property({ attribute: false }) filter: SessionFilter = {};
  /** Where sessions are that the tab does not have. */
  @property({ attribute: false }) older: OlderSessionsStore | null = null;
  @property({ attribute: false }) time: ServerTime | null = null;
  @property() theme: Theme = 'system';
  @property() version = '';

  @state() private renamed: string | null = null;
  @state() private text = '';
  @state() private hasChips = false;
  @state() drawn = TOP_ROWS;
  /** Sessions that are chosen; null while nobody chooses. */
  @state() private chosen: ReadonlySet<string> | null = null;
  /** Sessions whose tasks are shown below them. */
  @state() private unfolded: ReadonlySet<string> = new Set();
  /** The groups as they were when somebody began to write a name. */
  #still: readonly SessionGroup[] | null = null;
  /** What is shown, in its order, and the row from which a range is chosen. */
  #shown: readonly SessionSummary[] = [];
  #anchor: string | null = null;
  readonly #now = new NowController(this, () => true, 60_000);
  readonly #older = follow(this, () => this.older);

  protected override willUpdate(changed: PropertyValues<this>): void {
    // What a tab has is all there is, unless there are many or those of other folders are wanted.
    const isPartOnly = this.app?.hasOlderSessions === true || this.filter.everywhere === true;
    const wanted = isPartOnly && (this.#isFiltered || this.drawn.end > PAGE_ROWS || this.hasChips);
    this.older?.want(wanted ? this.#wish : null);
    if (changed.has('app')) this.older?.refresh();
  }

  protected override render(): TemplateResult {
    const { name = 'AcDeck', path = '' } = this.app?.folder ?? {};
    return html`
      <header>
        ${renderLogo()}
        <h2 class="project" title=${path}>${label(name, 60)}</h2>
        <slot name="close"></slot>
      </header>
      ${this.#renderNew()}
      ${this.#renderFilter()}
      <nav aria-label=${listWords.sessions} @scroll=${this.#onScroll} @keydown=${this.#onListKey}>${this.#renderGroups()} ${this.#renderAgentLists()}</nav>
      ${this.#renderSelection()}
      <footer>
        ${this.#renderWay('settings', listWords.settings, () => this.#act({ type: 'open_settings' }))}
        ${this.#renderWay('search', listWords.search, () => this.#run('session.switch'))}
        ${this.#renderWay(COMMANDS_ICON, listWords.commands, () => this.#run('go.palette'))}
        ${this.#renderWay('circleQuestion', listWords.help, () => this.#run('go.shortcuts'))}
        ${this.#renderTheme()}
        <span class="version" title=${this.version ? listWords.version(this.version) : nothing}>${this.version.split(' ')[0]}</span>
      </footer>
    `;
  }

  #renderNew(): TemplateResult {
    const agents = (this.app?.agents ?? []).filter(isStartable);
    return html`<div class="new">
      <button class="btn outline" type="button" @click=${() => this.#act({ type: 'new_session', agentId: null })}>
        ${icon('plus')} ${listWords.newSession}
      </button>
      ${agents.length > 1 ? renderAgentMenu(agents, (agentId) => this.#act({ type: 'new_session', agentId })) : nothing}
    </div>`;
  }

  #renderFilter(): TemplateResult | typeof nothing {
    const all = this.#listed();
    const isNeeded = all.length >= FILTER_FROM || this.#isFiltered || all.some(({ archivedAt }) => archivedAt);
    if (!isNeeded) return nothing;
    const isOpen = this.hasChips || this.#isNarrowed;
    if (isOpen) needFilter();
    return html`<label class="filter">
      ${icon('search')}
      <input
        dir="auto"
        type="search"
        aria-label=${listWords.filterSessions}
        placeholder=${listWords.filter}
        .value=${this.text}
        @input=${this.#onFilter}
        @keydown=${this.#onFilterKey}
      />
      <button
        class="icon-btn"
        type="button"
        aria-label=${listWords.filters}
        title=${listWords.filters}
        aria-expanded=${isOpen}
        @click=${() => this.#toggleChips(!isOpen)}
      >
        ${icon('listFilter')}
      </button>
    </label>
    ${
      isOpen
        ? html`<session-filter
            .filter=${this.#wish}
            .counts=${this.#older.value?.counts ?? countSessions(all, this.#wish, this.#here)}
            .agents=${this.app?.agents ?? []}
            here=${this.#here}
            ?choosing=${this.chosen !== null}
            @choose-many=${() => this.#choose(this.chosen === null ? [] : null)}
          ></session-filter>`
        : nothing
    }`;
  }

  #renderAgentLists(): TemplateResult {
    needAgentLists();
    return html`<agent-lists .app=${this.app} .now=${this.#serverNow}></agent-lists>`;
  }

  get #serverNow(): number {
    return this.time?.now() ?? this.#now.value;
  }

  #renderSelection(): TemplateResult | typeof nothing {
    if (!this.chosen) return nothing;
    needSelection();
    const isChosen = ({ id }: SessionSummary) => this.chosen?.has(id) === true;
    return html`<selection-bar
      .chosen=${this.#shown.filter(isChosen)}
      .all=${this.#shown.length}
      @choose-all=${() => this.#choose(this.#shown.filter(canChoose).map(({ id }) => id))}
      @choose-none=${() => this.#choose(null)}
    ></selection-bar>`;
  }

  #renderGroups(): unknown {
    const all = this.#listed();
    const sessions = all.filter((one) => one.id === this.renamed || passesFilter(one, this.#wish, this.#here));
    if (sessions.length === 0) return this.#renderNone(all.length);
    const isUnread = (one: SessionSummary) => one.id !== this.active && one.unread === true;
    const now = this.#serverNow;
    const groups = this.#still ?? groupSessions(sessions, isUnread, now);
    // A row that moves under the hands of anyone who writes in it would lose the focus.
    this.#still = this.renamed === null ? null : groups;
    this.#shown = groups.flatMap((group) => group.sessions);
    const tree = new TaskTree(this.app?.sessions ?? []);
    const { first, end, above } = this.drawn.first < this.#shown.length ? this.drawn : TOP_ROWS;
    let n = 0;
    const parts = groups.map((group) => {
      const shown = group.sessions.slice(Math.max(0, first - n), Math.max(0, end - n));
      n += group.sessions.length;
      return shown.length > 0 ? this.#renderGroup(group, shown, { tree, now }) : nothing;
    });
    const space = above > 0 ? html`<div style="height: ${above}px"></div>` : nothing;
    return [space, parts, this.#renderMore(sessions.length - end), this.#renderSearch()];
  }

  #renderNone(count: number): TemplateResult {
    if (this.#older.value?.isLoading) return html`<p class="empty">${listWords.loading}</p>`;
    const isFiltered = this.#isFiltered;
    const words = !this.app ? nothing : isFiltered ? listWords.noMatches : listWords.none;
    const clear = () => {
      this.text = '';
      this.#act({ type: 'set_preference', change: NO_FILTER });
    };
    return html`<p class="empty" role="status">${words}</p>
      ${this.#renderSearch()}
      ${isFiltered && count > 0 ? html`<button class="btn more" type="button" @click=${clear}>${listWords.clear}</button>` : nothing}`;
  }

  /** All sessions that this tab knows; what is being named is there although nothing was said in it. */
  #listed(): readonly SessionSummary[] {
    const sessions = this.app?.sessions ?? [];
    const known = new Set(sessions.map(({ id }) => id));
    const older = (this.#older.value?.sessions ?? []).filter(({ id }) => !known.has(id));
    const all = older.length === 0 ? sessions : [...sessions, ...older].sort(byLastUse);
    const listed = listedSessions(all, this.removed);
    const named = sessions.find(({ id, empty }) => empty && id === this.renamed);
    return named ? [named, ...listed] : listed;
  }

  get #here(): string {
    return this.app?.folder.path ?? '';
  }

  /** The filter with the words in the field. */
  get #wish(): SessionFilter {
    const text = this.text.trim();
    return { ...this.#knownFilter, ...(text && { text: text.slice(0, LIMITS.queryChars) }) };
  }

  /** An agent that is no longer there would only hide everything. */
  get #knownFilter(): SessionFilter {
    const { agentId, ...others } = this.filter;
    if (agentId === undefined || !this.app) return this.filter;
    const isKnown = [...this.app.agents.map(({ id }) => id), ...this.app.sessions.map((one) => one.agentId)];
    return isKnown.includes(agentId) ? this.filter : others;
  }

  get #isNarrowed(): boolean {
    return Object.keys(this.#knownFilter).length > 0;
  }

  get #isFiltered(): boolean {
    return this.text.trim() !== '' || this.#isNarrowed;
  }

  #renderGroup(
    { id: group, title, sessions }: SessionGroup,
    shown: readonly SessionSummary[],
    { tree, now }: { tree: TaskTree; now: number },
  ): TemplateResult {
    const isAbove = (id: string) => tree.below(id).some((below) => below.id === this.active);
    const place = {
      group,
      now,
      here: this.#here,
      agents: this.app?.agents ?? [],
      chosen: this.chosen,
      act: (act: UserAct) => this.#act(act),
      rename: (id: string) => void this.#rename(id),
      press: (session: SessionSummary, event: MouseEvent) => this.#press(session, event),
      below: (id: string) => tree.below(id),
      // What is on screen can be seen in the list.
      isUnfolded: (id: string) => this.unfolded.has(id) || isAbove(id),
      unfold: (id: string, isOpen: boolean) => this.#unfold(id, isOpen),
      activeId: this.active,
    };
    return html`<h3>${title} ${COUNTED.has(group) ? html`<span class="count">${sessions.length}</span>` : nothing}</h3>
      <ul>
        ${repeat(
          shown,
          ({ id }) => id,
          (session) =>
            this.renamed === session.id
              ? html`<li>${this.#renderEditor(session)}</li>`
              : renderSessionRow(session, { ...place, isActive: session.id === this.active }),
        )}
      </ul>`;
  }

  #unfold(id: string, isOpen: boolean): void {
    const others = [...this.unfolded].filter((other) => other !== id);
    this.unfolded = new Set(isOpen ? [...others, id] : others);
  }

  #renderMore(count: number): TemplateResult | typeof nothing {
    const { isLoading = false, hasMore = false } = this.#older.value ?? {};
    const isPartOnly = this.app?.hasOlderSessions === true || this.filter.everywhere === true;
    if (count <= 0 && !(isPartOnly && hasMore)) return nothing;
    const words = isLoading ? listWords.loading : count > 0 ? listWords.more(count) : listWords.older;
    return html`<button class="btn more" type="button" @click=${() => this.#showMore()}>${words}</button>`;
  }

  /** The field filters by what rows say; what was said in conversations is looked for from here. */
  #renderSearch(): TemplateResult | typeof nothing {
    const text = this.text.trim();
    if (!text) return nothing;
    const search = () =>
      this.dispatchEvent(new PageActEvent({ type: 'run_command', commandId: 'session.switch', argument: text }));
    return html`<button class="btn more" type="button" @click=${search}>
      ${icon('textSearch')} ${listWords.searchFor(label(text, 40))}
    </button>`;
  }

  #renderEditor({ id, title }: SessionSummary): TemplateResult {
    return html`<input
        dir="auto"
      class="name"
      aria-label=${listWords.sessionName}
      maxlength=${LIMITS.titleChars}
      .value=${title}
      @keydown=${(event: KeyboardEvent) => this.#onEditorKey(event, id)}
      @blur=${(event: Event) => this.#save(event, id)}
    />`;
  }

  #renderTheme(): TemplateResult {
    const { icon: picture, next } = own(THEMES, this.theme) ?? THEMES.system;
    const name = own(listWords.themes, this.theme) ?? listWords.themes.system;
    return this.#renderWay(picture, name, () => this.#act({ type: 'change_settings', change: { theme: next } }));
  }

  /** A button for what has a key too: fingers have no keys. */
  #renderWay(picture: IconName, name: string, go: () => void): TemplateResult {
    return html`<button class="icon-btn" type="button" aria-label=${name} title=${name} @click=${go}>
      ${icon(picture)}
    </button>`;
  }

  #toggleChips(isOpen: boolean): void {
    this.hasChips = isOpen;
    if (!isOpen) this.#act({ type: 'set_preference', change: NO_FILTER });
  }

  #onFilter(event: Event): void {
    this.text = (event.target as HTMLInputElement).value;
    this.drawn = TOP_ROWS;
  }

  /** Enter opens the first that was found; Escape shows all again; down goes to the rows. */
  #onFilterKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Enter') this.#rows[0]?.click();
    if (event.key === 'ArrowDown') this.#rows[0]?.focus();
    if (event.key === 'ArrowDown') event.preventDefault();
    if (event.key !== 'Escape' || !this.text) return;
    event.preventDefault();
    this.text = '';
  }

  get #rows(): HTMLElement[] {
    return [...(this.shadowRoot?.querySelectorAll<HTMLElement>('nav .open[data-id]') ?? [])];
  }

  /** Up and down go from row to row, with Shift they choose, and Escape ends choosing. */
  #onListKey(event: KeyboardEvent): void {
    const rows = this.#rows;
    const at = rows.indexOf(this.shadowRoot?.activeElement as HTMLElement);
    if (event.key === 'Escape' && this.chosen) {
      event.preventDefault();
      event.stopPropagation();
      this.#choose(null);
    }
    if (at < 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
    next?.focus();
    if (!event.shiftKey || !next) return;
    this.#chooseRange(rows[at]!.dataset.id!, next.dataset.id!);
  }

  #press(session: SessionSummary, event: MouseEvent): void {
    const { id } = session;
    const isToggle = event.ctrlKey || event.metaKey;
    if (event.altKey && isWide()) this.#act({ type: 'open_beside', sessionId: id });
    else if (event.shiftKey) this.#chooseRange(this.active ?? id, id);
    else if (!canChoose(session) && this.chosen) return;
    else if (isToggle || this.chosen) {
      const others = new Set(this.chosen ?? []);
      if (!others.delete(id)) others.add(id);
      this.#anchor = id;
      this.#choose([...others]);
    } else this.#act({ type: 'open_session', sessionId: id });
  }

  #chooseRange(from: string, to: string): void {
    this.#anchor ??= from;
    const ids = this.#shown.filter(canChoose).map(({ id }) => id);
    const ends = [ids.indexOf(this.#anchor), ids.indexOf(to)].sort((a, b) => a - b);
    this.#choose(ids.slice(Math.max(0, ends[0]!), ends[1]! + 1));
  }

  #choose(ids: readonly string[] | null): void {
    this.chosen = ids && new Set(ids);
    if (!ids) this.#anchor = null;
  }

  /** Ends choosing: what was chosen has been dealt with. */
  chooseNone(): void {
    this.#choose(null);
  }

  #onScroll({ currentTarget }: Event): void {
    const nav = currentTarget as HTMLElement;
    const { scrollHeight, scrollTop, clientHeight } = nav;
    if (scrollHeight - scrollTop - clientHeight < 400) this.#showMore();
    // At the top again, nothing below needs to be drawn.
    else if (scrollTop === 0 && this.chosen === null && this.renamed === null) this.drawn = TOP_ROWS;
    if (this.drawn.end > 2 * PAGE_ROWS && this.renamed === null) void this.#slide(nav);
  }

  /** A list of thousands has only a part of them on the page. */
  async #slide(nav: HTMLElement): Promise<void> {
    await this.updateComplete;
    const { slideRows } = await import('./long-list.js');
    await slideRows(nav, this);
  }

  draw(drawn: DrawnRows): Promise<unknown> {
    this.drawn = drawn;
    return this.updateComplete;
  }

  #showMore(): void {
    const { length } = this.#shown;
    const isAllDrawn = this.drawn.end >= length;
    const isPartOnly = this.app?.hasOlderSessions === true || this.filter.everywhere === true;
    if (!isAllDrawn || isPartOnly) this.drawn = { ...this.drawn, end: Math.min(this.drawn.end, length) + PAGE_ROWS };
    if (isAllDrawn && isPartOnly) this.older?.more();
  }

  /** Makes a session's name a field to write in. */
  rename(sessionId: string): void {
    void this.#rename(sessionId);
  }

  async #rename(sessionId: string | null): Promise<void> {
    this.chosen = null;
    const session = this.app?.sessions.find(({ id }) => id === sessionId);
    if (session && !passesFilter(session, this.#wish, this.#here)) this.text = '';
    this.renamed = sessionId;
    await this.updateComplete;
    if (!this.#nameField) {
      // It is not among the rows that are drawn.
      const n = this.#shown.findIndex(({ id }) => id === sessionId);
      this.drawn = { first: Math.max(0, n - PAGE_ROWS), end: n + PAGE_ROWS, above: 0 };
      await this.updateComplete;
    }
    this.#nameField?.focus();
    this.#nameField?.select();
  }

  get #nameField(): HTMLInputElement | null {
    return this.shadowRoot?.querySelector<HTMLInputElement>('input.name') ?? null;
  }

  #onEditorKey(event: KeyboardEvent, sessionId: string): void {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Enter') this.#save(event, sessionId);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.renamed = null;
  }

  #save(event: Event, sessionId: string): void {
    if (this.renamed !== sessionId) return;
    const title = (event.target as HTMLInputElement).value.trim();
    const before = this.app?.sessions.find(({ id }) => id === sessionId)?.title;
    this.renamed = null;
    if (title && title !== before) this.#act(serverCommand('Sessions', 'rename', sessionId, title));
  }

  #run(commandId: string): void {
    this.dispatchEvent(new PageActEvent({ type: 'run_command', commandId }));
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

/** Groups of which it matters how many are in them. */
const COUNTED: ReadonlySet<SessionGroup['id']> = new Set(['waiting', 'running', 'unread', 'pinned', 'copies']);

const NO_FILTER = { listStatus: 'active', listAgent: '', listEverywhere: false, listFolder: '' } as const;

/** What only an agent has is neither pinned nor put away. */
function canChoose({ origin }: SessionSummary): boolean {
  return !origin;
}

declare global {
  interface HTMLElementTagNameMap {
    'session-list': SessionList;
  }
}
