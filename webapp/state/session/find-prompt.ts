import type { UserEntry } from '../../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { whenHolds } from '../base/store.js';
import type { SessionStore } from './session-store.js';

/** The message that began a turn, also from before what is loaded; null if there is none. */
export async function findPrompt(store: SessionStore, turn: number): Promise<UserEntry | null> {
  await whenHolds([store], () => store.value.status !== 'loading');
  for (;;) {
    const found = entriesOf(store.value.transcript.entries).find(
      (entry): entry is UserEntry => entry.kind === 'user' && entry.turn === turn,
    );
    if (found || !(await hasLoadedOlder(store))) return found ?? null;
  }
}

/** Asks for older entries, or waits for those that somebody has asked for; false if none came. */
export async function hasLoadedOlder(store: SessionStore): Promise<boolean> {
  const { first } = store.value.transcript.entries;
  await store.loadOlder();
  await whenHolds([store], () => !store.value.isLoadingOlder);
  return store.value.transcript.entries.first < first;
}
