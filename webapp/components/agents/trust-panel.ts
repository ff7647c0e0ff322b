import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { FolderTrust } from '../../../server/protocol/api/agent-report.js';
import type { RepoProgramsView } from '../../../server/protocol/api/changes.js';
import type { UntrustedReach } from '../../../server/protocol/api/repo-trouble.js';
import { serverCommand, UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { agentWords } from './words.js';

/** The person wants it done without what the repository brings. */
export class GoWithoutEvent extends Event {
  static readonly type = 'go-without';

  constructor() {
    super(GoWithoutEvent.type, { bubbles: true, composed: true });
  }
}

/**
 * Asks whether what a folder brings may run, and shows exactly what that is.
 * @fires user-act - The person says yes or no.
 * @fires go-without - The person wants the remote reached with their own settings alone.
 */
@customElement('trust-panel')
export class TrustPanel extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: block;
        padding: var(--s3) var(--gutter);
        background: var(--warn-soft);
        color: var(--text);
        font: 400 var(--t-sm) / 1.5 var(--font);
      }

      section {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--s2) var(--s3);
        max-width: var(--measure);
        margin: 0 auto;
      }

      section > .icon {
        margin-top: 2px;
        color: var(--warn);
        font-size: 18px;
      }

      h2 {
        margin: 0;
        font: 600 var(--t-md) / 1.4 var(--font);
      }

      p {
        margin: 2px 0 0;
        color: var(--text-2);
      }

      ul {
        display: grid;
        gap: var(--s1);
        max-height: 30vh;
        margin: var(--s2) 0 0;
        padding: 0;
        overflow: auto;
        list-style: none;
      }

      li {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 2px var(--s2);
      }

      code {
        padding: 2px 6px;
        border-radius: 4px;
        background: color-mix(in oklch, var(--text) 8%, transparent);
        font: 400 var(--t-xs) / 1.5 var(--mono);
        overflow-wrap: anywhere;
      }

      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s2);
        margin-top: var(--s3);
      }
    `,
  ];

  /** What the folder brings for agents, or … */
  @property({ attribute: false }) trust: FolderTrust | null = null;
  /** … for git. */
  @property({ attribute: false }) programs: RepoProgramsView | null = null;
  /** The remote that git was to reach; null for an act that stays here. */
  @property({ attribute: false }) reach: UntrustedReach | null = null;
  /** What the button says that does it without what the repository brings; null if that can't be done. */
  @property({ attribute: false }) goWithout: string | null = null;

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="question">
      ${icon('shieldQuestion')}
      <div>
        <h2 id="question">${label(this.#question(), 300)}</h2>
        <p>
          ${this.trust?.isChanged ? agentWords.trust.changed : nothing} ${this.reach ? agentWords.trust.nothingSent : agentWords.trust.nothingRuns}
        </p>
        <ul>${this.programs ? this.#renderPrograms(this.programs) : this.#renderFolder()}</ul>
        <div class="actions">
          ${this.goWithout === null ? nothing : html`<button class="btn primary" type="button" @click=${() => this.dispatchEvent(new GoWithoutEvent())}>${this.goWithout}</button>`}
          <button class="btn ${this.goWithout === null ? 'primary' : 'outline'}" type="button" @click=${() => this.#answer(true)}>${agentWords.trust.accept}</button>
          <button class="btn outline" type="button" @click=${() => this.#answer(false)}>${agentWords.trust.later}</button>
        </div>
      </div>
    </section>`;
  }

  #renderFolder(): TemplateResult {
    const { agents = [], mcpServers = [] } = this.trust ?? {};
    return html`${agents.map(({ name, command }) => html`<li>${label(name, 60)} <code>${visibleText(command)}</code></li>`)}
      ${mcpServers.map((name) => html`<li>${agentWords.trust.mcpServer} <code>${label(name, 100)}</code></li>`)}`;
  }

  #renderPrograms({ keys, hooks }: RepoProgramsView): TemplateResult {
    return html`${keys.map(({ key, value }) => html`<li>${label(key, 100)} <code>${visibleText(value)}</code></li>`)}
      ${hooks.map((name) => html`<li>${agentWords.trust.hook} <code>${label(name, 100)}</code></li>`)}`;
  }

  #question(): string {
    if (this.reach) return agentWords.trust.reach(this.reach.host);
    if (this.programs) return agentWords.trust.programs;
    const { agents = [], mcpServers = [] } = this.trust ?? {};
    if (agents.length > 0) return agents.length > 1 ? agentWords.trust.agents : agentWords.trust.oneAgent;
    return mcpServers.length > 0 ? agentWords.trust.mcpServers : agentWords.trust.settings;
  }

  #answer(isTrusted: boolean): void {
    const { trust, programs } = this;
    if (programs) {
      this.dispatchEvent(new UserActEvent(serverCommand('Repo', 'trust_programs', programs.fingerprint, isTrusted)));
    } else if (trust) {
      this.dispatchEvent(new UserActEvent({ type: 'trust_folder', fingerprint: trust.fingerprint, isTrusted }));
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'trust-panel': TrustPanel;
  }
  interface HTMLElementEventMap {
    'go-without': GoWithoutEvent;
  }
}
