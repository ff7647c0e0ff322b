/**
 * Observers and frames that need no drawing. Pages of tests run side by side, and the browser draws only the one in
 * front: in the others the real ones would never answer. These look at the real layout, every few milliseconds.
 */
import { endMotion } from './mount.rig.js';

const EVERY_MS = 5;

/** Observers that watch something: each looks once and says whether it had anything to tell. */
const watching = new Set<{ look(): boolean }>();
let awaitedFrames = 0;

class PollingResize implements ResizeObserver {
  readonly #tell: ResizeObserverCallback;
  readonly #sizes = new Map<Element, string>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }

  observe(target: Element): void {
    this.#sizes.set(target, '');
    watching.add(this);
    this.#timer ??= setInterval(() => this.look(), EVERY_MS);
  }

  unobserve(target: Element): void {
    this.#sizes.delete(target);
  }

  disconnect(): void {
    this.#sizes.clear();
    watching.delete(this);
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  look(): boolean {
    const changed: ResizeObserverEntry[] = [];
    for (const [target, before] of this.#sizes) {
      const contentRect = target.getBoundingClientRect();
      const now = `${contentRect.width} ${contentRect.height}`;
      this.#sizes.set(target, now);
      if (now === before) continue;
      changed.push({ target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] });
    }
    if (changed.length > 0) this.#tell(changed, this);
    return changed.length > 0;
  }
}

class PollingIntersection implements IntersectionObserver {
  readonly root: Element | null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;
  readonly #margin: number;
  readonly #seen = new Map<Element, boolean>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tell: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
    this.#tell = tell;
    this.root = options.root instanceof Element ? options.root : null;
    this.#margin = Number.parseInt(options.rootMargin ?? '0', 10);
  }

  observe(target: Element): void {
    if (!this.#seen.has(target)) this.#seen.set(target, false);
    watching.add(this);
    this.#timer ??= setInterval(() => this.look(), EVERY_MS);
  }

  unobserve(target: Element): void {
    this.#seen.delete(target);
  }

  disconnect(): void {
    this.#seen.clear();
    watching.delete(this);
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }

  look(): boolean {
    let hasChanged = false;
    for (const [target, before] of this.#seen) {
      const isIntersecting = target.isConnected && this.#isNear(target.getBoundingClientRect());
      this.#seen.set(target, isIntersecting);
      if (isIntersecting === before) continue;
      hasChanged = true;
      this.#tell([{ isIntersecting, target } as IntersectionObserverEntry], this);
    }
    return hasChanged;
  }

  /** Above and below alone: nothing here scrolls sideways. */
  #isNear({ top, bottom }: DOMRect): boolean {
    const view = this.root?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    return bottom >= view.top - this.#margin && top <= view.bottom + this.#margin;
  }
}

globalThis.ResizeObserver = PollingResize;
globalThis.IntersectionObserver = PollingIntersection;
globalThis.requestAnimationFrame = (run) => {
  awaitedFrames += 1;
  return Number(
    setTimeout(() => {
      awaitedFrames -= 1;
      run(performance.now());
    }, 0),
  );
};

/**
 * Settles when everything drawn has moved as far as it will: every motion is at its end, every update is through, no frame is awaited, and no
 * observer finds anything new. Only then does “it has not moved” say something.
 */
export async function atRest(): Promise<void> {
  for (let isCalm = false; !isCalm; ) {
    // Its own task, behind every update and every frame that is due now.
    await new Promise((resolve) => setTimeout(resolve, 0));
    endMotion();
    const told = [...watching].filter((observer) => observer.look()).length;
    isCalm = told === 0 && awaitedFrames === 0;
  }
}
