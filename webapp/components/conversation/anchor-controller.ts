import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Holds what a person reads in its place while entries are put in front of it. */
export class AnchorController implements ReactiveController {
  readonly #scroller: () => HTMLElement | null;
  #anchor: { element: Element; top: number } | null = null;

  constructor(host: ReactiveControllerHost, scroller: () => HTMLElement | null) {
    this.#scroller = scroller;
    host.addController(this);
  }

  get isHolding(): boolean {
    return this.#anchor !== null;
  }

  /** Call before the entries are drawn. Browsers do not anchor a list that is at its very top. */
  hold(candidates: Iterable<Element>): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    const edge = scroller.getBoundingClientRect().top;
    for (const element of candidates) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom <= edge) continue;
      scroller.style.overflowAnchor = 'none';
      this.#anchor = { element, top };
      return;
    }
  }

  /** Entries draw themselves in microtasks of their own; the next frame sees them all, and is not painted yet. */
  hostUpdated(): void {
    const anchor = this.#anchor;
    if (!anchor) return;
    this.#anchor = null;
    requestAnimationFrame(() => {
      const scroller = this.#scroller();
      if (!scroller) return;
      if (anchor.element.isConnected) scroller.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
      scroller.style.overflowAnchor = '';
    });
  }
}
