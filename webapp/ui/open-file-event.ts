/** Fired when a person presses the name of a file; bubbles to anyone who can show it. */
export class OpenFileEvent extends Event {
  static readonly type = 'open-file';
  readonly path: string;
  readonly line: number | null;
  /** Up to which line, and at which character, where that is known. */
  readonly part: { readonly to?: number; readonly column?: number };

  constructor(path: string, line: number | null, part: OpenFileEvent['part'] = {}) {
    super(OpenFileEvent.type, { bubbles: true, composed: true });
    this.path = path;
    this.line = line;
    this.part = part;
  }
}

declare global {
  interface HTMLElementEventMap {
    'open-file': OpenFileEvent;
  }
}
