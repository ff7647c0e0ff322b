import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Question } from '../../../server/protocol/events.js';
import { own } from '../../../server/protocol/own.js';
import type { QuestionEntry } from '../../../server/protocol/transcript/entries.js';
import { sessionCommand, UserActEvent } from '../../state/app/acts.js';
import { dockElement } from '../../styles/dock.js';
import { icon } from '../../ui/icon.js';
import { sentenceWith } from '../../ui/sentence-parts.js';
import { visibleText } from '../../ui/visible-text.js';
import { answerOf, checkForm, type FormValues } from './check-form.js';
import { type ChoiceField, type Field, type FieldValue, formFieldsOf, pressedField } from './form-fields.js';
import { questionDockStyles } from './question-dock.styles.js';
import { renderButtons, renderField } from './render-field.js';
import { formWords } from './words.js';

/** So long a choice is shown before a press on it counts. */
const ARM_MS = 400;

type Action = 'accept' | 'decline' | 'cancel';

/**
 * A question of the agent: a form made from its schema, or an address that a person may open.
 * @fires user-act - The person answered, declined or dismissed it.
 */
@customElement('question-dock')
export class QuestionDock extends LitElement {
  static override styles = [dockElement, questionDockStyles];

  @property({ attribute: false }) entry!: QuestionEntry;
  /** Requests that wait behind it while there is no turn to be stopped. */
  @property({ type: Number }) behind = 0;

  @state() private values: FormValues = {};
  @state() private problems: Readonly<Record<string, string>> = {};
  @state() private isSent = false;
  /** Whether a choice has been in sight long enough for a press to mean it. */
  @state() private isArmed = false;
  #fields: readonly Field[] = [];
  /** The field that is answered by a press, if there is nothing else to fill in. */
  #pressed: ChoiceField | null = null;
  #arming: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Back in the page, it is in sight anew.
    if (this.hasUpdated) this.#arm();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#arming);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('entry');
    if (!changed.has('entry') || before?.questionId === this.entry.questionId) return;
    const { question } = this.entry;
    this.#fields = question.mode === 'form' ? formFieldsOf(question.schema) : [];
    this.#pressed = pressedField(this.#fields);
    this.#arm();
    this.values = {};
    this.problems = {};
    this.isSent = false;
  }

  #arm(): void {
    this.isArmed = false;
    clearTimeout(this.#arming);
    this.#arming = setTimeout(() => {
      this.isArmed = true;
    }, ARM_MS);
  }

  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('input, select, button')?.focus();
  }

  protected override render(): TemplateResult {
    const { question } = this.entry;
    return html`<div class="dock" role="group" aria-label=${formWords.question}>
      <form novalidate @submit=${this.#onSubmit}>
        <div class="dock-head">
          ${icon('messageCircleQuestion')}<span class="dock-title">${visibleText(question.message)}</span>
        </div>
        <div class="fields">${question.mode === 'url' ? renderAddress(question.url) : this.#renderFields()}</div>
        <div class="actions">
          ${this.#pressed ? nothing : this.#renderSubmit(question)}
          <button class="btn ${this.#pressed ? '' : 'outline'}" type="button" ?disabled=${this.isSent} @click=${() => this.#send('decline')}>
            ${formWords.decline}
          </button>
          <button class="btn" type="button" ?disabled=${this.isSent} @click=${() => this.#send('cancel')}>${formWords.cancel}</button>
          ${this.behind > 0 ? this.#renderDismissAll() : nothing}
        </div>
      </form>
    </div>`;
  }

  #renderDismissAll(): TemplateResult {
    const dismiss = () => this.dispatchEvent(new UserActEvent(sessionCommand('AcpBridge', 'cancel')));
    return html`<button class="btn" type="button" @click=${dismiss}>
      ${formWords.dismissAll(String(this.behind + 1))}
    </button>`;
  }

  #renderSubmit({ mode }: Question): TemplateResult {
    return html`<button class="btn primary" type="submit" ?disabled=${this.isSent}>
      ${mode === 'url' ? formWords.openInTab : formWords.answer}
    </button>`;
  }

  #renderFields(): unknown {
    const pressed = this.#pressed;
    if (pressed) {
      const choose = (value: string) => this.#choose({ [pressed.name]: value });
      return renderButtons(pressed, { isSent: this.isSent, isArmed: this.isArmed, choose });
    }
    return this.#fields.map((field) =>
      renderField(field, {
        value: own(this.values, field.name) ?? field.initial,
        problem: own(this.problems, field.name) ?? '',
        change: (value) => this.#onChange(field.name, value),
      }),
    );
  }

  #onChange(name: string, value: FieldValue): void {
    this.values = { ...this.values, [name]: value };
    // Once something was wrong, every key shows whether it still is.
    if (Object.keys(this.problems).length > 0) this.problems = checkForm(this.#fields, this.values);
  }

  async #onSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { question } = this.entry;
    if (question.mode === 'url') {
      this.#openAddress(question);
      return;
    }
    this.problems = checkForm(this.#fields, this.values);
    if (Object.keys(this.problems).length === 0) {
      this.#send('accept', answerOf(this.#fields, this.values));
      return;
    }
    await this.updateComplete;
    this.shadowRoot?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** A press that was meant for what was here before is no answer. */
  #choose(values: FormValues): void {
    if (this.isSent || !this.isArmed) return;
    this.#send('accept', answerOf(this.#fields, values));
  }

  #openAddress({ url }: Extract<Question, { mode: 'url' }>): void {
    if (!isWebAddress(url)) return;
    window.open(url, '_blank', 'noopener,noreferrer');
    this.#send('accept');
  }

  #send(action: Action, content: Record<string, unknown> | null = null): void {
    this.isSent = true;
    const { questionId } = this.entry;
    this.dispatchEvent(new UserActEvent(sessionCommand('AcpBridge', 'answer_question', questionId, action, content)));
  }
}

/** The whole address, its host made plain: it is what a person decides on. */
function renderAddress(url: string): TemplateResult {
  if (!isWebAddress(url)) {
    return html`<p class="problem">${formWords.notAPage}</p>
      <div class="url">${visibleText(url)}</div>`;
  }
  const { origin, host } = new URL(url);
  const rest = url.startsWith(origin) ? url.slice(origin.length) : '';
  return html`<p class="hint">${sentenceWith(formWords.openPage, html`<strong>${visibleText(host)}</strong>`)}</p>
    <div class="url">${rest ? html`<strong>${origin}</strong>${visibleText(rest)}` : visibleText(url)}</div>`;
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

declare global {
  interface HTMLElementTagNameMap {
    'question-dock': QuestionDock;
  }
}
