import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** So near to the end counts as being there. */
const NEAR_PX = 64;
const UP_KEYS = new Set(['ArrowUp', 'PageUp', 'Home']);
const DOWN_KEYS = new Set(['ArrowDown', 'PageDown', 'End', ' ']);

interface PinnedParts {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  /** Whether the content ends where the list ends; there may be more that is not drawn. */
  readonly hasEnd: boolean;
}

/**
 * Keeps a list at its end while it grows, until the person goes up: then at once and for as long as
 * they like. Only coming back down to the end pins it again. While it grows, layout is read in one place: where the
 * browser reports a new size, after it has laid out and before it paints.
 */
export class PinController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #find: () => PinnedParts | null;
  readonly #resize: ResizeObserver;
  #watched: HTMLElement | null = null;
  #isPinned = true;
  /** The person went up last. The browser itself may move the list too, to hold what is read: that isn't a wish. */
  #isLeaving = false;
  #lastTop = 0;
  #touchY = 0;

  constructor(host: ReactiveControllerHost, find: () => PinnedParts | null) {
    this.#host = host;
    this.#find = find;
    this.#resize = new ResizeObserver(() => this.#follow());
    host.addController(this);
  }

  get isPinned(): boolean {
    return this.#isPinned;
  }

  /** Goes to the end and stays there. */
  pin(): void {
    this.#set(true);
    this.#follow();
  }

  /** Holds still from here on, unless all of the list is in view. */
  leave(): void {
    // The browser reports no size before it draws, in a hidden tab never: the list may not be at its end yet.
    this.#follow();
    this.#unpin();
  }

  hostUpdated(): void {
    const parts = this.#find();
    if (parts && parts.content !== this.#watched) {
      this.#resize.disconnect();
      this.#resize.observe(parts.content);
      // The composer grows and shrinks the room for the list.
      this.#resize.observe(parts.scroller);
      this.#watched = parts.content;
    }
  }

  hostDisconnected(): void {
    this.#resize.disconnect();
    this.#watched = null;
  }

  readonly onScroll = (): void => {
    const { scroller, hasEnd } = this.#find() ?? {};
    if (!scroller) return;
    const isDownward = scroller.scrollTop > this.#lastTop;
    this.#lastTop = scroller.scrollTop;
    const near = this.#isLeaving ? 1 : NEAR_PX;
    if (hasEnd && isDownward && distanceToEnd(scroller) <= near) this.#set(true);
  };

  readonly onWheel = (event: WheelEvent): void => {
    if (event.deltaY < 0) this.#unpin();
    else this.#isLeaving = false;
  };

  readonly onTouchStart = (event: TouchEvent): void => {
    this.#touchY = event.touches[0]?.clientY ?? 0;
  };

  readonly onTouchMove = (event: TouchEvent): void => {
    if ((event.touches[0]?.clientY ?? 0) > this.#touchY) this.#unpin();
    else this.#isLeaving = false;
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (UP_KEYS.has(event.key)) this.#unpin();
    if (DOWN_KEYS.has(event.key)) this.#isLeaving = false;
  };

  /** Anyone who takes the scroll bar may go either way. */
  readonly onPointerDown = (): void => {
    this.#isLeaving = false;
  };

  /** A list that is whole and has no room above its view cannot be left upward. */
  #unpin(): void {
    const { scroller, hasEnd } = this.#find() ?? {};
    if (!scroller || (hasEnd && scroller.scrollTop === 0)) return;
    this.#isLeaving = true;
    this.#set(false);
  }

  #follow(): void {
    const scroller = this.#find()?.scroller;
    if (!this.#isPinned || !scroller) return;
    // Asking for the height too would be no more exact.
    scroller.scrollTop = Number.MAX_SAFE_INTEGER;
    this.#lastTop = scroller.scrollTop;
  }

  #set(isPinned: boolean): void {
    if (isPinned === this.#isPinned) return;
    this.#isPinned = isPinned;
    if (isPinned) this.#isLeaving = false;
    this.#host.requestUpdate();
  }
}

function distanceToEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}
