import type { Actor } from '../../protocol/events.js';

/** One act of a person: the id by which a repeat is known, and who acts. */
export interface Act {
  readonly cmdId: string;
  readonly by: Actor;
  /** Whether it came from another machine than this one. */
  readonly isRemote?: boolean;
}
