/** A path that leads where nobody may go, or nowhere; its message is a sentence about it, for agents and logs. */
export class PathFault extends Error {
  readonly kind: 'malformed' | 'outside' | 'broken_link' | 'unreachable' | 'moved';

  constructor(kind: PathFault['kind'], message: string) {
    super(message);
    this.kind = kind;
    this.name = 'PathFault';
  }
}
