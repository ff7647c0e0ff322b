import type { PermissionOption } from '@agentclientprotocol/sdk';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { RuleDraft } from '../../../server/protocol/api/permission-rule.js';
import { errorText } from '../../codes/error-words.js';
import { ruleSentence } from '../../codes/rule-sentence.js';
import { rulePattern } from '../../codes/rule-words.js';
import { consume, rulesContext, serverContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { renderExact } from '../../ui/marked-text.js';
import { sentenceWith } from '../../ui/sentence-parts.js';
import { label, oneLine, visibleText } from '../../ui/visible-text.js';

import { permissionAlwaysStyles } from './permission-always.styles.js';
import { RuleChosenEvent } from './permission-always-event.js';
import { permissionWords } from './words.js';

/**
 * Asks who remembers an answer: AcDeck, by a rule that the person can see and change, or the agent itself, in its own
 * way. Stores nothing itself.
 * @fires rule-chosen - With the rule or the agent's option, or with neither if the person wants none.
 */
@customElement('permission-always')
export class PermissionAlways extends LitElement {
  static override styles = [controls, permissionAlwaysStyles];

  /** The id of the question. */
  @property() permission = '';
  @property() session = '';
  /** What people call the agent. */
  @property() agent = '';
  /** Whether a rule could be stored with the answer. */
  @property({ type: Boolean, attribute: 'can-store' }) canStore = false;
  /** The options by which the agent offers to remember the answer itself. */
  @property({ attribute: false }) agentOptions: readonly PermissionOption[] = [];

  /** The agent's option that was chosen; null while AcDeck is to remember. */
  @state() private option: PermissionOption | null = null;
  @state() private choices: readonly RuleDraft[] | null = null;
  @state() private failure: string | null = null;
  @state() private rule: RuleDraft | null = null;
  @state() private chosen = 0;

  readonly #server = consume(this, serverContext);
  readonly #rules = consume(this, rulesContext);

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('permission') && this.canStore) void this.#load();
  }

  protected override render(): TemplateResult {
    const isReady = this.option !== null || this.rule !== null;
    return html`<form @submit=${this.#onSubmit}>
      <div class="body">${this.#renderMemories()}</div>
      <div class="acts">
        <button class="btn primary" type="submit" ?disabled=${!isReady}>${permissionWords.always.allow}</button>
        <button class="btn" type="button" @click=${() => this.#decide(null)}>${permissionWords.back}</button>
      </div>
    </form>`;
  }

  /** Both kinds of memory, ours first; then what the chosen one would mean. */
  #renderMemories(): TemplateResult {
    if (this.agentOptions.length === 0) return this.#renderRules();

    const name = label(this.agent, 40);
    const choice = (option: PermissionOption | null, text: string) => html`<label class="choice memory">
      <input type="radio" name="memory" .checked=${this.option === option && (option !== null || this.canStore)} @change=${() => this.#remember(option)} />
      <strong>${text}</strong>${
        option === null
          ? nothing
          : html`<span><span class="vh">, </span>${sentenceWith(permissionWords.agentSays, html`<bdi>${renderExact(oneLine(option.name, 120))}</bdi>`)}</span>`
      }
    </label>`;
    return html`<fieldset class="memories">
        <legend>${permissionWords.always.who}</legend>
        ${this.canStore ? choice(null, permissionWords.always.ours) : nothing}
        ${this.agentOptions.map((option) => choice(option, permissionWords.always.agents(name)))}
      </fieldset>
      ${
        this.option !== null
          ? html`<p class="note warning" role="status">${icon('triangleAlert')} ${permissionWords.always.warning(name)}</p>`
          : this.canStore
            ? this.#renderRules()
            : nothing
      }`;
  }

  #remember(option: PermissionOption | null): void {
    this.option = option;
  }

  #renderRules(): TemplateResult {
    if (this.failure !== null) return html`<p class="note" role="status">${visibleText(this.failure)}</p>`;
    if (!this.choices) return html`<p class="note" role="status">${permissionWords.always.finding}</p>`;
    if (!this.rule) {
      return html`<p class="note" role="status">
        ${permissionWords.always.tooLittle}
      </p>`;
    }
    return html`<fieldset>
        <legend>${permissionWords.always.what}</legend>
        ${this.choices.map((choice, n) => this.#renderChoice(choice, n))}
      </fieldset>
      <p class="sentence" role="status" tabindex="0">${renderExact(this.#sentence(this.rule))}</p>
      ${this.#renderPattern(this.rule)} ${this.#renderReach(this.rule)}`;
  }

  /** A long command is not told a third time. */
  #sentence(rule: RuleDraft): string {
    const { command } = rule;
    const isLong = command !== null && !command.isPrefix && command.text.length > 120;
    const text = ruleSentence(rule, () => this.agent);
    return oneLine(isLong ? text.replace(`“${command.text}”`, () => permissionWords.always.thisCommand) : text, 1_000);
  }

  #renderChoice(choice: RuleDraft, n: number): TemplateResult {
    return html`<label class="choice">
      <input type="radio" name="rule" .checked=${n === this.chosen} @change=${() => this.#choose(n)} />
      <code>${renderExact(oneLine(rulePattern(choice), 200), choice.title === null)}</code><span>${ruleScope(choice)}</span>
    </label>`;
  }

  /** What the rule looks for can be written otherwise; the server checks it before anything happens. */
  #renderPattern({ command, path }: RuleDraft): TemplateResult | typeof nothing {
    const value = command?.text ?? path;
    if (value === null || value === undefined) return nothing;
    return html`<label class="field">
      <span>${command ? permissionWords.always.command : permissionWords.always.path}</span>
      <input type="text" spellcheck="false" autocomplete="off" required maxlength="2000" .value=${value} @input=${this.#onPattern} />
      ${command?.isPrefix ? html`<span class="after">${permissionWords.always.andAfter}</span>` : nothing}
    </label>`;
  }

  #renderReach({ folder, agentId }: RuleDraft): TemplateResult {
    const agentNow = this.#agentId();
    return html`<div class="reach">
      <label><input type="checkbox" .checked=${folder !== null} @change=${this.#onFolder} /> ${permissionWords.always.onlyHere}</label>
      ${
        agentNow
          ? html`<label
              ><input type="checkbox" .checked=${agentId !== null} @change=${this.#onAgent} /> ${permissionWords.always.onlyFor(label(this.agent, 40))}</label
            >`
          : nothing
      }
    </div>`;
  }

  async #load(): Promise<void> {
    const { permission, session } = this;
    this.choices = null;
    try {
      const choices = (await this.#rules.value?.suggest(session, permission)) ?? [];
      if (permission !== this.permission) return;
      this.choices = choices;
      // The narrowest one; anyone who wants more has to say so.
      this.#choose(0);
      await this.updateComplete;
      this.shadowRoot?.querySelector<HTMLElement>('input:checked, button')?.focus();
    } catch (error) {
      this.failure = errorText(error);
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
    return this.#server.value?.app.value?.sessions.find(({ id }) => id === this.session)?.agentId ?? null;
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (this.option) this.#decide(null, this.option);
    else if (this.rule) this.#decide(this.rule);
  }

  #decide(rule: RuleDraft | null, option: PermissionOption | null = null): void {
    this.dispatchEvent(new RuleChosenEvent(rule, option));
  }
}

/** How far a rule reaches, in a few words beside its pattern. */
function ruleScope({ command, path, title }: RuleDraft): string {
  if (command) return command.isPrefix ? permissionWords.always.harmless : permissionWords.always.exactCommand;
  if (path === '**') return permissionWords.always.allFiles;
  if (path)
    return /[*?[{]/.test(path.replace(/\\./g, ''))
      ? permissionWords.always.matchingFiles
      : permissionWords.always.exactFile;
  return title ? permissionWords.always.exactTitle : permissionWords.always.kind;
}

declare global {
  interface HTMLElementTagNameMap {
    'permission-always': PermissionAlways;
  }
}
