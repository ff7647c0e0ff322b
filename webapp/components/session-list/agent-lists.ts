import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { AgentSummary, AppState } from '../../../server/protocol/api/app-state.js';
import type { AgentSessionList } from '../../../server/protocol/api/session-list.js';
import { MINUTE_MS } from '../../../server/protocol/clock.js';
import { troubleText } from '../../codes/trouble-words.js';
import { serverCommand, UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { ago } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { label, oneLine } from '../../ui/visible-text.js';
import { agentListWords as words } from './agent-list-words.js';

/** These could not be started even for a question; the settings say why. */
const UNABLE: ReadonlySet<AgentSummary['health']['state']> = new Set(['missing', 'untrusted']);

/**
 * Which sessions the agents keep themselves, as far as they were asked, and how long ago.
 * @fires user-act - The person wants an agent, or all of them, asked.
 */
@customElement('agent-lists')
export class AgentListsFold extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: block;
        margin-top: var(--s3);
        font-size: var(--t-xs);
      }

      .fold {
        width: 100%;
        justify-content: flex-start;
        padding: 0 var(--s2);
        color: var(--text-3);
        font-size: var(--t-xs);
      }

      .fold .icon {
        font-size: 12px;
        transition: transform var(--d-fast) var(--ease);
      }

      .fold[aria-expanded='true'] .icon {
        transform: rotate(90deg);
      }

      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }

      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        padding-inline-start: var(--s2);
      }

      li + li {
        margin-top: var(--s1);
      }

      .name,
      .state {
        overflow: hidden;
        text-overflow: ellipsis;
      }

      .name {
        color: var(--text-2);
        white-space: nowrap;
      }

      .state {
        display: block;
        grid-column: 1 / -1;
        padding-inline-end: var(--s2);
        color: var(--text-3);
        overflow-wrap: anywhere;
      }

      .failed {
        color: var(--danger);
      }

      p {
        margin: 0;
        padding: var(--s1) var(--s2);
        color: var(--text-3);
      }

      .all {
        width: calc(100% - 2 * var(--s2));
        margin: var(--s2);
        justify-content: center;
      }

      .asking .icon {
        animation: turn 1.2s linear infinite;
      }

      @keyframes turn {
        to {
          transform: rotate(360deg);
        }
      }

      @media (prefers-reduced-motion: reduce) {
        .asking .icon {
          animation: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) app: Pick<AppState, 'agents' | 'agentLists'> | null = null;
  /** The server's time, by which the age of a list is told. */
  @property({ type: Number }) now = 0;

  @state() private isOpen = false;

  protected override render(): TemplateResult | typeof nothing {
    const agents = (this.app?.agents ?? []).filter(({ health }) => !UNABLE.has(health.state));
    if (agents.length === 0) return nothing;
    return html`<button class="fold btn" type="button" aria-expanded=${this.isOpen} @click=${() => this.#fold()}>
        ${icon('chevronRight')} ${words.heading}
      </button>
      ${this.isOpen ? this.#renderAgents(agents) : nothing}`;
  }

  #renderAgents(agents: readonly AgentSummary[]): TemplateResult {
    const isAsking = agents.every(({ id }) => this.#listOf(id)?.asked.state === 'asking');
    return html`<ul>
        ${agents.map((agent) => this.#renderAgent(agent))}
      </ul>
      ${
        agents.length > 1
          ? html`<button class="all btn outline" type="button" ?disabled=${isAsking} @click=${() => this.#ask(null)}>${words.all}</button>`
          : nothing
      }
      <p>${words.hint}</p>`;
  }

  #renderAgent({ id, name }: AgentSummary): TemplateResult {
    const list = this.#listOf(id);
    const state = list?.asked.state;
    const shown = label(name, 60);
    const act = words.ask(shown, state === undefined || state === 'unsupported' ? 'first' : 'again');
    return html`<li>
      <span class="name"><bdi>${shown}</bdi></span>
      <button
        class="icon-btn ${state === 'asking' ? 'asking' : ''}"
        type="button"
        aria-label=${act}
        title=${act}
        ?disabled=${state === 'asking'}
        @click=${() => this.#ask(id)}
      >
        ${icon('rotateCw')}
      </button>
      <span class="state ${state === 'failed' ? 'failed' : ''}" role="status">${this.#stateOf(list, name)}</span>
    </li>`;
  }

  #stateOf(list: AgentSessionList | undefined, name: string): string {
    if (!list) return words.never;
    const { asked, count, listedAt } = list;
    const listed = listedAt === null ? '' : words.listed(count, this.#ageOf(listedAt));
    switch (asked.state) {
      case 'asking':
        return words.asking;
      case 'listed':
        return listed;
      case 'unsupported':
        return words.unsupported;
      default:
        return [words.failed(oneLine(troubleText(asked.trouble, name), 200)), listed].filter(Boolean).join(' ');
    }
  }

  #ageOf(at: number): string {
    const age = this.now - at;
    if (age < MINUTE_MS) return words.justNow;
    return (age < 7 * 24 * 60 * MINUTE_MS ? words.ago : words.on)(ago(at, this.now));
  }

  #listOf(agentId: string): AgentSessionList | undefined {
    return this.app?.agentLists?.find((list) => list.agentId === agentId);
  }

  #fold(): void {
    this.isOpen = !this.isOpen;
  }

  #ask(agentId: string | null): void {
    this.dispatchEvent(new UserActEvent(serverCommand('Sessions', 'list_from_agents', agentId)));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-lists': AgentListsFold;
  }
}
