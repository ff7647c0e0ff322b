/**
 * Lets a test say what is on screen. Pages of tests run side by side, and the browser draws only the one in front: in
 * the others a real observer would never answer.
 */
export class HandSight implements IntersectionObserver {
  static #isInSight = true;
  static readonly #all = new Set<HandSight>();
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;
  readonly #targets = new Set<Element>();
  #noticed: IntersectionObserverEntry[] = [];

  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
    HandSight.#all.add(this);
  }

  /** From now on, what is observed is on screen or is not. */
  static see(isInSight: boolean): void {
    HandSight.#isInSight = isInSight;
    for (const one of HandSight.#all) for (const target of one.#targets) one.#answer(target);
  }

  /** Something was on screen or was not, for a moment only. */
  static notice(isInSight: boolean): void {
    const now = HandSight.#isInSight;
    HandSight.see(isInSight);
    HandSight.#isInSight = now;
  }

  observe(target: Element): void {
    this.#targets.add(target);
    this.#answer(target);
  }

  /** What was noticed before is told all the same. */
  unobserve(target: Element): void {
    this.#targets.delete(target);
  }

  disconnect(): void {
    this.#targets.clear();
    this.#noticed = [];
    HandSight.#all.delete(this);
  }

  takeRecords(): IntersectionObserverEntry[] {
    const noticed = this.#noticed;
    this.#noticed = [];
    return noticed;
  }

  /** As the browser does: not before what is being drawn has been drawn. */
  #answer(target: Element): void {
    this.#noticed.push({ isIntersecting: HandSight.#isInSight, target } as IntersectionObserverEntry);
    setTimeout(() => {
      const noticed = this.takeRecords();
      if (noticed.length > 0) this.#tell(noticed, this);
    });
  }
}

globalThis.IntersectionObserver = HandSight;
