import type { LitElement, ReactiveController } from 'lit';

/** Knows whether its element is narrower than a limit, in CSS pixels. */
export class WidthController implements ReactiveController {
  readonly #host: LitElement;
  readonly #limit: number;
  #narrow = false;
  #observer: ResizeObserver | null = null;

  constructor(host: LitElement, limit: number) {
    this.#host = host;
    this.#limit = limit;
    host.addController(this);
  }

  get isNarrow(): boolean {
    return this.#narrow;
  }

  hostConnected(): void {
    this.#observer = new ResizeObserver(([entry]) => this.#measure(entry!.contentRect.width));
    this.#observer.observe(this.#host);
    this.#measure(this.#host.getBoundingClientRect().width);
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
