/** Fired when a person presses the name of a file; bubbles to whoever can show it. */
export class OpenFileEvent extends Event {
  static readonly type = 'open-file';
  readonly path: string;
  readonly line: number | null;

  constructor(path: string, line: number | null) {
    super(OpenFileEvent.type, { bubbles: true, composed: true });
    this.path = path;
    this.line = line;
  }
}

declare global {
  interface HTMLElementEventMap {
    'open-file': OpenFileEvent;
  }
}
