import type { DiffResult } from '../../diff/diff-result.js';
import type { LinePicks } from '../../diff/pick-lines.js';
import type { IconName } from '../../ui/icons.js';

/** Something that can be done with hunks and lines of a diff; the first one is what Enter does. */
export interface DiffAct {
  readonly id: string;
  readonly icon: IconName;
  /** What it is called for a whole hunk. */
  readonly hunk: string;
  /** What it is called for so many picked lines. */
  readonly lines: (count: number) => string;
  /** Whether something is lost by it. */
  readonly isLoss: boolean;
}

/** Fired when a person wants something done with lines of a diff. */
export class DiffActEvent extends Event {
  static readonly type = 'diff-act';
  readonly act: string;
  readonly picks: LinePicks;
  /** The diff as it was drawn, to which the picks belong. */
  readonly diff: DiffResult;

  constructor(act: string, picks: LinePicks, diff: DiffResult) {
    super(DiffActEvent.type, { bubbles: true, composed: true });
    this.act = act;
    this.picks = picks;
    this.diff = diff;
  }
}

declare global {
  interface HTMLElementEventMap {
    'diff-act': DiffActEvent;
  }
}
