import type { Entry } from './entries.js';

const PAGE_SIZE = 64;

/** Entries `start … start + entries.length - 1`; pages meet at multiples of the page size. */
interface EntryListPage {
  readonly start: number;
  readonly entries: readonly Entry[];
  readonly keys: ReadonlyMap<string, number>;
}

/**
 * A window onto a session's entries, numbered from 0. Immutable: a change copies one page and the
 * list of pages, so that folding an event costs the same however long the session is.
 */
export interface EntryList {
  readonly first: number;
  readonly pages: readonly EntryListPage[];
}

export const emptyEntryList: EntryList = { first: 0, pages: [] };

/** The number that the next entry will get. */
export function endOf(list: EntryList): number {
  const last = list.pages.at(-1);
  return last ? last.start + last.entries.length : list.first;
}

/** Entry `n`, unless it is outside the window. */
export function entryAt(list: EntryList, n: number): Entry | undefined {
  const page = list.pages[pageIndex(list, n)];
  return page?.entries[n - page.start];
}

/** All loaded entries, oldest first. */
export function entriesOf(list: EntryList): Entry[] {
  return list.pages.flatMap((page) => page.entries);
}

/** The number of the newest entry with this key (see `keyOf`), or -1. */
export function findEntry(list: EntryList, key: string): number {
  for (let i = list.pages.length - 1; i >= 0; i--) {
    const page = list.pages[i]!;
    const offset = page.keys.get(key);
    if (offset !== undefined) return page.start + offset;
  }
  return -1;
}

/** The name under which later events refer to an entry. */
export function keyOf(entry: Entry): string | null {
  switch (entry.kind) {
    case 'tool':
      return `tool:${entry.toolCallId}`;
    case 'terminal':
      return `terminal:${entry.terminalId}`;
    case 'compaction':
      return `compaction:${entry.compactionId}`;
    case 'agent':
    case 'thought':
      return entry.messageId === null ? null : `${entry.kind}:${entry.messageId}`;
    case 'plan':
      return `plan:${entry.turn}`;
    default:
      return null;
  }
}

export function appendEntry(list: EntryList, entry: Entry): EntryList {
  const n = endOf(list);
  const last = list.pages.at(-1);
  if (!last || n % PAGE_SIZE === 0) return { ...list, pages: [...list.pages, pageOf(n, [entry])] };
  const key = keyOf(entry);
  const keys = key === null ? last.keys : new Map(last.keys).set(key, last.entries.length);
  return { ...list, pages: list.pages.with(-1, { ...last, entries: [...last.entries, entry], keys }) };
}

/** Replaces entry `n`, which must be loaded and keep its key. */
export function replaceEntry(list: EntryList, n: number, entry: Entry): EntryList {
  const index = pageIndex(list, n);
  const page = list.pages[index]!;
  return { ...list, pages: list.pages.with(index, { ...page, entries: page.entries.with(n - page.start, entry) }) };
}

/** Puts older entries in front; they must end where the window begins. */
export function prependEntries(list: EntryList, first: number, entries: readonly Entry[]): EntryList {
  if (first + entries.length !== list.first) return list;
  return entryListOf(first, [...entries, ...entriesOf(list)]);
}

/** Forgets whole pages of entries before `n`. */
export function dropEntriesBefore(list: EntryList, n: number): EntryList {
  const pages = list.pages.filter((page) => page.start + page.entries.length > n);
  return pages.length === list.pages.length ? list : { first: pages[0]?.start ?? endOf(list), pages };
}

/** A window that begins with entry number `first`. */
export function entryListOf(first: number, entries: readonly Entry[]): EntryList {
  const pages: EntryListPage[] = [];
  for (let start = first; start < first + entries.length; ) {
    const next = start - (start % PAGE_SIZE) + PAGE_SIZE;
    pages.push(pageOf(start, entries.slice(start - first, next - first)));
    start = next;
  }
  return { first, pages };
}

function pageOf(start: number, entries: readonly Entry[]): EntryListPage {
  const keys = new Map<string, number>();
  entries.forEach((entry, offset) => {
    const key = keyOf(entry);
    if (key !== null) keys.set(key, offset);
  });
  return { start, entries, keys };
}

function pageIndex(list: EntryList, n: number): number {
  if (n < list.first) return -1;
  return Math.floor(n / PAGE_SIZE) - Math.floor(list.first / PAGE_SIZE);
}
