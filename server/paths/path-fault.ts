/** A path that leads where nobody may go, or nowhere; its message is a sentence about it. */
export class PathFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PathFault';
  }
}
