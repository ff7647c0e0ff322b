import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { controls } from '../../styles/controls.js';
import { fields } from '../../styles/settings.js';
import { icon } from '../../ui/icon.js';
import { formStyles } from './form.styles.js';
import { hostWords } from './words.js';

interface PairRow {
  readonly key: number;
  readonly name: string;
  /** Null while what the server holds is to stay. */
  readonly value: string | null;
}

/** Names with values that are typed and never shown: environment variables, headers. */
@customElement('pair-fields')
export class PairFields extends LitElement {
  static override styles = [
    controls,
    fields,
    formStyles,
    css`
      :host {
        display: grid;
        gap: var(--s2);
      }

      .pair {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) auto;
        gap: var(--s2);
      }

      .btn {
        justify-self: start;
      }

      .none {
        margin: 0;
        color: var(--text-3);
        font-size: var(--t-xs);
      }
    `,
  ];

  /** What the server has, by name. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** What the button says. */
  @property() add = '';

  @state() private rows: readonly PairRow[] = [];
  #lastKey = 0;

  /** What was filled in; null keeps what is there. Rows without a name are no rows. */
  get pairs(): Record<string, string | null> {
    const named = this.rows.filter(({ name }) => name.trim() !== '');
    return Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]));
  }

  protected override firstUpdated(): void {
    this.rows = this.names.map((name) => ({ key: ++this.#lastKey, name, value: null }));
  }

  protected override render(): TemplateResult {
    return html`
      ${this.rows.length === 0 ? html`<p class="none">${hostWords.fields.none}</p>` : this.rows.map((row, n) => this.#renderRow(row, n))}
      <button class="btn outline" type="button" @click=${this.#addRow}>${icon('plus')} ${this.add}</button>
    `;
  }

  #renderRow({ key, name, value }: PairRow, n: number): TemplateResult {
    const words = hostWords.fields;
    return html`<div class="pair">
      <input
        class="input mono"
        aria-label=${words.name(n + 1)}
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        ?readonly=${value === null}
        .value=${name}
        @input=${(event: Event) => this.#change(key, { name: (event.target as HTMLInputElement).value })}
      />
      <input
        class="input mono"
        type="password"
        autocomplete="new-password"
        aria-label=${words.value(name)}
        placeholder=${value === null ? words.unchanged : ''}
        .value=${value ?? ''}
        @input=${(event: Event) => this.#change(key, { value: (event.target as HTMLInputElement).value })}
      />
      <button class="icon-btn" type="button" aria-label=${words.remove(name)} title=${hostWords.remove} @click=${() => this.#drop(key)}>
        ${icon('x')}
      </button>
    </div>`;
  }

  #change(key: number, change: Partial<PairRow>): void {
    this.rows = this.rows.map((row) => (row.key === key ? { ...row, ...change } : row));
  }

  #drop(key: number): void {
    this.rows = this.rows.filter((row) => row.key !== key);
  }

  async #addRow(): Promise<void> {
    this.rows = [...this.rows, { key: ++this.#lastKey, name: '', value: '' }];
    await this.updateComplete;
    this.shadowRoot?.querySelector<HTMLElement>('.pair:last-of-type input')?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pair-fields': PairFields;
  }
}
