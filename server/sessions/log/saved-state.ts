import type { Entry } from '../../protocol/transcript/entries.js';
import { endOf, entryListOf, keyOf } from '../../protocol/transcript/entry-list.js';
import { blocksText } from '../../protocol/transcript/entry-text.js';
import { isFinal } from '../../protocol/transcript/reduce-tool.js';
import { emptyTranscript, type Transcript } from '../../protocol/transcript/transcript.js';
import { unknownKind } from '../../protocol/unreachable.js';
import type { SavedState, StoredEntry } from '../store/event-store.js';
import { parseText } from '../store/sqlite/stored-text.js';
import { upgradeEntry, upgradeState } from './old-sentences.js';

/** All of a transcript but its entries, as a saved state keeps it. */
export function savedStateOf({ entries, ...state }: Transcript): SavedState {
  return { seq: state.seq, body: JSON.stringify({ ...state, end: endOf(entries) }) };
}

/** How many entries there were at a saved state; null if it cannot be read. */
export function endOfState({ body }: SavedState): number | null {
  const end = parseText<{ end?: unknown } | null>(body, null)?.end;
  return typeof end === 'number' && Number.isSafeInteger(end) && end >= 0 ? end : null;
}

/** The transcript of a saved state with its newest entries; null if they do not fit together. */
export function transcriptAt(savedState: SavedState, stored: readonly StoredEntry[]): Transcript | null {
  const end = endOfState(savedState);
  if (end === null) return null;
  const first = stored[0]?.n ?? end;
  const isWhole = first + stored.length === end && stored.every(({ n }, i) => n === first + i);
  const entries = stored.map((item) => entryFrom(item));
  if (!isWhole || entries.includes(null)) return null;
  const { end: _end, ...state } = parseText<Transcript & { end: number }>(savedState.body, { ...emptyTranscript, end });
  if (state.seq !== savedState.seq) return null;
  return { ...emptyTranscript, ...upgradeState(state), entries: entryListOf(first, entries as Entry[]) };
}

/** An entry as the store keeps it. */
export function storedEntryOf(n: number, entry: Entry): StoredEntry {
  return { n, key: keyOf(entry), body: JSON.stringify(entry), words: wordsOf(entry) };
}

/** The entry in a stored one; null if it is damaged. */
export function entryFrom({ body }: StoredEntry): Entry | null {
  const entry = parseText<Entry | null>(body, null);
  return typeof entry?.kind === 'string' && typeof entry.id === 'string' ? upgradeEntry(entry) : null;
}

/** What an entry can be found by, once it has ended. */
function wordsOf(entry: Entry): string | null {
  switch (entry.kind) {
    case 'user':
      return blocksText(entry.content);
    case 'agent':
      return entry.open ? null : blocksText(entry.content);
    case 'tool':
      return isFinal(entry.status) ? entry.title : null;
    case 'thought':
    case 'question':
    case 'plan':
    case 'terminal':
    case 'delegation':
    case 'compaction':
    case 'notice':
    case 'error':
    case 'mark':
      return null;
    default:
      return unknownKind(entry, null);
  }
}
