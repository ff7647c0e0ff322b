import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A line of code in the small size; only how many lines are left is reckoned with it. */
const LINE_PX = 18;

/** Knows whether a person has had the end of a box that scrolls on their screen, and how much of it is still to come. */
export class EndController implements ReactiveController {
  /** Whether the end was on screen since the last `reset`, with all that belongs above it drawn. */
  isSeen = false;
  /** About how many lines are below what can be seen now. */
  linesLeft = 0;
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #names: { readonly box: string; readonly end: string };
  #box: HTMLElement | null = null;
  #end: HTMLElement | null = null;
  #sight: IntersectionObserver | null = null;
  #changes: MutationObserver | null = null;
  #size: ResizeObserver | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, names: { readonly box: string; readonly end: string }) {
    this.#host = host;
    this.#names = names;
    host.addController(this);
  }

  hostUpdated(): void {
    const root = this.#host;
    const box = root.querySelector<HTMLElement>(this.#names.box);
    const end = root.querySelector<HTMLElement>(this.#names.end);
    if (box === this.#box && end === this.#end) return;
    this.hostDisconnected();
    if (!box || !end) return;
    this.#watch(box, end);
  }

  hostDisconnected(): void {
    for (const observer of [this.#sight, this.#changes, this.#size]) observer?.disconnect();
    this.#box?.removeEventListener('scroll', this.#measure);
    for (const type of ['load', 'error']) this.#box?.removeEventListener(type, this.#onLoaded, true);
    this.#box = this.#end = null;
  }

  /** Something else is shown from now on. */
  reset(): void {
    this.isSeen = false;
    // What was in sight until now may be on its way to us still.
    this.#sight?.takeRecords();
    if (this.#box) this.#box.scrollTop = 0;
    this.#lookAgain();
  }

  /** Brings the end onto the screen. */
  show(): void {
    this.#end?.scrollIntoView({ block: 'nearest' });
    // A page that is not in front hears of no scrolling either.
    this.#measure();
  }

  #watch(box: HTMLElement, end: HTMLElement): void {
    this.#box = box;
    this.#end = end;
    this.#sight = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting && isDrawn(box)) this.#see();
    });
    this.#sight.observe(end);
    // What is drawn late pushes the end away again, so that has to be looked for anew.
    this.#changes = new MutationObserver(() => this.#lookAgain());
    this.#changes.observe(box, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
    // Later, because what this leads to changes sizes again, which a browser counts as an error while it tells them.
    this.#size = new ResizeObserver(() => setTimeout(this.#measure));
    this.#size.observe(box);
    // A page that is not in front hears of no sizes.
    setTimeout(this.#measure);
    box.addEventListener('scroll', this.#measure, { passive: true });
    // Pictures have no height until they are there; these events do not bubble.
    for (const type of ['load', 'error']) box.addEventListener(type, this.#onLoaded, true);
  }

  #lookAgain(): void {
    this.#measure();
    if (!this.#end) return;
    this.#sight?.unobserve(this.#end);
    this.#sight?.observe(this.#end);
  }

  #see(): void {
    if (this.isSeen) return;
    this.isSeen = true;
    this.#host.requestUpdate();
  }

  readonly #onLoaded = (): void => this.#lookAgain();

  readonly #measure = (): void => {
    const { scrollHeight = 0, clientHeight = 0, scrollTop = 0 } = this.#box ?? {};
    const px = scrollHeight - clientHeight - scrollTop;
    const lines = px < 4 ? 0 : Math.ceil(px / LINE_PX);
    if (lines === this.linesLeft) return;
    this.linesLeft = lines;
    this.#host.requestUpdate();
  };
}

/** Whether nothing is still to come: elements and pictures that are loaded late, and what says that it is busy. */
function isDrawn(box: HTMLElement): boolean {
  if (box.querySelector(':not(:defined), [aria-busy="true"]')) return false;
  return [...box.querySelectorAll('img')].every((picture) => picture.complete);
}
