import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { type FavouriteChoices, SETTING_FORMS } from '../../../server/protocol/features/setting-maps.js';
import { own } from '../../../server/protocol/own.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, settingsContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { layer } from '../../styles/layer.js';
import { fuzzyFind } from '../../ui/fuzzy-find.js';
import { isTouch } from '../../ui/media-controller.js';
import { label } from '../../ui/visible-text.js';
import { LayerController } from '../palette/layer-controller.js';
import '../palette/pick-list.js';
import type { PickEvent, PickGroup, PickItem, PickList, QueryEvent, StarEvent } from '../palette/pick-list.js';
import { changeFavourite, favouriteName } from './favourites.js';
import type { OptionChoice, OptionGroup, OptionMenu } from './option-menu.js';
import { optionPickerStyles } from './option-picker.styles.js';
import { pickerWords } from './words.js';

/** Between the chip and the list, in pixels. */
const GAP = 6;

/**
 * The values of one option, to be found by their words, the person's favourites first. It opens as soon as it is drawn:
 * above its chip, or from the bottom of a small screen.
 * @fires user-act - The person chose a value, or made one a favourite.
 * @fires picker-closed - It is gone, however that came.
 */
@customElement('option-picker')
export class OptionPicker extends LitElement {
  static override styles = [layer, optionPickerStyles];

  @property({ attribute: false }) menu!: OptionMenu;
  @property({ attribute: false }) agentId = '';
  /** The chip that it belongs to. */
  @property({ attribute: false }) chip: HTMLElement | null = null;

  @state() private query = '';

  @query('pick-list') private list!: PickList | null;

  readonly #settings = consume(this, settingsContext);
  readonly #chosen = follow(
    this,
    () => this.#settings.value,
    (values) => values?.favourites,
  );
  readonly #layer = new LayerController(this);
  #tellOpened = (): void => {};

  /** Fulfilled when keys reach it. */
  readonly opened = new Promise<void>((resolve) => {
    this.#tellOpened = resolve;
  });

  /** On a touch screen the field would bring up a keyboard over the list. */
  override focus(): void {
    if (isTouch()) super.focus();
    else this.list?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.tabIndex = -1;
    this.addEventListener('toggle', this.#onToggle);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('toggle', this.#onToggle);
  }

  protected override firstUpdated(): void {
    void this.#layer.open().then(this.#tellOpened);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('menu')) this.ariaLabel = pickerWords.choose(label(this.menu.name, 60));
    if (changed.has('chip') && this.chip) this.#place(this.chip.getBoundingClientRect());
  }

  protected override render(): TemplateResult {
    const name = label(this.menu.name, 60);
    return html`<pick-list
      label=${pickerWords.choose(name)}
      placeholder=${pickerWords.search(name)}
      empty=${pickerWords.none}
      wraps
      starts-at-current
      .value=${this.query}
      .groups=${this.#groups()}
      @query=${(event: QueryEvent) => {
        this.query = event.query;
      }}
      @pick=${this.#onPick}
      @star=${this.#onStar}
    ></pick-list>`;
  }

  #place({ left, top }: DOMRect): void {
    this.style.setProperty('--chip-left', `${left}px`);
    this.style.setProperty('--chip-top', `${top - GAP}px`);
  }

  get #favourites(): FavouriteChoices {
    return this.#chosen.value ?? {};
  }

  #isFavourite({ value }: OptionChoice): boolean {
    return own(this.#favourites, this.agentId)?.includes(favouriteName(this.menu, value)) === true;
  }

  #groups(): PickGroup[] {
    const { groups, name } = this.menu;
    if (this.query.trim() !== '') return [{ title: pickerWords.found, items: this.#find(groups) }];
    const favourites = groups.flatMap(({ choices }) => choices.filter((choice) => this.#isFavourite(choice)));
    const others = groups.map(({ title, choices }) => ({
      title: label(title || name, 80),
      items: choices.filter((choice) => !this.#isFavourite(choice)).map((choice) => this.#itemOf(choice)),
    }));
    return [{ title: pickerWords.favourites, items: favourites.map((choice) => this.#itemOf(choice)) }, ...others];
  }

  #find(groups: readonly OptionGroup[]): PickItem[] {
    const all = groups.flatMap(({ title, choices }) => choices.map((choice) => ({ title, choice })));
    const found = fuzzyFind(this.query, all, {
      words: ({ choice }) => label(choice.name, 80),
      about: ({ choice, title }) => `${choice.description} ${choice.value} ${title}`,
    });
    return found.map(({ item, marks }) => ({ ...this.#itemOf(item.choice), marks }));
  }

  #itemOf(choice: OptionChoice): PickItem {
    const { value, name, description } = choice;
    return {
      id: value,
      title: label(name, 80),
      ...(description === '' ? {} : { detail: { text: label(description, 200), marks: [] } }),
      isCurrent: value === this.menu.current.value,
      // What the settings file can't hold has no star.
      ...(this.#canKeep(value) ? { isStarred: this.#isFavourite(choice) } : {}),
    };
  }

  #canKeep(value: string): boolean {
    return SETTING_FORMS.favourite.test(favouriteName(this.menu, value)) && SETTING_FORMS.agent.test(this.agentId);
  }

  #onPick({ itemId }: PickEvent): void {
    const { menu } = this;
    this.#layer.close();
    if (itemId !== menu.current.value) this.dispatchEvent(new UserActEvent(menu.choose(itemId)));
  }

  #onStar({ itemId }: StarEvent): void {
    const favourites = changeFavourite(this.#favourites, this.agentId, favouriteName(this.menu, itemId));
    this.dispatchEvent(new UserActEvent({ type: 'change_settings', change: { favourites } }));
  }

  readonly #onToggle = (event: Event): void => {
    if ((event as ToggleEvent).newState === 'closed') this.dispatchEvent(new Event('picker-closed'));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'option-picker': OptionPicker;
  }
}
