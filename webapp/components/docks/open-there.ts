import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { SessionHome } from '../../../server/protocol/api/session-list.js';
import { shellWord } from '../../../server/protocol/shell-word.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, sessionsContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { nameLabel } from '../../ui/visible-text.js';
import { openThereWords as words } from './open-there-words.js';

/**
 * A session of another folder: the way to that folder's own AcDeck, where it can be continued. Only an address goes
 * there; who opens it signs in there.
 * @fires user-act - The person copies the command that starts it.
 */
@customElement('open-there')
export class OpenThere extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--s1) var(--s2);
        padding: var(--s2) var(--s3);
        border: 1px solid var(--line);
        border-radius: var(--r-m);
        background: var(--surface);
        color: var(--text-2);
        font-size: var(--t-sm);
      }

      p {
        min-width: 0;
        margin: 0;
        overflow-wrap: anywhere;
      }

      .acts {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: var(--s1);
      }

      code {
        display: block;
        margin-top: var(--s1);
        padding: var(--s1) var(--s2);
        border-radius: var(--r-s);
        background: var(--raised);
        color: var(--text);
        font: 400 var(--t-xs) / 1.5 var(--mono);
        white-space: pre-wrap;
      }

      small {
        color: var(--text-3);
        font-size: var(--t-xs);
      }

      a.btn {
        text-decoration: none;
      }
    `,
  ];

  @property() sessionId = '';
  /** The folder that the session belongs to. */
  @property() folder = '';

  readonly #sessions = consume(this, sessionsContext);

  @state() private home: SessionHome | 'asking' | 'failed' = 'asking';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('sessionId')) void this.#look();
  }

  protected override render(): TemplateResult {
    const { home } = this;
    const state = typeof home === 'string' ? home : home.state;
    const command = startCommand(this.folder);
    const canCopy = state === 'stopped' && command !== null;
    return html`<p>
        ${words.belongs} <bdi title=${nameLabel(this.folder, 1_000)}>${nameLabel(this.folder, 300)}</bdi>
        <small role="status">${words.states[state]}</small>
        ${canCopy ? html`<code>${command}</code>` : nothing}
      </p>
      <div class="acts">
        ${typeof home !== 'string' && home.state === 'running' ? this.#renderWay(home.port) : nothing}
        ${canCopy ? this.#renderCopy(command) : nothing}
        ${state === 'running' || state === 'asking' ? nothing : html`<button class="btn" type="button" @click=${() => this.#look()}>${words.again}</button>`}
      </div>`;
  }

  #renderWay(port: number): TemplateResult {
    const address = `http://127.0.0.1:${port}/#/s/${encodeURIComponent(this.sessionId)}`;
    return html`<a class="btn primary" href=${address} target="_blank" rel="noopener noreferrer">
      ${words.open} ${icon('externalLink')}
    </a>`;
  }

  #renderCopy(text: string): TemplateResult {
    const copy = () => this.dispatchEvent(new UserActEvent({ type: 'copy', text, what: 'command' }));
    return html`<button class="btn outline" type="button" @click=${copy}>${icon('copy')} ${words.copy}</button>`;
  }

  async #look(): Promise<void> {
    const { sessionId } = this;
    this.home = 'asking';
    const home = await this.#sessions.value?.calls.find_home(sessionId).catch(() => 'failed' as const);
    if (sessionId === this.sessionId) this.home = home ?? 'failed';
  }
}

/** What a shell runs to start AcDeck in a folder; null for a name that would not survive a terminal. */
function startCommand(folder: string): string | null {
  if (/\p{Cc}/u.test(folder)) return null;
  return `cd ${shellWord(folder)} && acdeck`;
}

declare global {
  interface HTMLElementTagNameMap {
    'open-there': OpenThere;
  }
}
