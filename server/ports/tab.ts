import type { EventPage } from '../protocol/events.js';

/** A tab as the sessions see it: a place for pages, which may be slow. */
export interface TabPort {
  readonly id: string;
  /** What a person would call the device, e.g. "Chrome on Linux". */
  readonly device: string;
  /** Whether the device is another machine than this one. */
  readonly isRemote?: boolean;
  /** False while too much is unsent; a cursor then waits and costs nothing. */
  readonly isWritable: boolean;
  stream(logId: string, page: EventPage<unknown>): void;
  /** Calls `listener` once, when the tab can take more. */
  onceWritable(listener: () => void): void;
}
