import type { ToolKind } from '@agentclientprotocol/sdk';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import { draftOf, type RuleDraft, type RuleTrial, trimCommand } from '../../../server/protocol/api/permission-rule.js';
import { own } from '../../../server/protocol/own.js';
import { errorText } from '../../codes/error-words.js';
import { ruleSentence } from '../../codes/rule-sentence.js';
import { consume, rulesContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { number } from '../../ui/format.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { RuleChosenEvent } from './permission-always-event.js';
import { ruleFormStyles } from './rule-form.styles.js';
import { permissionWords } from './words.js';

const KINDS: readonly ToolKind[] = ['execute', 'edit', 'delete', 'move', 'read', 'search', 'fetch', 'think', 'other'];
const EMPTY: RuleDraft = {
  effect: 'allow',
  agentId: null,
  folder: null,
  toolKind: null,
  title: null,
  path: null,
  command: { text: '', isPrefix: false },
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
  /** The agent that a new rule is for, unless the person chooses another. */
  @property({ attribute: false }) agent: string | null = null;
  @property({ attribute: false }) agents: readonly AgentSummary[] = [];

  @state() private draft: RuleDraft = EMPTY;
  @state() private trial: RuleTrial | null = null;
  @state() private problem: string | null = null;

  readonly #rules = consume(this, rulesContext);

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('rule') || this.hasUpdated) return;
    const { rule, folder, agent } = this;
    this.draft = rule ? draftOf(rule) : { ...EMPTY, folder, agentId: agent };
  }

  protected override firstUpdated(): void {
    this.shadowRoot?.querySelector<HTMLElement>('#command')?.focus();
  }

  protected override render(): TemplateResult {
    const { draft } = this;
    return html`<form @submit=${this.#onSubmit}>
      <div class="choices" role="radiogroup" aria-label=${permissionWords.rule.effect}>
        ${(['allow', 'reject'] as const).map(
          (effect) => html`<label>
            <input type="radio" name="effect" .checked=${draft.effect === effect} @change=${() => this.#set({ effect })} />
            ${effect === 'allow' ? permissionWords.rule.allow : permissionWords.rule.deny}
          </label>`,
        )}
      </div>
      ${this.#renderWhat(draft)} ${this.#renderWho(draft)}
      <p class="sentence">${visibleText(ruleSentence(this.#clean(), (id) => this.#agentName(id)))}</p>
      ${this.problem === null ? nothing : html`<p class="problem" role="alert">${visibleText(this.problem)}</p>`}
      ${this.trial ? renderTrial(this.trial) : nothing}
      <div class="acts">
        <button class="btn primary" type="submit">${permissionWords.rule.save}</button>
        <button class="btn outline" type="button" @click=${this.#try}>${permissionWords.rule.test}</button>
        <button class="btn" type="button" @click=${() => this.dispatchEvent(new RuleChosenEvent(null))}>${permissionWords.rule.cancel}</button>
      </div>
    </form>`;
  }

  #renderWhat({ effect, command, path, title }: RuleDraft): TemplateResult {
    const isPrefix = command?.isPrefix ?? false;
    const setCommand = (text: string) =>
      this.#set({ command: { text, isPrefix: this.draft.command?.isPrefix ?? false } });
    const setPrefix = (event: Event) =>
      this.#set({ command: { text: command?.text ?? '', isPrefix: (event.target as HTMLInputElement).checked } });
    return html`${renderText({ id: 'command', name: permissionWords.rule.command, value: command?.text ?? '', hint: permissionWords.rule.commandHint, set: setCommand })}
      <label class="check"><input type="checkbox" .checked=${isPrefix} @change=${setPrefix} />
        ${effect === 'allow' ? permissionWords.rule.harmless : permissionWords.rule.andAfter}</label
      >
      ${renderText({ id: 'path', name: permissionWords.rule.path, value: path ?? '', hint: permissionWords.rule.pathHint, set: (text) => this.#set({ path: text }) })}
      ${renderText({ id: 'title', name: permissionWords.rule.title, value: title ?? '', hint: permissionWords.rule.any, set: (text) => this.#set({ title: text }) })}`;
  }

  #renderWho({ toolKind, agentId, folder }: RuleDraft): TemplateResult {
    const chosen = (event: Event) => (event.target as HTMLSelectElement).value || null;
    return html`<label class="field"
        ><span>${permissionWords.rule.kind}</span
        ><select @change=${(event: Event) => this.#set({ toolKind: chosen(event) as ToolKind | null })}>
          <option value="" .selected=${toolKind === null}>${permissionWords.rule.any}</option>
          ${KINDS.map((kind) => html`<option value=${kind} .selected=${kind === toolKind}>${permissionWords.rule.kinds[kind]}</option>`)}
        </select></label
      >
      <label class="field"
        ><span>${permissionWords.rule.agent}</span
        ><select @change=${(event: Event) => this.#set({ agentId: chosen(event) })}>
          <option value="" .selected=${agentId === null}>${permissionWords.rule.anyAgent}</option>
          ${this.agents.map(({ id, name }) => html`<option value=${id} .selected=${id === agentId}>${label(name, 60)}</option>`)}
        </select></label
      >
      ${renderText({ id: 'folder', name: permissionWords.rule.folder, value: folder ?? '', hint: permissionWords.rule.anyFolder, set: (text) => this.#set({ folder: text }) })}`;
  }

  #set(change: Partial<RuleDraft>): void {
    this.draft = { ...this.draft, ...change };
    this.trial = null;
    this.problem = null;
  }

  async #try(): Promise<void> {
    try {
      this.trial = (await this.#rules.value?.try(this.#clean())) ?? null;
      this.problem = null;
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  /** What the server would refuse is said here, where it can be put right. */
  async #onSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    await this.#try();
    if (this.problem === null) this.dispatchEvent(new RuleChosenEvent(this.#clean()));
  }

  /** What is empty does not matter to the rule, and what was not changed stays as it is. */
  #clean(): RuleDraft {
    const { effect, agentId, folder, toolKind, title, command, path } = this.draft;
    const typed = (name: 'folder' | 'title' | 'path', text: string | null) =>
      text === (own(this.rule, name) ?? null) ? text : trimmed(text ?? '') || null;
    const text = trimCommand(command?.text ?? '');
    return {
      effect,
      agentId,
      folder: typed('folder', folder),
      toolKind,
      title: typed('title', title),
      path: typed('path', path),
      command: text === '' ? null : { text, isPrefix: command?.isPrefix ?? false },
    };
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
      class="input"
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
  const say = isPartial ? permissionWords.rule.partialTrial : permissionWords.rule.trial;
  return html`<div class="trial" role="status">
    <p>${say(number(matches), questions)}</p>
    <ul>
      ${samples
        .slice(0, SHOWN)
        .map(
          ({ what, answer }) =>
            html`<li><code>${label(what, 120)}</code> <span>${label(answer ?? permissionWords.rule.notAnswered, 60)}</span></li>`,
        )}
    </ul>
  </div>`;
}

/** Typed text without plain blanks at its ends; others are part of a name. */
function trimmed(text: string): string {
  return text.replace(/^[ \t\n]+|[ \t\n]+$/g, '');
}

declare global {
  interface HTMLElementTagNameMap {
    'rule-form': RuleForm;
  }
}
