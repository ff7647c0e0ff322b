import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSummary, AppState, SessionSummary, SettingValues } from '../../server/protocol/app-state.js';
import { LIMITS } from '../../server/protocol/limits.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import { renderAgentMenu } from './agent-menu.js';
import { ago } from './format.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { renderLogo } from './logo.js';
import { sessionListStyles } from './session-list.styles.js';
import { label } from './visible-text.js';

type Theme = SettingValues['theme'];

const GROUPS: readonly { status: SessionSummary['status']; title: string; icon: IconName; word: string }[] = [
  { status: 'waiting', title: 'Needs you', icon: 'hand', word: 'needs you' },
  { status: 'running', title: 'Running', icon: 'circleDot', word: 'running' },
  { status: 'idle', title: 'Recent', icon: 'messageSquare', word: '' },
];
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
  static override styles = [controls, sessionListStyles];

  @property({ attribute: false }) app: AppState | null = null;
  /** Sessions that are being deleted. */
  @property({ attribute: false }) removed: ReadonlySet<string> = new Set();
  @property() active: string | null = null;
  @property() theme: Theme = 'system';
  @property() version = '';

  @state() private renamed: string | null = null;

  protected override render(): TemplateResult {
    const { name = 'AcDeck', path = '' } = this.app?.folder ?? {};
    return html`
      <header>
        ${renderLogo()}
        <h2 class="project" title=${path}>${label(name, 60)}</h2>
        <slot name="close"></slot>
      </header>
      ${this.#renderNew()}
      <nav aria-label="Sessions">${this.#renderGroups()}</nav>
      <footer>${this.#renderSettings()}${this.#renderTheme()}<span class="version" title=${this.version}>${this.version ? `AcDeck ${this.version.split(' ')[0]}` : nothing}</span></footer>
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

  #renderGroups(): unknown {
    const sessions = (this.app?.sessions ?? []).filter(({ id }) => !this.removed.has(id));
    if (sessions.length === 0) return html`<p class="empty">${this.app ? 'No sessions yet' : nothing}</p>`;
    return GROUPS.map((group) => {
      const members = sessions.filter(({ status }) => status === group.status);
      if (members.length === 0) return nothing;
      return html`<h3>${group.title}</h3>
        <ul>
          ${repeat(
            members,
            ({ id }) => id,
            (session) => this.#renderRow(session, group),
          )}
        </ul>`;
    });
  }

  #renderRow(session: SessionSummary, group: (typeof GROUPS)[number]): TemplateResult {
    const { id, title, updatedAt } = session;
    const isActive = id === this.active;
    if (this.renamed === id) return html`<li>${this.#renderEditor(session)}</li>`;
    const name = label(title, LIMITS.titleChars) || 'New session';
    return html`<li class="${group.status} ${isActive ? 'active' : ''}">
      <button
        class="open"
        type="button"
        aria-current=${isActive ? 'true' : nothing}
        title=${name}
        @click=${() => this.#act({ type: 'open_session', sessionId: id })}
        @dblclick=${() => this.#rename(id)}
      >
        ${icon(group.icon)}<span class="title"><bdi>${name}</bdi></span>
        ${group.word ? html`<span class="when">${group.word}</span>` : html`<span class="when">${ago(updatedAt, Date.now())}</span>`}
      </button>
      <span class="row-acts">
        <button class="icon-btn" type="button" aria-label="Rename ${name}" title="Rename" @click=${() => this.#rename(id)}>
          ${icon('pencil')}
        </button>
        <button
          class="icon-btn"
          type="button"
          aria-label="Delete ${name}"
          title="Delete"
          @click=${() => this.#act({ type: 'delete_session', sessionId: id, title: name })}
        >
          ${icon('trash')}
        </button>
      </span>
    </li>`;
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
  return health.state !== 'missing';
}

declare global {
  interface HTMLElementTagNameMap {
    'session-list': SessionList;
  }
}
