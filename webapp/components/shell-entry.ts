import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TerminalEntry } from '../../server/protocol/entries.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { actorName } from '../state/news.js';
import { controls } from '../styles/controls.js';
import { renderTerminalOutput } from '../tool-views/session-terminal.js';
import { adoptStyles } from './adopt-styles.js';
import { duration } from './format.js';
import { icon } from './icon.js';
import { quoteOutput } from './quote-output.js';
import { ServerNowController } from './server-now-controller.js';
import { shellEntryStyles } from './shell-entry.styles.js';
import { label } from './visible-text.js';

/**
 * A command that a person ran with `!`: who, for how long, what it printed, how it ended. Light DOM.
 * @fires user-act - The person stops it or wants its output in the next prompt.
 */
@customElement('shell-entry')
export class ShellEntry extends LitElement {
  @property({ attribute: false }) entry!: TerminalEntry;

  readonly #now = new ServerNowController(this, () => this.entry.exit === null);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, controls);
    adoptStyles(this, shellEntryStyles);
  }

  protected override render(): TemplateResult {
    const { command, by, exit, output } = this.entry;
    const isShown = output !== '' || exit !== null;
    return html`<div class="shell-box" role="group" aria-label="Shell command: ${label(command, 100)}">
      <div class="shell-head">
        ${icon('terminal')}<code class="shell-command"><bdi>${label(command, 1_000)}</bdi></code>
        <span class="shell-time">${this.#time()}</span>
      </div>
      ${isShown ? renderTerminalOutput(this.entry) : nothing}
      <div class="shell-foot">
        <span class="shell-who">${by ? label(actorName(by)) : nothing}</span>
        ${exit === null ? this.#renderStop() : this.#renderAttach()}
      </div>
    </div>`;
  }

  #time(): string {
    const { at, endedAt } = this.entry;
    return duration(Math.max(0, (endedAt ?? this.#now.value) - at));
  }

  #renderStop(): TemplateResult {
    const stop = () => this.#act({ type: 'stop_shell', terminalId: this.entry.terminalId });
    return html`<button class="btn outline" type="button" @click=${stop}>${icon('square')} Stop command</button>`;
  }

  #renderAttach(): TemplateResult {
    const { terminalId, command } = this.entry;
    const name = `Output of ${label(command, 100)}`;
    const attach = () => {
      const chip = { kind: 'paste', key: `output:${terminalId}`, name, text: quoteOutput(this.entry) } as const;
      this.#act({ type: 'attach_chip', chip });
    };
    return html`<button class="btn outline" type="button" @click=${attach}>${icon('plus')} Attach output</button>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'shell-entry': ShellEntry;
  }
}
