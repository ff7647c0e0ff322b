import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSummary, AppState, SessionSummary, SettingValues } from '../../server/protocol/app-state.js';
import { LIMITS } from '../../server/protocol/limits.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import type { SeenStore } from '../state/seen-store.js';
import type { ServerTime } from '../state/server-time.js';
import { groupSessions, type SessionGroup } from '../state/session-groups.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { renderAgentMenu } from './agent-menu.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { renderLogo } from './logo.js';
import { NowController } from './now-controller.js';
import { renderSessionRow, sessionName } from './render-session-row.js';
import { sessionListStyles } from './session-list.styles.js';
import { sessionRowStyles } from './session-row.styles.js';
import { label } from './visible-text.js';

type Theme = SettingValues['theme'];

/** So many rows are drawn at first and with every step down; a list of thousands stays quick. */
const PAGE_ROWS = 100;
/** Fewer sessions than this are found by looking. */
const FILTER_FROM = 6;
const THEMES: Record<Theme, { icon: IconName; name: string; next: Theme }> = {
  system: { icon: 'monitor', name: 'System', next: 'light' },
  light: { icon: 'sun', name: 'Light', next: 'dark' },
  dark: { icon: 'moon', name: 'Dark', next: 'system' },
};

/**
 * The sessions of this folder, by what needs the person most; a new one; the look.
 * @fires user-act - The person opens, renames, deletes or begins a session, or changes the look.
 */
@customElement('session-list')
export class SessionList extends LitElement {
  static override styles = [controls, sessionListStyles, sessionRowStyles];

  @property({ attribute: false }) app: AppState | null = null;
  /** Sessions that are being deleted. */
  @property({ attribute: false }) removed: ReadonlySet<string> = new Set();
  @property() active: string | null = null;
  @property({ attribute: false }) seen: SeenStore | null = null;
  @property({ attribute: false }) time: ServerTime | null = null;
  @property() theme: Theme = 'system';
  @property() version = '';

  @state() private renamed: string | null = null;
  @state() private filter = '';
  @state() private most = PAGE_ROWS;
  readonly #now = new NowController(this, () => true, 60_000);
  readonly #seen = new StoreController(
    this,
    () => this.seen,
    (seen) => seen,
  );

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
      <nav aria-label="Sessions" @scroll=${this.#onScroll}>${this.#renderGroups()}</nav>
      <footer>${this.#renderSettings()}${this.#renderCommands()}${this.#renderTheme()}<span class="version" title=${this.version}>${this.version ? `AcDeck ${this.version.split(' ')[0]}` : nothing}</span></footer>
    `;
  }

  #renderNew(): TemplateResult {
    const agents = (this.app?.agents ?? []).filter(isUsable);
    return html`<div class="new">
      <button class="btn outline" type="button" @click=${() => this.#act({ type: 'new_session', agentId: null })}>
        ${icon('plus')} New session
      </button>
      ${agents.length > 1 ? renderAgentMenu(agents, (agentId) => this.#act({ type: 'new_session', agentId })) : nothing}
    </div>`;
  }

  #renderFilter(): TemplateResult | typeof nothing {
    if ((this.app?.sessions.length ?? 0) < FILTER_FROM) return nothing;
    return html`<label class="filter">
      ${icon('search')}
      <input
        type="search"
        aria-label="Filter sessions"
        placeholder="Filter"
        .value=${this.filter}
        @input=${this.#onFilter}
        @keydown=${this.#onFilterKey}
      />
      <button
        class="icon-btn"
        type="button"
        aria-label="Search in all sessions"
        title="Search in all sessions"
        @click=${() => this.#act({ type: 'run_command', commandId: 'session.switch' })}
      >
        ${icon('textSearch')}
      </button>
    </label>`;
  }

  #renderGroups(): unknown {
    const words = this.filter.trim().toLowerCase();
    const all = (this.app?.sessions ?? []).filter(({ id }) => !this.removed.has(id));
    const sessions = words ? all.filter((one) => sessionName(one).toLowerCase().includes(words)) : all;
    if (sessions.length === 0) return html`<p class="empty">${this.#emptyWords(all.length)}</p>`;
    // Read here, so that the list is drawn again when something was seen.
    void this.#seen.value;
    let room = this.most;
    const groups = groupSessions(sessions, (one) => one.id !== this.active && (this.seen?.isUnread(one) ?? false));
    const parts = groups.map((group) => {
      const shown = group.sessions.slice(0, room);
      room -= shown.length;
      return shown.length > 0 ? this.#renderGroup(group, shown) : nothing;
    });
    return [parts, sessions.length > this.most ? this.#renderMore(sessions.length - this.most) : nothing];
  }

  #emptyWords(count: number): string | typeof nothing {
    if (!this.app) return nothing;
    return count > 0 ? 'No session is called that' : 'No sessions yet';
  }

  #renderGroup({ id: group, title, sessions }: SessionGroup, shown: readonly SessionSummary[]): TemplateResult {
    const place = {
      group,
      now: this.time?.now() ?? this.#now.value,
      agents: this.app?.agents ?? [],
      act: (act: UserAct) => this.#act(act),
      rename: (id: string) => void this.#rename(id),
    };
    return html`<h3>${title} ${group === 'recent' ? nothing : html`<span class="count">${sessions.length}</span>`}</h3>
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

  #renderMore(count: number): TemplateResult {
    return html`<button class="btn more" type="button" @click=${() => this.#showMore()}>${count} more</button>`;
  }

  #renderEditor({ id, title }: SessionSummary): TemplateResult {
    return html`<input
      aria-label="Session name"
      maxlength=${LIMITS.titleChars}
      .value=${title}
      @keydown=${(event: KeyboardEvent) => this.#onEditorKey(event, id)}
      @blur=${(event: Event) => this.#save(event, id)}
    />`;
  }

  #renderTheme(): TemplateResult {
    const { icon: picture, name, next } = THEMES[this.theme] ?? THEMES.system;
    return html`<button
      class="btn"
      type="button"
      aria-label="Theme: ${name}"
      title="Theme: ${name}"
      @click=${() => this.#act({ type: 'set_look', change: { theme: next } })}
    >
      ${icon(picture)} ${name}
    </button>`;
  }

  /** For fingers, which have no keys. */
  #renderCommands(): TemplateResult {
    return html`<button
      class="icon-btn"
      type="button"
      aria-label="Commands"
      title="Commands"
      @click=${() => this.#act({ type: 'run_command', commandId: 'go.palette' })}
    >
      ${icon('command')}
    </button>`;
  }

  #renderSettings(): TemplateResult {
    return html`<button
      class="icon-btn"
      type="button"
      aria-label="Settings"
      title="Settings"
      @click=${() => this.#act({ type: 'open_settings' })}
    >
      ${icon('settings')}
    </button>`;
  }

  #onFilter(event: Event): void {
    this.filter = (event.target as HTMLInputElement).value;
    this.most = PAGE_ROWS;
  }

  /** Enter opens the first that was found; Escape shows all again. */
  #onFilterKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Enter') this.shadowRoot?.querySelector<HTMLElement>('.open')?.click();
    if (event.key !== 'Escape' || !this.filter) return;
    event.preventDefault();
    this.filter = '';
  }

  #onScroll({ currentTarget }: Event): void {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget as HTMLElement;
    if (scrollHeight - scrollTop - clientHeight < 400) this.#showMore();
  }

  #showMore(): void {
    if (this.most < (this.app?.sessions.length ?? 0)) this.most += PAGE_ROWS;
  }

  /** Makes a session's name a field to write in. */
  rename(sessionId: string): void {
    void this.#rename(sessionId);
  }

  async #rename(sessionId: string | null): Promise<void> {
    this.renamed = sessionId;
    await this.updateComplete;
    this.shadowRoot?.querySelector('input')?.select();
  }

  #onEditorKey(event: KeyboardEvent, sessionId: string): void {
    if (event.isComposing) return;
    if (event.key === 'Enter') this.#save(event, sessionId);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    this.renamed = null;
  }

  #save(event: Event, sessionId: string): void {
    if (this.renamed !== sessionId) return;
    const title = (event.target as HTMLInputElement).value.trim();
    const before = this.app?.sessions.find(({ id }) => id === sessionId)?.title;
    this.renamed = null;
    if (title && title !== before) this.#act({ type: 'rename_session', sessionId, title });
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

function isUsable({ health }: AgentSummary): boolean {
  return health.state !== 'missing' && health.state !== 'untrusted';
}

declare global {
  interface HTMLElementTagNameMap {
    'session-list': SessionList;
  }
}
