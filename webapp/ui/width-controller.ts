import type { LitElement, ReactiveController } from 'lit';

/** Knows whether its element is narrower than a limit, in CSS pixels. */
export class WidthController implements ReactiveController {
  readonly #host: LitElement;
  readonly #limit: number;
  readonly #isGuessed: boolean;
  #narrow = false;
  #observer: ResizeObserver | null = null;

  /** To measure at once, the page is laid out in the middle of being drawn; for a first guess the window's width will do. */
  constructor(host: LitElement, limit: number, { isGuessed = false } = {}) {
    this.#host = host;
    this.#limit = limit;
    this.#isGuessed = isGuessed;
    host.addController(this);
  }

  get isNarrow(): boolean {
    return this.#narrow;
  }

  hostConnected(): void {
    // Later, because what this leads to changes sizes again, which a browser counts as an error while it tells them.
    this.#observer = new ResizeObserver(([entry]) => setTimeout(() => this.#measure(entry!.contentRect.width)));
    this.#observer.observe(this.#host);
    if (this.#isGuessed) this.#narrow ||= matchMedia(`(width < ${this.#limit}px)`).matches;
    else this.#measure(this.#host.getBoundingClientRect().width);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  #measure(width: number): void {
    const narrow = width > 0 && width < this.#limit;
    if (narrow === this.#narrow) return;
    this.#narrow = narrow;
    this.#host.requestUpdate();
  }
}
