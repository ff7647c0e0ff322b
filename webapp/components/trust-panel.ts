import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { FolderTrust } from '../../server/protocol/agent-report.js';
import { UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import { icon } from './icon.js';
import { label, visibleText } from './visible-text.js';

/**
 * Asks whether what a folder brings may run, and shows exactly what that is.
 * @fires user-act - The person says yes or no.
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

  @property({ attribute: false }) trust!: FolderTrust;

  protected override render(): TemplateResult {
    const { agents, mcpServers } = this.trust;
    return html`<section aria-labelledby="question">
      ${icon('shieldQuestion')}
      <div>
        <h2 id="question">${this.#question()}</h2>
        <p>
          ${this.trust.isChanged ? 'It has changed since you trusted it. ' : nothing}Nothing of it runs before you say
          yes. It would run as you, with all that you may do on this machine.
        </p>
        <ul>
          ${agents.map(({ name, command }) => html`<li>${label(name, 60)} <code>${visibleText(command)}</code></li>`)}
          ${mcpServers.map((name) => html`<li>MCP server <code>${label(name, 100)}</code></li>`)}
        </ul>
        <div class="actions">
          <button class="btn primary" type="button" @click=${() => this.#answer(true)}>Trust this folder</button>
          <button class="btn outline" type="button" @click=${() => this.#answer(false)}>Not now</button>
        </div>
      </div>
    </section>`;
  }

  #question(): string {
    const { agents, mcpServers } = this.trust;
    if (agents.length === 0 && mcpServers.length === 0)
      return 'This folder has settings of its own. Trust this folder?';
    const what = agents.length > 1 ? 'agents' : agents.length === 1 ? 'agent' : 'MCP servers';
    return `This folder brings its own ${what}. Trust this folder?`;
  }

  #answer(isTrusted: boolean): void {
    const { fingerprint } = this.trust;
    this.dispatchEvent(new UserActEvent({ type: 'trust_folder', fingerprint, isTrusted }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'trust-panel': TrustPanel;
  }
}
