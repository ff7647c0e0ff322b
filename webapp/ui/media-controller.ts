import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Whether a media query holds; the element renders again when that changes. */
export class MediaController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #media: MediaQueryList;

  constructor(host: ReactiveControllerHost, query: string) {
    this.#host = host;
    this.#media = matchMedia(query);
    host.addController(this);
  }

  get matches(): boolean {
    return this.#media.matches;
  }

  hostConnected(): void {
    this.#media.addEventListener('change', this.#onChange);
  }

  hostDisconnected(): void {
    this.#media.removeEventListener('change', this.#onChange);
  }

  readonly #onChange = (): void => this.#host.requestUpdate();
}

/** On a phone the Return key makes a new line, there is a button to send, and focus would bring up the keyboard. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse) and (hover: none)').matches;
}

/** The list of sessions is next to the session, and there is room for a second one. */
export const WIDE = '(min-width: 1100px)';

/** Whether that holds now. */
export function isWide(): boolean {
  return matchMedia(WIDE).matches;
}
