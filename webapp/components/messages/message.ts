import { ContextEvent } from '@lit/context';
import type { Entry, TextEntry, UserEntry } from '../../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { sessionContext } from '../../state/app/contexts.js';
import type { SessionStore } from '../../state/session/session-store.js';

/** A message on the page, for those who want to do something with it. */
export interface Message {
  readonly entry: UserEntry | TextEntry;
  /** Where it is drawn; what is done with it begins there. */
  readonly element: HTMLElement;
  /** The session it belongs to. */
  readonly store: SessionStore;
  /** Whether that session is the one on screen, and can be written in. */
  readonly isWritable: boolean;
}

/** An element that draws an entry. */
export interface EntryElement extends HTMLElement {
  readonly entry: Entry;
  readonly place: { readonly isWritable: boolean };
}

/** The message that an element draws; null if that isn't one, or not one of the log yet. */
export function messageIn(element: EntryElement): Message | null {
  const { entry, place } = element;
  if ((entry.kind !== 'user' && entry.kind !== 'agent') || entry.id.startsWith('sending ')) return null;
  const store = storeOf(element);
  return store && { entry, element, store, isWritable: place.isWritable };
}

/** The number of an entry in its session; null if it is no longer here. */
export function numberOfEntry({ store, entry }: Pick<Message, 'store' | 'entry'>): number | null {
  const { entries } = store.value.transcript;
  const index = entriesOf(entries).findIndex(({ id }) => id === entry.id);
  return index < 0 ? null : entries.first + index;
}

function storeOf(element: HTMLElement): SessionStore | null {
  let found: SessionStore | null = null;
  element.dispatchEvent(
    new ContextEvent(sessionContext, element, (store) => {
      found = store;
    }),
  );
  return found;
}
