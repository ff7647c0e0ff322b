/**
 * Fired when a person asks for a remote image; bubbles. Whoever can fetch it without the page's credentials hands the
 * address of its copy to `respondWith`; if nobody does, the image is asked for directly.
 */
export class LoadImageEvent extends Event {
  static readonly type = 'load-image';
  readonly url: string;
  answer: Promise<string> | null = null;

  constructor(url: string) {
    super(LoadImageEvent.type, { bubbles: true, composed: true });
    this.url = url;
  }

  respondWith(copy: Promise<string>): void {
    this.answer = copy;
    this.stopPropagation();
  }
}

declare global {
  interface HTMLElementEventMap {
    'load-image': LoadImageEvent;
  }
}
