import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { McpDraft, McpSettings } from '../../../server/protocol/api/config.js';
import { errorText } from '../../codes/error-words.js';
import { consume, outboxContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { label } from '../../ui/visible-text.js';
import { FormClosedEvent } from './agent-form.js';
import { formStyles } from './form.styles.js';
import './pair-fields.js';
import type { PairFields } from './pair-fields.js';
import { linesOf, renderTextField } from './text-field.js';
import { hostWords } from './words.js';

const KINDS = ['stdio', 'http', 'sse'] as const;

/**
 * Adds an MCP server to the settings, or changes one there.
 * @fires form-closed - The person is done.
 */
@customElement('mcp-form')
export class McpForm extends LitElement {
  static override styles = [controls, settings, formStyles];

  /** Null for a new one. */
  @property({ attribute: false }) server: McpSettings | null = null;

  @state() private name = '';
  @state() private kind: McpSettings['kind'] = 'stdio';
  @state() private command = '';
  @state() private args = '';
  @state() private url = '';
  @state() private failure: string | null = null;
  @state() private isSaving = false;
  @query('pair-fields') private pairs!: PairFields;

  readonly #outbox = consume(this, outboxContext);

  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('input, select')?.focus();
  }

  protected override willUpdate(): void {
    if (this.hasUpdated || !this.server) return;
    const { server } = this;
    this.name = server.name;
    this.kind = server.kind;
    if (server.kind === 'stdio') {
      this.command = server.command;
      this.args = server.args.join('\n');
    } else this.url = server.url;
  }

  protected override firstUpdated(): void {
    this.focus();
  }

  protected override render(): TemplateResult {
    const words = hostWords.mcp;
    const title = this.server ? words.edit(label(this.server.name, 100)) : words.add;
    const choose = (event: Event) => {
      this.kind = (event.target as HTMLSelectElement).value as McpSettings['kind'];
    };
    return html`<form aria-label=${title} @submit=${this.#save}>
      <h3>${title}</h3>
      ${this.server ? nothing : renderTextField({ id: 'name', name: words.name, help: words.nameHelp, isCode: true, value: this.name, onInput: (value) => (this.name = value) })}
      <div class="field">
        <label for="kind">${words.kind}</label>
        <select id="kind" class="input" @change=${choose}>
          ${KINDS.map((kind) => html`<option value=${kind} ?selected=${kind === this.kind}>${words.kinds[kind]}</option>`)}
        </select>
      </div>
      ${this.kind === 'stdio' ? this.#renderProgram() : this.#renderAddress()}
      ${this.failure ? html`<p class="error" role="alert">${this.failure}</p>` : nothing}
      <div class="acts">
        <button class="btn primary" type="submit" ?disabled=${this.isSaving}>${this.isSaving ? hostWords.saving : hostWords.save}</button>
        <button class="btn" type="button" @click=${this.#close}>${hostWords.cancel}</button>
      </div>
    </form>`;
  }

  #renderProgram(): TemplateResult {
    const words = hostWords.mcp;
    const names = this.server?.kind === 'stdio' ? this.server.env : [];
    return html`
      ${renderTextField({ id: 'command', name: words.command, isCode: true, value: this.command, onInput: (value) => (this.command = value) })}
      ${renderTextField({ id: 'args', name: words.args, help: words.argsHelp, isCode: true, isLong: true, value: this.args, onInput: (value) => (this.args = value) })}
      ${this.#renderPairs('env', words.env, names, words.addVariable)}
    `;
  }

  #renderAddress(): TemplateResult {
    const words = hostWords.mcp;
    const names = this.server && this.server.kind !== 'stdio' ? this.server.headers : [];
    return html`
      ${renderTextField({ id: 'url', name: words.url, isCode: true, value: this.url, onInput: (value) => (this.url = value) })}
      ${this.#renderPairs('headers', words.headers, names, words.addHeader)}
    `;
  }

  #renderPairs(key: string, title: string, names: readonly string[], add: string): TemplateResult {
    return html`<div class="field">
      <span class="label">${title}</span>
      ${keyed(key, html`<pair-fields .names=${names} add=${add}></pair-fields>`)}
      <span class="help">${hostWords.fields.secret}</span>
    </div>`;
  }

  get #draft(): McpDraft {
    if (this.kind !== 'stdio') return { kind: this.kind, url: this.url.trim(), headers: this.pairs.pairs };
    return { kind: 'stdio', command: this.command.trim(), args: linesOf(this.args), env: this.pairs.pairs };
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    this.failure = /^[A-Za-z0-9][\w.-]*$/.test(this.name.trim()) ? null : hostWords.mcp.nameHelp;
    if (this.failure !== null) return;
    this.isSaving = true;
    try {
      const name = this.name.trim();
      await this.#outbox.value?.sendSecret('Settings', 'save_mcp_server', name, this.#draft, this.server === null);
      this.#close();
    } catch (error) {
      this.failure = errorText(error);
    } finally {
      this.isSaving = false;
    }
  }

  #close(): void {
    this.dispatchEvent(new FormClosedEvent());
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-form': McpForm;
  }
}
