import type { ToolKind } from '@agentclientprotocol/sdk';
import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { AgentSummary } from '../../server/protocol/app-state.js';
import { type RuleDraft, type RuleTrial, ruleSentence } from '../../server/protocol/permission-rule.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { appContext } from '../state/app-context.js';
import { controls } from '../styles/controls.js';
import { settings } from '../styles/settings.js';
import { RuleChosenEvent } from './permission-always-event.js';
import { ruleFormStyles } from './rule-form.styles.js';
import { label, visibleText } from './visible-text.js';

const KINDS: readonly ToolKind[] = ['execute', 'edit', 'delete', 'move', 'read', 'search', 'fetch', 'think', 'other'];
const EMPTY: RuleDraft = {
  ...{ effect: 'allow', agentId: null, folder: null, toolKind: null, title: null, path: null },
  command: { text: '', isPrefix: true },
};
/** Samples that are shown of a trial. */
const SHOWN = 8;

/**
 * Everything that a rule can say, and what it would have answered. Stores nothing itself.
 * @fires rule-chosen - With the rule, or with null if the person wants none.
 */
@customElement('rule-form')
export class RuleForm extends LitElement {
  static override styles = [controls, settings, ruleFormStyles];

  /** The rule to begin with; null for a new one. */
  @property({ attribute: false }) rule: RuleDraft | null = null;
  /** The project folder. */
  @property({ attribute: false }) folder: string | null = null;
  @property({ attribute: false }) agents: readonly AgentSummary[] = [];

  @state() private draft: RuleDraft = EMPTY;
  @state() private trial: RuleTrial | null = null;
  @state() private problem: string | null = null;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('rule') || this.hasUpdated) return;
    const { rule, folder } = this;
    this.draft = rule ? bare(rule) : { ...EMPTY, folder };
  }

  protected override firstUpdated(): void {
    this.shadowRoot?.querySelector<HTMLElement>('#command')?.focus();
  }

  protected override render(): TemplateResult {
    const { draft } = this;
    return html`<form @submit=${this.#onSubmit}>
      <div class="choices" role="radiogroup" aria-label="What the rule does">
        ${(['allow', 'reject'] as const).map(
          (effect) => html`<label>
            <input type="radio" name="effect" .checked=${draft.effect === effect} @change=${() => this.#set({ effect })} />
            ${effect === 'allow' ? 'Allow' : 'Reject'}
          </label>`,
        )}
      </div>
      ${this.#renderWhat(draft)} ${this.#renderWho(draft)}
      <p class="sentence">${visibleText(ruleSentence(clean(draft), (id) => this.#agentName(id)))}</p>
      ${this.problem === null ? nothing : html`<p class="problem" role="alert">${visibleText(this.problem)}</p>`}
      ${this.trial ? renderTrial(this.trial) : nothing}
      <div class="acts">
        <button class="btn primary" type="submit">Store the rule</button>
        <button class="btn outline" type="button" @click=${this.#try}>Try on past questions</button>
        <button class="btn" type="button" @click=${() => this.dispatchEvent(new RuleChosenEvent(null))}>Cancel</button>
      </div>
    </form>`;
  }

  #renderWhat({ command, path, title }: RuleDraft): TemplateResult {
    const isPrefix = command?.isPrefix ?? true;
    const setCommand = (text: string) => this.#set({ command: { text, isPrefix } });
    const setPrefix = (event: Event) =>
      this.#set({ command: { text: command?.text ?? '', isPrefix: (event.target as HTMLInputElement).checked } });
    return html`${renderText({ id: 'command', name: 'Command', value: command?.text ?? '', hint: 'npm test', set: setCommand })}
      <label class="check"><input type="checkbox" .checked=${isPrefix} @change=${setPrefix} /> and anything after these words</label>
      ${renderText({ id: 'path', name: 'Path', value: path ?? '', hint: 'src/**', set: (text) => this.#set({ path: text }) })}
      ${renderText({ id: 'title', name: 'Exact title', value: title ?? '', hint: 'any', set: (text) => this.#set({ title: text }) })}`;
  }

  #renderWho({ toolKind, agentId, folder }: RuleDraft): TemplateResult {
    const chosen = (event: Event) => (event.target as HTMLSelectElement).value || null;
    return html`<label class="field"
        ><span>Kind of tool</span
        ><select @change=${(event: Event) => this.#set({ toolKind: chosen(event) as ToolKind | null })}>
          <option value="" .selected=${toolKind === null}>any</option>
          ${KINDS.map((kind) => html`<option .selected=${kind === toolKind}>${kind}</option>`)}
        </select></label
      >
      <label class="field"
        ><span>Agent</span
        ><select @change=${(event: Event) => this.#set({ agentId: chosen(event) })}>
          <option value="" .selected=${agentId === null}>any</option>
          ${this.agents.map(({ id, name }) => html`<option value=${id} .selected=${id === agentId}>${label(name, 60)}</option>`)}
        </select></label
      >
      ${renderText({ id: 'folder', name: 'Folder', value: folder ?? '', hint: 'every folder', set: (text) => this.#set({ folder: text }) })}`;
  }

  #set(change: Partial<RuleDraft>): void {
    this.draft = { ...this.draft, ...change };
    this.trial = null;
    this.problem = null;
  }

  async #try(): Promise<void> {
    try {
      this.trial = (await this.#context.value?.rules.try(clean(this.draft))) ?? null;
      this.problem = null;
    } catch (error) {
      this.problem = RpcError.from(error).message;
    }
  }

  /** What the server would refuse is said here, where it can be put right. */
  async #onSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    await this.#try();
    if (this.problem === null) this.dispatchEvent(new RuleChosenEvent(clean(this.draft)));
  }

  #agentName(agentId: string): string {
    return this.agents.find(({ id }) => id === agentId)?.name ?? agentId;
  }
}

function renderText(field: {
  id: string;
  name: string;
  value: string;
  hint: string;
  set: (text: string) => void;
}): TemplateResult {
  return html`<label class="field" for=${field.id}
    ><span>${field.name}</span
    ><input
      id=${field.id}
      type="text"
      spellcheck="false"
      autocomplete="off"
      maxlength="2000"
      placeholder=${field.hint}
      .value=${field.value}
      @input=${(event: Event) => field.set((event.target as HTMLInputElement).value)}
  /></label>`;
}

function renderTrial({ questions, matches, samples, isPartial }: RuleTrial): TemplateResult {
  const of = `${questions} ${questions === 1 ? 'question' : 'questions'}`;
  return html`<div class="trial" role="status">
    <p>It would have answered ${matches} of ${of} in past sessions of this folder${isPartial ? ' (older ones were not looked at)' : ''}.</p>
    <ul>
      ${samples
        .slice(0, SHOWN)
        .map(
          ({ what, answer }) =>
            html`<li><code>${label(what, 120)}</code> <span>${label(answer ?? 'not answered', 60)}</span></li>`,
        )}
    </ul>
  </div>`;
}

/** What is empty does not matter to the rule. */
function clean({ effect, agentId, folder, toolKind, title, command, path }: RuleDraft): RuleDraft {
  const words = (text: string | null) => text?.trim() || null;
  const text = words(command?.text ?? null);
  return {
    ...{ effect, agentId, folder: words(folder), toolKind, title: words(title), path: words(path) },
    command: text === null ? null : { text, isPrefix: command?.isPrefix ?? true },
  };
}

function bare({ effect, agentId, folder, toolKind, title, command, path }: RuleDraft): RuleDraft {
  return { effect, agentId, folder, toolKind, title, command, path };
}

declare global {
  interface HTMLElementTagNameMap {
    'rule-form': RuleForm;
  }
}
