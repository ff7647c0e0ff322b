import { html, nothing, type TemplateResult } from 'lit';

export interface TextField {
  readonly id: string;
  readonly name: string;
  readonly help?: string;
  readonly value?: string;
  readonly isCode?: boolean;
  readonly isLong?: boolean;
  readonly isFixed?: boolean;
  onInput?(value: string): void;
}

/** A name, a field and a word of help. */
export function renderTextField({
  id,
  name,
  help,
  value = '',
  isCode,
  isLong,
  isFixed,
  onInput,
}: TextField): TemplateResult {
  const classes = `input ${isCode ? 'mono' : ''}`;
  const hint = help ? `${id}-help` : nothing;
  const input = (event: Event) => onInput?.((event.target as HTMLInputElement).value);
  const field = isLong
    ? html`<textarea id=${id} class=${classes} rows="3" spellcheck="false" aria-describedby=${hint} .value=${value} @input=${input}></textarea>`
    : html`<input id=${id} class=${classes} autocomplete="off" spellcheck="false" aria-describedby=${hint} ?readonly=${isFixed ?? false} .value=${value} @input=${input} />`;
  return html`<div class="field">
    <label for=${id}>${name}</label>
    ${field}
    ${help ? html`<span class="help" id=${hint}>${help}</span>` : nothing}
  </div>`;
}

/** What was written one per line. */
export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}
