import type { LitElement, ReactiveController } from 'lit';

const MARGIN = '600px';
const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** Knows whether its element has ever been near what is on screen: work for the rest can wait, perhaps for ever. */
export class NearController implements ReactiveController {
  readonly #host: LitElement;
  #near = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  get isNear(): boolean {
    return this.#near;
  }

  hostConnected(): void {
    if (this.#near) return;
    observer ??= new IntersectionObserver(tellNear, { rootMargin: MARGIN });
    waiting.set(this.#host, () => {
      this.#near = true;
      this.#host.requestUpdate();
    });
    observer.observe(this.#host);
  }

  hostDisconnected(): void {
    observer?.unobserve(this.#host);
  }
}

function tellNear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer?.unobserve(target);
    waiting.get(target)?.();
  }
}
