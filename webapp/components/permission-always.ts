import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type RuleDraft, rulePattern, ruleSentence } from '../../server/protocol/permission-rule.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { appContext } from '../state/app-context.js';
import { controls } from '../styles/controls.js';
import { icon } from './icon.js';
import { permissionAlwaysStyles } from './permission-always.styles.js';
import { RuleChosenEvent } from './permission-always-event.js';
import { ruleScope } from './rule-scope.js';
import { label, visibleText } from './visible-text.js';

/**
 * Shows which rule "always" would store, from narrow to wide, lets a person change it, and stores nothing itself.
 * @fires rule-chosen - With the rule, or with null if the person wants none.
 */
@customElement('permission-always')
export class PermissionAlways extends LitElement {
  static override styles = [controls, permissionAlwaysStyles];

  /** The id of the question. */
  @property() permission = '';
  @property() session = '';
  /** What people call the agent. */
  @property() agent = '';

  @state() private choices: readonly RuleDraft[] | null = null;
  @state() private failure: string | null = null;
  @state() private rule: RuleDraft | null = null;
  @state() private chosen = 0;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('permission')) void this.#load();
  }

  protected override render(): TemplateResult {
    return html`<form @submit=${this.#onSubmit}>
      ${this.#renderBody()}
      <div class="acts">
        ${
          this.rule
            ? html`<button class="btn primary" type="submit">${icon('shieldCheck')} Allow and store this rule</button>`
            : nothing
        }
        <button class="btn" type="button" @click=${() => this.#decide(null)}>Back</button>
      </div>
    </form>`;
  }

  #renderBody(): TemplateResult {
    if (this.failure !== null) return html`<p class="note" role="status">${visibleText(this.failure)}</p>`;
    if (!this.choices) return html`<p class="note" role="status">Looking at what could be stored…</p>`;
    if (!this.rule) {
      return html`<p class="note" role="status">
        The agent has not said enough about this call for a rule to know it again.
      </p>`;
    }
    return html`<fieldset>
        <legend>Which rule should be stored?</legend>
        ${this.choices.map((choice, n) => this.#renderChoice(choice, n))}
      </fieldset>
      <p class="sentence" role="status">${visibleText(ruleSentence(this.rule, () => this.agent))}</p>
      ${this.#renderPattern(this.rule)} ${this.#renderReach(this.rule)}`;
  }

  #renderChoice(choice: RuleDraft, n: number): TemplateResult {
    return html`<label class="choice">
      <input type="radio" name="rule" .checked=${n === this.chosen} @change=${() => this.#choose(n)} />
      <code>${label(rulePattern(choice), 200)}</code><span>${ruleScope(choice)}</span>
    </label>`;
  }

  /** What the rule looks for can be written otherwise; the server checks it before anything happens. */
  #renderPattern({ command, path }: RuleDraft): TemplateResult | typeof nothing {
    const value = command?.text ?? path;
    if (value === null || value === undefined) return nothing;
    return html`<label class="field">
      <span>${command ? 'Command' : 'Path'}</span>
      <input type="text" spellcheck="false" autocomplete="off" required maxlength="2000" .value=${value} @input=${this.#onPattern} />
      ${command?.isPrefix ? html`<span class="after">and anything after it</span>` : nothing}
    </label>`;
  }

  #renderReach({ folder, agentId }: RuleDraft): TemplateResult {
    const agentNow = this.#agentId();
    return html`<div class="reach">
      <label><input type="checkbox" .checked=${folder !== null} @change=${this.#onFolder} /> Only in this folder</label>
      ${
        agentNow
          ? html`<label
              ><input type="checkbox" .checked=${agentId !== null} @change=${this.#onAgent} /> Only for ${label(this.agent, 40)}</label
            >`
          : nothing
      }
    </div>`;
  }

  async #load(): Promise<void> {
    const { permission, session } = this;
    this.choices = null;
    try {
      const choices = (await this.#context.value?.rules.suggest(session, permission)) ?? [];
      if (permission !== this.permission) return;
      this.choices = choices;
      // For a command, what it begins with is what people mean; for files the narrowest rule is the safe one.
      this.#choose(choices[1]?.command ? 1 : 0);
      await this.updateComplete;
      this.shadowRoot?.querySelector<HTMLElement>('input:checked, button')?.focus();
    } catch (error) {
      this.failure = RpcError.from(error).message;
    }
  }

  #choose(n: number): void {
    this.chosen = n;
    this.rule = this.choices?.[n] ?? null;
  }

  #onPattern(event: InputEvent): void {
    const text = (event.target as HTMLInputElement).value;
    if (this.rule?.command) this.rule = { ...this.rule, command: { ...this.rule.command, text } };
    else if (this.rule) this.rule = { ...this.rule, path: text };
  }

  #onFolder(event: Event): void {
    const folder = this.choices?.[this.chosen]?.folder ?? null;
    if (this.rule) this.rule = { ...this.rule, folder: (event.target as HTMLInputElement).checked ? folder : null };
  }

  #onAgent(event: Event): void {
    const isOn = (event.target as HTMLInputElement).checked;
    if (this.rule) this.rule = { ...this.rule, agentId: isOn ? this.#agentId() : null };
  }

  #agentId(): string | null {
    return this.#context.value?.app.value?.sessions.find(({ id }) => id === this.session)?.agentId ?? null;
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (this.rule) this.#decide(this.rule);
  }

  #decide(rule: RuleDraft | null): void {
    this.dispatchEvent(new RuleChosenEvent(rule));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'permission-always': PermissionAlways;
  }
}
