import type { LitElement, ReactiveController } from 'lit';

const MARGIN = '1200px';
const told = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | null = null;

/**
 * Knows whether its element is near what is on screen now. As it leaves, the element may rest: what it draws can go, and
 * comes back when it is near again.
 */
export class RangeController implements ReactiveController {
  readonly #host: LitElement;
  readonly #mayRest: () => boolean;
  #isNear = false;

  /** `mayRest` is asked when the element leaves; one that says no stays as it is. */
  constructor(host: LitElement, mayRest: () => boolean) {
    this.#host = host;
    this.#mayRest = mayRest;
    host.addController(this);
  }

  get isNear(): boolean {
    return this.#isNear;
  }

  hostConnected(): void {
    // A margin of the window alone ends at the edges of what scrolls inside of it.
    observer ??= new IntersectionObserver(tell, {
      rootMargin: MARGIN,
      scrollMargin: MARGIN,
    } as IntersectionObserverInit);
    told.set(this.#host, (isNear) => this.#take(isNear));
    observer.observe(this.#host);
  }

  hostDisconnected(): void {
    observer?.unobserve(this.#host);
  }

  /** It is drawn although nobody has seen it yet, because somebody goes there. */
  come(): void {
    this.#take(true);
  }

  #take(isNear: boolean): void {
    if (isNear === this.#isNear || (!isNear && !this.#mayRest())) return;
    this.#isNear = isNear;
    this.#host.requestUpdate();
  }
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) told.get(target)?.(isIntersecting);
}
