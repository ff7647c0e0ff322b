import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { AgentDraft, AgentSettings } from '../../../server/protocol/api/config.js';
import { errorText } from '../../codes/error-words.js';
import { consume, outboxContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { label } from '../../ui/visible-text.js';
import { formStyles } from './form.styles.js';
import './pair-fields.js';
import type { PairFields } from './pair-fields.js';
import { linesOf, renderTextField } from './text-field.js';
import { hostWords } from './words.js';

/** Fired when a form is done, saved or not. */
export class FormClosedEvent extends Event {
  static readonly type = 'form-closed';

  constructor() {
    super(FormClosedEvent.type);
  }
}

/**
 * Adds an agent to the settings, or changes one there.
 * @fires form-closed - The person is done.
 */
@customElement('agent-form')
export class AgentForm extends LitElement {
  static override styles = [controls, settings, formStyles];

  /** What the settings say of it; null for a new one, or for a built-in one that they don't mention. */
  @property({ attribute: false }) agent: AgentSettings | null = null;
  /** A built-in agent: its name, and the id that it has. */
  @property({ attribute: false }) builtIn: { id: string; name: string } | null = null;

  @state() private name = '';
  @state() private givenId: string | null = null;
  @state() private program = '';
  @state() private args = '';
  @state() private home = '';
  @state() private failure: string | null = null;
  @state() private isSaving = false;
  @query('pair-fields') private env!: PairFields;

  readonly #outbox = consume(this, outboxContext);

  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('input')?.focus();
  }

  protected override willUpdate(): void {
    if (this.hasUpdated) return;
    const [program = '', ...args] = this.agent?.command ?? [];
    this.name = this.agent?.name ?? '';
    this.program = program;
    this.args = args.join('\n');
    this.home = this.agent?.home ?? '';
  }

  protected override firstUpdated(): void {
    this.focus();
    this.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const words = hostWords.agent;
    const title = this.#known ? words.edit(label(this.#known.name, 60)) : words.add;
    return html`<form aria-label=${title} @submit=${this.#save}>
      <h3>${title}</h3>
      ${renderTextField({ id: 'name', name: words.name, value: this.name, onInput: (value) => (this.name = value) })}
      ${this.#known ? nothing : renderTextField({ id: 'id', name: words.id, help: words.idHelp, isCode: true, value: this.#id, onInput: (value) => (this.givenId = value) })}
      ${renderTextField({ id: 'program', name: words.program, help: this.builtIn ? words.builtInHelp : words.programHelp, isCode: true, value: this.program, onInput: (value) => (this.program = value) })}
      ${renderTextField({ id: 'args', name: words.args, help: words.argsHelp, isCode: true, isLong: true, value: this.args, onInput: (value) => (this.args = value) })}
      <div class="field">
        <span class="label">${words.env}</span>
        <pair-fields .names=${this.agent?.env ?? []} add=${words.addVariable}></pair-fields>
        <span class="help">${hostWords.fields.secret}</span>
      </div>
      ${renderTextField({ id: 'home', name: words.home, help: words.homeHelp, isCode: true, value: this.home, onInput: (value) => (this.home = value) })}
      ${this.failure ? html`<p class="error" role="alert">${this.failure}</p>` : nothing}
      <div class="acts">
        <button class="btn primary" type="submit" ?disabled=${this.isSaving}>${this.isSaving ? hostWords.saving : hostWords.save}</button>
        <button class="btn" type="button" @click=${this.#close}>${hostWords.cancel}</button>
      </div>
      ${this.#known ? html`<span class="help">${words.applies}</span>` : nothing}
    </form>`;
  }

  /** The agent that is changed; null for a new one. */
  get #known(): { id: string; name: string } | null {
    if (this.builtIn) return this.builtIn;
    return this.agent ? { id: this.agent.id, name: this.agent.name ?? this.agent.id } : null;
  }

  /** Made of the name until somebody wants another one. */
  get #id(): string {
    return this.givenId ?? idFor(this.name);
  }

  get #draft(): AgentDraft {
    const program = this.program.trim();
    return {
      name: this.name.trim() || null,
      command: program === '' ? null : [program, ...linesOf(this.args)],
      env: this.env.pairs,
      home: this.home.trim() || null,
    };
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    const id = this.#known?.id ?? this.#id;
    const draft = this.#draft;
    this.failure = this.#mistake(id, draft);
    const outbox = this.#outbox.value;
    if (this.failure !== null || !outbox) return;
    this.isSaving = true;
    try {
      const isNothing = draft.command === null && !draft.name && !draft.home && Object.keys(draft.env).length === 0;
      // A built-in agent without any wish of the person is no entry of the settings.
      if (isNothing) await outbox.sendSecret('Settings', 'remove_agent', id);
      else await outbox.sendSecret('Settings', 'save_agent', id, draft, this.#known === null);
      this.#close();
    } catch (error) {
      this.failure = errorText(error);
    } finally {
      this.isSaving = false;
    }
  }

  #mistake(id: string, { command, home }: AgentDraft): string | null {
    const words = hostWords.agent;
    if (id === '') return words.needName;
    if (!/^[a-z][a-z0-9-]*$/.test(id)) return words.idHelp;
    if (!command && !this.builtIn) return words.needProgram;
    return home !== null && !/^(\/|~\/|~$)/.test(home) ? hostWords.needFullPath : null;
  }

  #close(): void {
    this.dispatchEvent(new FormClosedEvent());
  }
}

function idFor(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^[^a-z]+|-+$/g, '').slice(0, 60);
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-form': AgentForm;
  }
  interface HTMLElementEventMap {
    'form-closed': FormClosedEvent;
  }
}
