/** What a person can do to the page itself: neither the stores nor the server hear of it. */
export type PageAct =
  /** Allows the request on screen, once. */
  | { type: 'allow_once' }
  | { type: 'show_sessions' }
  /** Goes to an entry of the conversation on screen. */
  | { type: 'show_entry'; entryId: string }
  /** Runs a command of the registry by its id, as the composer does with what follows a slash. */
  | { type: 'run_command'; commandId: string; argument?: string };

/** Bubbles to `<ac-app>`, which answers it. */
export class PageActEvent extends Event {
  static readonly type = 'page-act';
  readonly act: PageAct;

  constructor(act: PageAct) {
    super(PageActEvent.type, { bubbles: true, composed: true });
    this.act = act;
  }
}

declare global {
  interface HTMLElementEventMap {
    'page-act': PageActEvent;
  }
}
