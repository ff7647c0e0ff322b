import type { EventPage } from './events.js';

/** An event with its place in a log. */
export type Logged<Event> = Event & { readonly seq: number; readonly at: number };

/** What a channel carries: its state before anything has happened, and what each event makes of it, in the server and in every tab. */
export interface Contract<State, Event extends { readonly type: string }> {
  /** Its name or, where there are several of the kind, what their names begin with before a colon. */
  readonly channel: string;
  readonly empty: State;
  /** Pure and total: an event of an unknown type changes nothing. */
  reduce(state: State, event: Logged<Event>): State;
}

/**
 * What a tab gets when it asks for a channel: what it has missed, or the state. `live` means that events from here on come
 * by themselves; otherwise the tab asks again from its current number.
 */
export type ChannelSync<State, Event> =
  | { kind: 'state'; epoch: string; seq: number; state: State }
  | ({ kind: 'tail'; live: boolean; head: number } & EventPage<Logged<Event>>);
