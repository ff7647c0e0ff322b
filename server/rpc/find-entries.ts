import type { FoundEntries, FoundEntry } from '../protocol/api/rpc.js';
import { LIMITS } from '../protocol/limits.js';
import type { Entry } from '../protocol/transcript/entries.js';
import { entryText } from '../protocol/transcript/entry-text.js';
import type { OlderEntries } from '../protocol/transcript/snapshot.js';

/** So many pages of entries are looked at for one answer; a tab asks again for the rest. */
const MOST_LOOKS = 3;
/** What is shown of an entry in a list. */
const SNIPPET = 160;
const BEFORE_MATCH = 40;

/**
 * Entries before number `before` whose words hold the query, or with null the messages of people, oldest first, as many as
 * one answer looks through.
 */
export function findEntries(
  query: string | null,
  before: number,
  read: (before: number, limit: number) => OlderEntries,
): FoundEntries {
  const wanted = query?.toLowerCase() ?? null;
  let first = before;
  let hits: FoundEntry[] = [];
  for (let look = 0; look < MOST_LOOKS && first > 0; look++) {
    const older = read(first, LIMITS.snapshotEntries);
    if (older.entries.length === 0) return { first: 0, hits };
    const found = older.entries.flatMap((entry, n) => hitIn(entry, older.first + n, wanted) ?? []);
    hits = [...found, ...hits];
    first = older.first;
  }
  return { first, hits };
}

function hitIn(entry: Entry, n: number, wanted: string | null): FoundEntry | null {
  if (wanted === null && entry.kind !== 'user') return null;
  const text = entryText(entry);
  const at = wanted === null ? 0 : text.toLowerCase().indexOf(wanted);
  if (at < 0) return null;
  const from = Math.max(0, at - BEFORE_MATCH);
  const cut = text.slice(from, from + SNIPPET);
  return {
    entry: n,
    kind: entry.kind,
    at: entry.at,
    snippet: `${from > 0 ? '…' : ''}${cut.replace(/\s+/g, ' ').trim()}`,
  };
}
