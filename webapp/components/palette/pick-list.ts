import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { own } from '../../../server/protocol/own.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { renderMarked } from '../../ui/marked-text.js';
import { repeat } from '../../ui/repeat.js';
import { pickListStyles } from './pick-list.styles.js';
import { paletteWords } from './words.js';

/** The person looks for something else. */
export class QueryEvent extends Event {
  static readonly type = 'query';
  readonly query: string;

  constructor(query: string) {
    super(QueryEvent.type);
    this.query = query;
  }
}

/** The person chose an item of a list. */
export class PickEvent extends Event {
  static readonly type = 'pick';
  readonly itemId: string;

  constructor(itemId: string) {
    super(PickEvent.type);
    this.itemId = itemId;
  }
}

/** The person makes an item of a list a favourite, or no longer. */
export class StarEvent extends Event {
  static readonly type = 'star';
  readonly itemId: string;

  constructor(itemId: string) {
    super(StarEvent.type);
    this.itemId = itemId;
  }
}

/** One thing that can be picked. */
export interface PickItem {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconName;
  /** Which characters of the title were looked for. */
  readonly marks?: readonly number[];
  /** A second line, with marks of its own. */
  readonly detail?: { readonly text: string; readonly marks: readonly number[] };
  readonly note?: string;
  /** Keys to press instead, each as it is written on the keyboard. */
  readonly keys?: readonly string[];
  readonly isCurrent?: boolean;
  /** Whether it is a favourite; left out where it can't be one. */
  readonly isStarred?: boolean;
}

export interface PickGroup {
  readonly title: string;
  readonly items: readonly PickItem[];
}

/**
 * A field to search in and what was found below it; the focus stays in the field.
 * @fires query - The person wrote something.
 * @fires pick - The person chose an item.
 * @fires star - The person made an item a favourite, or no longer.
 */
@customElement('pick-list')
export class PickList extends LitElement {
  static override styles = [controls, pickListStyles];

  @property() label = '';
  @property() placeholder = '';
  @property() value = '';
  /** What is in place of the list when it is empty. */
  @property() empty = '';
  /** What is going on, below the list. */
  @property() status = '';
  /** Second lines may have two rows. */
  @property({ type: Boolean, reflect: true }) wraps = false;
  /** Keys begin at the current item while nothing is looked for. */
  @property({ type: Boolean, attribute: 'starts-at-current' }) startsAtCurrent = false;
  @property({ attribute: false }) groups: readonly PickGroup[] = [];

  @query('input') private field!: HTMLInputElement | null;

  /** Which item the keys are at. */
  @state() private at: string | null = null;

  override focus(): void {
    this.field?.focus();
    this.field?.select();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value')) this.at = null;
    if (!changed.has('groups') && !changed.has('value')) return;
    const items = this.#items();
    if (items.some(({ id }) => id === this.at)) return;
    const current = this.startsAtCurrent && this.value === '' ? items.find(({ isCurrent }) => isCurrent) : undefined;
    this.at = (current ?? items[0])?.id ?? null;
  }

  protected override updated(): void {
    this.shadowRoot?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const at = this.#items().findIndex(({ id }) => id === this.at);
    return html`
      <div class="search">
        ${icon('search')}
        <input
          type="text"
          dir="auto"
          role="combobox"
          aria-label=${this.label}
          aria-expanded=${at >= 0}
          aria-controls="list"
          aria-autocomplete="list"
          aria-activedescendant=${at < 0 ? nothing : `item-${at}`}
          placeholder=${this.placeholder}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="go"
          .value=${live(this.value)}
          @input=${this.#onInput}
          @keydown=${this.#onKeyDown}
        />
        <slot name="close"></slot>
      </div>
      ${this.#renderList()}
      ${this.#renderStarButton()}
      <p class="status" role="status">${this.status}</p>
    `;
  }

  /** For keys and screen readers: an item of a list can hold no button. */
  #renderStarButton(): TemplateResult | typeof nothing {
    const item = this.#items().find(({ id }) => id === this.at);
    if (item?.isStarred === undefined) return nothing;
    const { id, title, isStarred } = item;
    return html`<button class="btn foot" type="button" @click=${() => this.#star(id)}>
      ${icon('star')} <span>${(isStarred ? paletteWords.unstar : paletteWords.star)(title)}</span>
    </button>`;
  }

  #renderList(): TemplateResult {
    let n = 0;
    const isEmpty = this.#items().length === 0;
    const list = html`<div id="list" role="listbox" aria-label=${this.label}>
      ${this.groups.map(({ title, items }, g) =>
        items.length === 0
          ? nothing
          : html`<div role="group" aria-labelledby="group-${g}">
              <div class="group" id="group-${g}" role="presentation">${title}</div>
              ${repeat(
                items,
                ({ id }) => id,
                (item) => this.#renderItem(item, n++),
              )}
            </div>`,
      )}
    </div>`;
    return isEmpty ? html`${list}<p class="empty">${this.empty}</p>` : list;
  }

  #renderItem(item: PickItem, n: number): TemplateResult {
    const { id, title, icon: picture, marks = [], detail, note, keys = [], isCurrent, isStarred } = item;
    return html`<div
      id="item-${n}"
      class="item"
      role="option"
      aria-selected=${id === this.at}
      @click=${() => this.#pick(id)}
      @pointermove=${() => {
        this.at = id;
      }}
    >
      ${picture ? icon(picture) : nothing}
      <span class="words">
        <span class="title"><bdi>${renderMarked(title, marks)}</bdi></span>
        ${detail ? html`<span class="detail"><bdi>${renderMarked(detail.text, detail.marks)}</bdi></span>` : nothing}
      </span>
      ${note ? html`<span class="note">${note}</span>` : nothing}
      ${isCurrent ? html`${icon('check')}<span class="vh">${paletteWords.current}</span>` : nothing}
      ${keys.length > 0 ? html`<span class="keys">${keys.map((key) => html`<kbd>${key}</kbd>`)}</span>` : nothing}
      ${isStarred === undefined ? nothing : this.#renderStar(id, isStarred)}
    </div>`;
  }

  /** For the mouse and fingers. */
  #renderStar(id: string, isStarred: boolean): TemplateResult {
    const onClick = (event: Event) => {
      event.stopPropagation();
      this.#star(id);
    };
    return html`<span class="star ${isStarred ? 'on' : ''}" title=${isStarred ? paletteWords.starred : paletteWords.starHint} @click=${onClick}>${icon('star')}</span>`;
  }

  #items(): readonly PickItem[] {
    return this.groups.flatMap(({ items }) => items);
  }

  #onInput(event: Event): void {
    this.dispatchEvent(new QueryEvent((event.target as HTMLInputElement).value));
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === 229) return;
    const step = own(STEPS, event.key);
    if (step) {
      event.preventDefault();
      const items = this.#items();
      const now = items.findIndex(({ id }) => id === this.at);
      this.at = items[step(now, items.length)]?.id ?? null;
    }
    if (event.key === 'Enter' && this.at !== null) {
      event.preventDefault();
      this.#pick(this.at);
    }
  }

  #star(id: string): void {
    this.at = id;
    this.dispatchEvent(new StarEvent(id));
  }

  #pick(id: string): void {
    this.dispatchEvent(new PickEvent(id));
  }
}

/** Where a key leads in a list; the arrows go round. Home and End belong to the words in the field. */
const STEPS: Readonly<Record<string, (now: number, count: number) => number>> = {
  ArrowDown: (now, count) => (now + 1) % count,
  ArrowUp: (now, count) => (now - 1 + count) % count,
  PageDown: (now, count) => Math.min(now + 8, count - 1),
  PageUp: (now) => Math.max(now - 8, 0),
};

declare global {
  interface HTMLElementTagNameMap {
    'pick-list': PickList;
  }
}
