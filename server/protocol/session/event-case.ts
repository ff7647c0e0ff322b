import type { EventsByType, Shapes } from '../event-shape.js';
import type { EventStamp } from '../events.js';
import type { Transcript } from '../transcript/transcript.js';

/** What one kind of event does to a transcript. */
export interface EventCase<E> {
  /** The key of the entry that it is about, if there is one; see `keyOf`. That entry may have left the memory. */
  readonly names?: (event: E, t: Transcript) => string | null;
  /** The transcript after it. `n` is the entry that it names; -1 if that isn't loaded. Pure and total: no clock, no I/O. */
  readonly fold: (t: Transcript, event: E, n: number) => Transcript;
}

/** What is done with an event of a kind that we don't know: nothing. */
export const NO_CASE: EventCase<unknown> = { fold: (t) => t };

/** A case for each of these shapes: one that is missing doesn't compile, and neither does one without a shape. */
export type CasesOf<S extends Shapes> = {
  readonly [T in keyof EventsByType<S>]: EventCase<EventsByType<S>[T] & EventStamp>;
};

/**
 * The other entries that an event changes, by key or by number: they may have left the memory of the server, which fetches
 * them then. A page has what it has.
 */
export type EventReach<E> = (event: E, t: Transcript) => readonly (string | number)[];

/** The reach of those events that change more than the entry that they name and a new one. */
export type ReachOf<S extends Shapes> = {
  readonly [T in keyof EventsByType<S>]?: EventReach<EventsByType<S>[T] & EventStamp>;
};
