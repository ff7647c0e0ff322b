import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import { SESSION_STATUSES, type SessionCounts, type SessionFilter } from '../../../server/protocol/api/session-list.js';
import { own } from '../../../server/protocol/own.js';
import { UserActEvent } from '../../state/app/acts.js';
import type { Preferences } from '../../state/view/preference-store.js';
import { controls } from '../../styles/controls.js';
import { number } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import { listWords } from './words.js';

/** The person wants to choose several sessions, or no longer. */
class ChooseManyEvent extends Event {
  static readonly type = 'choose-many';

  constructor() {
    super(ChooseManyEvent.type);
  }
}

/**
 * What the list shows, as chips with how many each would show.
 * @fires user-act - The person has chosen another filter; it is kept on this device.
 * @fires choose-many - The person wants to choose several sessions, or no longer.
 */
@customElement('session-filter')
export class SessionFilterChips extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: block;
        padding: 0 var(--s3) var(--s2);
      }

      .chips {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1);
        padding-top: var(--s1);
      }

      .chip {
        display: inline-flex;
        gap: var(--s1);
        align-items: center;
        max-width: 100%;
        min-height: max(26px, var(--tap));
        padding: 0 var(--s2);
        border: 1px solid var(--line);
        border-radius: var(--r-s);
        background: none;
        color: var(--text-2);
        font: inherit;
        font-size: var(--t-xs);
        cursor: pointer;
      }

      .chip:hover {
        background: var(--hover);
      }

      .chip[aria-pressed='true'] {
        border-color: var(--accent);
        background: var(--accent-soft);
        color: var(--text);
      }

      .name {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      .count {
        color: var(--text-3);
      }

      .chip[aria-pressed='true'] .count {
        color: inherit;
      }
    `,
  ];

  @property({ attribute: false }) filter: SessionFilter = {};
  @property({ attribute: false }) counts: SessionCounts | null = null;
  @property({ attribute: false }) agents: readonly AgentSummary[] = [];
  /** The folder of this server. */
  @property() here = '';
  /** Whether the person is choosing sessions. */
  @property({ type: Boolean }) choosing = false;

  protected override render(): TemplateResult {
    const { status = 'active', agentId, everywhere = false, folder } = this.filter;
    const { agents = {}, statuses, folders = {} } = this.counts ?? {};
    const agentIds = keysWith(agents, agentId);
    const paths = keysWith(folders, folder);
    return html`
      <div class="chips" role="group" aria-label=${listWords.byStatus}>
        ${SESSION_STATUSES.map((each) =>
          this.#renderChip(listWords.statuses[each], own(statuses, each) ?? 0, status === each, { listStatus: each }),
        )}
      </div>
      ${
        agentIds.length > 1 || agentId !== undefined
          ? html`<div class="chips" role="group" aria-label=${listWords.byAgent}>
              ${agentIds.map((id) =>
                this.#renderChip(this.#agentName(id), own(agents, id) ?? 0, agentId === id, {
                  listAgent: agentId === id ? '' : id,
                }),
              )}
            </div>`
          : nothing
      }
      <div class="chips" role="group" aria-label=${listWords.byFolder}>
        ${this.#renderChip(listWords.allFolders, null, everywhere, { listEverywhere: !everywhere, listFolder: '' })}
        ${
          everywhere
            ? paths.map((path) =>
                this.#renderChip(
                  label(path.split('/').at(-1) || path, 40),
                  own(folders, path) ?? 0,
                  folder === path,
                  { listFolder: folder === path ? '' : path },
                  path,
                ),
              )
            : nothing
        }
        <button class="chip" type="button" aria-pressed=${this.choosing} @click=${() => this.dispatchEvent(new ChooseManyEvent())}>
          ${listWords.select}
        </button>
      </div>
    `;
  }

  #renderChip(
    name: string,
    count: number | null,
    isOn: boolean,
    change: Partial<Preferences>,
    title?: string,
  ): TemplateResult {
    const choose = () => this.dispatchEvent(new UserActEvent({ type: 'set_preference', change }));
    return html`<button class="chip" type="button" aria-pressed=${isOn} title=${title ?? nothing} @click=${choose}>
      <span class="name"><bdi>${name}</bdi></span>
      ${count === null ? nothing : html`<span class="count">${number(count)}</span>`}
    </button>`;
  }

  #agentName(id: string): string {
    return label(this.agents.find((agent) => agent.id === id)?.name ?? id, 40);
  }
}

/** What is counted, the most first, and what is chosen although nothing is left of it. */
function keysWith(counts: Readonly<Record<string, number>>, chosen: string | undefined): string[] {
  const known = Object.keys(counts).sort((a, b) => own(counts, b)! - own(counts, a)! || (a < b ? -1 : 1));
  return chosen === undefined || known.includes(chosen) ? known : [...known, chosen];
}

declare global {
  interface HTMLElementTagNameMap {
    'session-filter': SessionFilterChips;
  }
}
