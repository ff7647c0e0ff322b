import { html, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { readLinePlace } from '../../state/work/tree-paths.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { fileWords } from './words.js';

/** Where in a file a person wants to go. */
export interface LinePlace {
  readonly line: number;
  readonly to: number | null;
  readonly column: number | null;
}

/** Fired when a person goes to a line, or no longer wants to; bubbles to the file view. */
export class LineJumpEvent extends Event {
  static readonly type = 'line-jump';
  readonly place: LinePlace | null;

  constructor(place: LinePlace | null) {
    super(LineJumpEvent.type, { bubbles: true });
    this.place = place;
  }
}

/**
 * The field that goes to a line, or picks several. Light DOM.
 * @fires line-jump - A person goes there, or closed it.
 */
@customElement('line-jump')
export class LineJump extends LightElement {
  /** How many lines there are. */
  @property({ type: Number }) total = 0;

  @query('input') private field!: HTMLInputElement;
  @state() private isBad = false;

  override focus(): void {
    this.field?.focus();
    this.field?.select();
  }

  protected override firstUpdated(): void {
    this.focus();
  }

  protected override render(): TemplateResult {
    const { line } = fileWords;
    return html`<form class="file-bar" @submit=${this.#onSubmit} @keydown=${this.#onKey}>
      <span class="bar-field"><input
        type="text"
        inputmode="numeric"
        aria-label=${line.name}
        aria-invalid=${this.isBad}
        placeholder=${line.hint}
        autocomplete="off"
        @input=${() => {
          this.isBad = false;
        }}
      /></span>
      <span class="bar-count" role="status">${this.isBad ? line.bad : line.last(number(this.total))}</span>
      <button type="submit" class="btn outline">${line.go}</button>
      <button type="button" class="icon-btn" aria-label=${line.close} title=${line.close} @click=${() => this.dispatchEvent(new LineJumpEvent(null))}>${icon('x')}</button>
    </form>`;
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const typed = readLinePlace(this.field.value);
    this.isBad = typed === null;
    if (!typed || typed.line === null) return;
    const last = Math.max(1, this.total);
    const line = Math.min(typed.line, last);
    const to = typed.to === null ? null : Math.min(typed.to, last);
    this.dispatchEvent(new LineJumpEvent({ line, to, column: typed.column }));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    this.dispatchEvent(new LineJumpEvent(null));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'line-jump': LineJump;
  }
  interface HTMLElementEventMap {
    'line-jump': LineJumpEvent;
  }
}
