import type { LitElement, ReactiveController } from 'lit';

/** Makes an element a layer: the browser closes it with Escape or a press beside it, and gives the focus back. */
export class LayerController implements ReactiveController {
  readonly #host: LitElement;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#host.matches(':popover-open');
  }

  hostConnected(): void {
    this.#host.popover = 'auto';
    this.#host.role = 'dialog';
    this.#host.addEventListener('focusout', this.#onFocusOut);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('focusout', this.#onFocusOut);
  }

  /** Opens it once it is drawn, and puts the focus where it wants it. */
  async open(): Promise<void> {
    await this.#host.updateComplete;
    if (!this.isOpen) this.#host.showPopover();
    this.#host.focus();
  }

  close(): void {
    if (this.isOpen) this.#host.hidePopover();
  }

  /** Anyone who goes on with Tab has left it. */
  readonly #onFocusOut = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && !this.#host.contains(event.relatedTarget)) this.close();
  };
}
