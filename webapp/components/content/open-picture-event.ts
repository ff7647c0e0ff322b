/** Fired when a person presses an image; bubbles to anyone who can show it large. */
export class OpenPictureEvent extends Event {
  static readonly type = 'open-picture';
  readonly image: HTMLImageElement;

  constructor(image: HTMLImageElement) {
    super(OpenPictureEvent.type, { bubbles: true, composed: true });
    this.image = image;
  }
}

declare global {
  interface HTMLElementEventMap {
    'open-picture': OpenPictureEvent;
  }
}
