import type { EventPage } from '../events.js';

/** A reader's copy of a log, and its position in the log. */
export interface Replica<S> {
  readonly epoch: string;
  readonly seq: number;
  readonly state: S;
}

/** What a page does to a copy: it follows, or the reader has to ask for the state again. */
export type PageOutcome<S> = { kind: 'followed'; replica: Replica<S> } | { kind: 'resync' };

/**
 * The whole of what a reader does with events, live, late or repeated: another epoch means resync,
 * what it has already is dropped, a gap means resync, the next one is folded. (That frames of an old
 * connection never get here is the connection's part.)
 */
export function followPage<S, E extends { seq: number }>(
  replica: Replica<S>,
  page: EventPage<E>,
  reduce: (state: S, event: E) => S,
): PageOutcome<S> {
  if (page.epoch !== replica.epoch) return { kind: 'resync' };
  let { seq, state } = replica;
  for (const event of page.events) {
    if (event.seq <= seq) continue;
    if (event.seq !== seq + 1) return { kind: 'resync' };
    state = reduce(state, event);
    seq = event.seq;
  }
  return { kind: 'followed', replica: { epoch: replica.epoch, seq, state } };
}
