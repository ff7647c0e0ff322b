import { html, nothing, type TemplateResult } from 'lit';
import { own } from '../../../server/protocol/own.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import { label } from '../../ui/visible-text.js';
import type { ChoiceField, Field, FieldChoice, FieldValue } from './form-fields.js';
import { formWords } from './words.js';

/** What a field holds now, what is wrong with it, and whom to tell when it changes. */
export interface FieldState {
  readonly value: FieldValue;
  readonly problem: string;
  change(value: FieldValue): void;
}

const INPUT_TYPES: Record<string, string> = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' };

/** A field with its name, its hint and what is wrong with it. */
export function renderField(field: Field, state: FieldState): TemplateResult {
  switch (field.kind) {
    case 'boolean':
      return renderFrame(field, state, renderCheck(label(field.title), state.value === true, state.change), false);
    case 'choices':
      return renderChoices(field, state);
    case 'choice':
      return renderFrame(field, state, renderSelect(field, state));
    case 'text':
    case 'number':
      return renderFrame(field, state, renderInput(field, state));
    default:
      return unreachable(field);
  }
}

/** Choices as buttons, each of which is the answer. */
export function renderButtons(
  field: ChoiceField,
  { isSent, isArmed, choose }: { isSent: boolean; isArmed: boolean; choose: (value: string) => void },
): TemplateResult {
  // A name that only repeats the field's own says nothing to those who see the buttons.
  const isNamed = field.title.toLowerCase() !== field.name.toLowerCase();
  return html`<div class="field" role="group" aria-label=${label(field.title)} aria-describedby=${notesOf(field)}>
    ${isNamed ? html`<div class="name" aria-hidden="true">${renderName(field)}</div>` : nothing}
    <div class="choices">${field.choices.map(
      ({ value, title }) =>
        html`<button
          class="btn ${value === field.initial ? 'primary' : 'outline'}"
          type="button"
          ?disabled=${isSent}
          aria-disabled=${isArmed ? nothing : 'true'}
          @click=${() => choose(value)}
        >
          ${label(title)}
        </button>`,
    )}</div>
    ${renderNotes(field, '')}
  </div>`;
}

function renderFrame(field: Field, { problem }: FieldState, control: TemplateResult, isNamed = true): TemplateResult {
  return html`<div class="field">
    ${isNamed ? html`<label for=${idOf(field)}>${renderName(field)}</label>` : nothing} ${control}
    ${renderNotes(field, problem)}
  </div>`;
}

function renderInput(field: Extract<Field, { kind: 'text' | 'number' }>, state: FieldState): TemplateResult {
  const type = field.kind === 'number' ? 'text' : (own(INPUT_TYPES, field.format ?? '') ?? 'text');
  return html`<input
    id=${idOf(field)}
    type=${type}
    inputmode=${field.kind === 'number' ? (field.isWhole ? 'numeric' : 'decimal') : nothing}
    autocomplete="off"
    .value=${String(state.value)}
    aria-required=${field.isRequired}
    aria-invalid=${state.problem !== ''}
    aria-describedby=${notesOf(field)}
    @input=${(event: Event) => state.change((event.target as HTMLInputElement).value)}
  />`;
}

function renderSelect(field: Extract<Field, { kind: 'choice' }>, state: FieldState): TemplateResult {
  return html`<select
    id=${idOf(field)}
    aria-invalid=${state.problem !== ''}
    aria-describedby=${notesOf(field)}
    @change=${(event: Event) => state.change((event.target as HTMLSelectElement).value)}
  >
    ${field.initial === '' ? html`<option value="" ?selected=${state.value === ''}>${formWords.choose}</option>` : nothing}
    ${field.choices.map(
      ({ value, title }) => html`<option value=${value} ?selected=${value === state.value}>${label(title)}</option>`,
    )}
  </select>`;
}

function renderChoices(field: Extract<Field, { kind: 'choices' }>, state: FieldState): TemplateResult {
  const chosen = state.value as readonly string[];
  const toggle = ({ value }: FieldChoice, isOn: boolean) =>
    state.change(isOn ? [...chosen, value] : chosen.filter((other) => other !== value));
  return html`<fieldset class="field" aria-describedby=${notesOf(field)}>
    <legend>${renderName(field)}</legend>
    ${field.choices.map((choice) =>
      renderCheck(label(choice.title), chosen.includes(choice.value), (isOn) => toggle(choice, isOn === true)),
    )}
    ${renderNotes(field, state.problem)}
  </fieldset>`;
}

function renderCheck(title: string, isOn: boolean, change: (value: FieldValue) => void): TemplateResult {
  return html`<label class="check">
    <input
      type="checkbox"
      .checked=${isOn}
      @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
    />${title}
  </label>`;
}

function renderName({ title, isRequired }: Field): TemplateResult {
  return html`${label(title)}${isRequired ? nothing : html` <span class="hint">${formWords.optional}</span>`}`;
}

function renderNotes(field: Field, problem: string): TemplateResult {
  return html`<div id=${notesOf(field)}>
    ${field.description ? html`<div class="hint">${label(field.description, 400)}</div>` : nothing}
    ${problem ? html`<div class="problem" role="alert">${problem}</div>` : nothing}
  </div>`;
}

function idOf({ name }: Field): string {
  return `field-${encodeURIComponent(name)}`;
}

function notesOf({ name }: Field): string {
  return `notes-${encodeURIComponent(name)}`;
}
