import type { RingLimit } from './event-ring.js';

/** How much of a log is kept where, and when it is written down. */
export interface LogLimits {
  /** The newest events in memory, for tabs that are nearly up to date. */
  readonly recent: RingLimit;
  /** A tab further behind than this gets a snapshot instead of events. */
  readonly tailEvents: number;
  /** The newest entries in memory. */
  readonly window: RingLimit;
  /** As much as that if an older entry is still unfinished. */
  readonly stretchedWindow: RingLimit;
  /** The folded state is written down after so much, and at the end of each turn. */
  readonly eventsPerSave: number;
  readonly bytesPerSave: number;
  readonly thawedEntries: number;
  /** More than this is written without waiting for the tick. */
  readonly flushBytes: number;
  /** What is held in memory while the store cannot be written; output beyond it is lost, and that is said. */
  readonly heldBytes: number;
}

const MIB = 1024 * 1024;

export const LOG_LIMITS: LogLimits = {
  recent: { count: 4096, bytes: 4 * MIB },
  tailEvents: 2000,
  window: { count: 512, bytes: 4 * MIB },
  stretchedWindow: { count: 2048, bytes: 16 * MIB },
  eventsPerSave: 1000,
  bytesPerSave: 2 * MIB,
  thawedEntries: 64,
  flushBytes: MIB,
  heldBytes: 64 * MIB,
};
