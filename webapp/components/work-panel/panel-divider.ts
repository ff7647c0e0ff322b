import { customElement } from 'lit/decorators.js';
import { own } from '../../../server/protocol/own.js';
import { consume, preferencesContext } from '../../state/app/contexts.js';
import { LightElement } from '../../ui/light-element.js';
import { workWords } from './words.js';

const NARROWEST = 360;
const WIDEST_SHARE = 0.6;
const STEP = 24;

/** The edge of the work panel, by which it is made wider or narrower. Light DOM. */
@customElement('panel-divider')
export class PanelDivider extends LightElement {
  readonly #preferences = consume(this, preferencesContext);
  #dragged = 0;
  readonly #observer = new ResizeObserver(() => this.#tellWidth());

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'separator';
    this.tabIndex = 0;
    this.title = workWords.widthHint;
    this.ariaLabel = workWords.width;
    this.ariaOrientation = 'vertical';
    this.ariaValueMin = String(NARROWEST);
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('dblclick', this.#reset);
    this.addEventListener('pointerdown', this.#onDown);
    this.addEventListener('pointermove', this.#onMove);
    this.addEventListener('pointerup', this.#onUp);
    if (this.parentElement) this.#observer.observe(this.parentElement);
    this.#tellWidth();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  get #width(): number {
    return Math.round(this.parentElement?.getBoundingClientRect().width ?? 0);
  }

  get #widest(): number {
    return Math.round((this.closest('.shell')?.getBoundingClientRect().width ?? innerWidth) * WIDEST_SHARE);
  }

  #tellWidth(): void {
    this.ariaValueNow = String(this.#width);
    this.ariaValueMax = String(Math.max(this.#widest, this.#width));
  }

  #resize(width: number): void {
    const panelWidth = Math.max(NARROWEST, Math.min(Math.round(width), this.#widest));
    this.#preferences.value?.choose({ panelWidth });
    // The page is drawn anew first.
    setTimeout(() => this.#tellWidth());
  }

  readonly #reset = (): void => this.#preferences.value?.choose({ panelWidth: 0 });

  readonly #onKey = (event: KeyboardEvent): void => {
    const widths: Record<string, number> = {
      ArrowLeft: this.#width + STEP,
      ArrowRight: this.#width - STEP,
      Home: NARROWEST,
      End: this.#widest,
    };
    const width = own(widths, event.key);
    if (width === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (width === undefined) this.#reset();
    else this.#resize(width);
  };

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#dragged = event.clientX + this.#width;
    this.setPointerCapture(event.pointerId);
  };

  readonly #onMove = (event: PointerEvent): void => {
    if (this.hasPointerCapture(event.pointerId)) this.#resize(this.#dragged - event.clientX);
  };

  readonly #onUp = (event: PointerEvent): void => {
    this.releasePointerCapture(event.pointerId);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'panel-divider': PanelDivider;
  }
}
