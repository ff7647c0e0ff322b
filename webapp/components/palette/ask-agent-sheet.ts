import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import { LIMITS } from '../../../server/protocol/limits.js';
import type { CommandContext } from '../../commands/command.js';
import { controls } from '../../styles/controls.js';
import { layer } from '../../styles/layer.js';
import { number } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import { askAgentSheetStyles } from './ask-agent-sheet.styles.js';
import type { CommandLayer } from './command-layers.js';
import { LayerController } from './layer-controller.js';
import { paletteWords } from './words.js';

/**
 * Asks another agent about a message, or hands the whole conversation over to it: who, and with which words. What was written
 * stays until it is sent or something else is asked about.
 */
@customElement('ask-agent-sheet')
export class AskAgentSheet extends LitElement implements CommandLayer {
  static override styles = [controls, layer, askAgentSheetStyles];

  @state() private text = '';
  @state() private agentId = '';
  /** Null where the conversation is handed over. */
  @state() private about: string | null = null;
  @state() private failure = '';

  @query('textarea') private field!: HTMLTextAreaElement | null;

  readonly #layer = new LayerController(this);
  #context: CommandContext | null = null;
  /** What the words were written for. */
  #wish = '';
  #sessionId = '';

  get isOpen(): boolean {
    return this.#layer.isOpen;
  }

  async show(context: CommandContext, about?: string): Promise<void> {
    this.#context = context;
    this.about = about ?? null;
    this.#sessionId = context.app.page.view.value ?? '';
    this.failure = '';
    this.ariaLabel = this.#words.title;
    const agents = this.#agents();
    if (!agents.some(({ id }) => id === this.agentId)) this.agentId = agents[0]?.id ?? '';
    const wish = `${this.#sessionId} ${about ?? ''}`;
    if (wish !== this.#wish) await this.#begin(wish);
    await this.#layer.open();
    this.field?.setSelectionRange(0, 0);
    this.field?.scrollTo(0, 0);
  }

  close(): void {
    this.#layer.close();
  }

  override focus(): void {
    this.field?.focus();
  }

  protected override render(): TemplateResult {
    const words = this.#words;
    const most = this.#most;
    const isTooLong = this.text.length > most;
    return html`<form @submit=${this.#onSubmit}>
      <h2>${words.title}</h2>
      <p class="help" id="help">${words.help}</p>
      <label>
        <span>${paletteWords.ask.agent}</span>
        <select @change=${this.#onAgent}>
          ${this.#agents().map(
            ({ id, name }) =>
              html`<option value=${id} .selected=${id === this.agentId}>${this.#nameOf(id, name)}</option>`,
          )}
        </select>
      </label>
      <label class="grows">
        <span>${words.field}</span>
        <textarea rows="12" dir="auto" aria-describedby="help" .value=${this.text} @input=${this.#onInput}></textarea>
      </label>
      ${isTooLong ? html`<p class="danger-text" role="alert">${paletteWords.ask.tooLong(number(most))}</p>` : nothing}
      ${this.failure ? html`<p class="danger-text" role="alert">${this.failure}</p>` : nothing}
      <div class="acts">
        <button class="btn primary" type="submit" ?disabled=${isTooLong || this.text.trim() === '' || this.agentId === ''}>
          ${words.send}
        </button>
        <button class="btn outline" type="button" @click=${() => this.close()}>${paletteWords.ask.cancel}</button>
      </div>
    </form>`;
  }

  get #words() {
    return this.about === null ? paletteWords.ask.handOver : paletteWords.ask.question;
  }

  get #most(): number {
    return this.about === null ? LIMITS.briefingChars : LIMITS.delegation.taskChars;
  }

  /** The other agents first: the same one can be asked as well, and starts cold. */
  #agents(): readonly AgentSummary[] {
    const agents = this.#context?.app.server.app.value?.agents ?? [];
    const there = agents.filter(({ health }) => !['missing', 'untrusted', 'crashed'].includes(health.state));
    const own = this.#ownAgent;
    const rank = ({ id, scenes }: AgentSummary) => Number(id === own) * 2 + Number(scenes ?? false);
    return there.toSorted((a, b) => rank(a) - rank(b));
  }

  get #ownAgent(): string | undefined {
    const sessions = this.#context?.app.server.app.value?.sessions ?? [];
    return sessions.find(({ id }) => id === this.#sessionId)?.agentId;
  }

  #nameOf(id: string, name: string): string {
    const shown = label(name, 60);
    return id === this.#ownAgent ? paletteWords.ask.same(shown) : shown;
  }

  /** New words: the message as a quotation, or a summary of the conversation, which the server writes. */
  async #begin(wish: string): Promise<void> {
    this.#wish = wish;
    if (this.about !== null) {
      this.text = `${paletteWords.ask.opening}\n\n${quote(this.about)}\n`.slice(0, this.#most);
      return;
    }
    this.text = '';
    try {
      const text = await this.#context!.app.sessions.brief(this.#sessionId);
      if (this.#wish === wish) this.text = text;
    } catch {
      this.failure = paletteWords.ask.noBriefing;
    }
  }

  readonly #onAgent = (event: Event): void => {
    this.agentId = (event.target as HTMLSelectElement).value;
  };

  readonly #onInput = (event: Event): void => {
    this.text = (event.target as HTMLTextAreaElement).value;
  };

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    const { agentId, text } = this;
    const type = this.about === null ? 'hand_over' : 'ask_agent';
    this.#context?.act({ type, sessionId: this.#sessionId, agentId, text: text.trim() });
    this.#wish = '';
    this.close();
  };
}

function quote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

declare global {
  interface HTMLElementTagNameMap {
    'ask-agent-sheet': AskAgentSheet;
  }
}
