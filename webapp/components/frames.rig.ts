/**
 * Observers and frames that need no drawing. Pages of tests run side by side, and the browser draws only the one in
 * front: in the others the real ones would never answer. These look at the real layout, every few milliseconds.
 */
const EVERY_MS = 5;

class PollingResize implements ResizeObserver {
  readonly #tell: ResizeObserverCallback;
  readonly #sizes = new Map<Element, string>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }

  observe(target: Element): void {
    this.#sizes.set(target, '');
    this.#timer ??= setInterval(() => this.#look(), EVERY_MS);
  }

  unobserve(target: Element): void {
    this.#sizes.delete(target);
  }

  disconnect(): void {
    this.#sizes.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    let hasChanged = false;
    for (const [element, before] of this.#sizes) {
      const { width, height } = element.getBoundingClientRect();
      const now = `${width} ${height}`;
      this.#sizes.set(element, now);
      hasChanged ||= now !== before;
    }
    if (hasChanged) this.#tell([], this);
  }
}

class PollingIntersection implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;
  readonly #margin: number;
  readonly #seen = new Map<Element, boolean>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tell: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
    this.#tell = tell;
    this.#margin = Number.parseInt(options.rootMargin ?? '0', 10);
  }

  observe(target: Element): void {
    if (!this.#seen.has(target)) this.#seen.set(target, false);
    this.#timer ??= setInterval(() => this.#look(), EVERY_MS);
  }

  unobserve(target: Element): void {
    this.#seen.delete(target);
  }

  disconnect(): void {
    this.#seen.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }

  #look(): void {
    for (const [target, before] of this.#seen) {
      const isIntersecting = target.isConnected && target.getBoundingClientRect().bottom > -this.#margin;
      this.#seen.set(target, isIntersecting);
      if (isIntersecting !== before) this.#tell([{ isIntersecting, target } as IntersectionObserverEntry], this);
    }
  }
}

globalThis.ResizeObserver = PollingResize;
globalThis.IntersectionObserver = PollingIntersection;
globalThis.requestAnimationFrame = (run) => Number(setTimeout(() => run(performance.now()), 0));
