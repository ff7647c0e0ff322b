import { unknownKind } from '../unreachable.js';
import type { Entry } from './entries.js';
import { addKey, findKey, type KeyIndex, keysOf } from './key-index.js';

const SHEET_SIZE = 64;
const PAGE_SIZE = 64 * SHEET_SIZE;

/** Entries that are copied together when one of them changes. Sheets meet at multiples of their size. */
type Sheet = readonly Entry[];

/** Sheets of the entries from number `start` on; pages meet at multiples of their size. */
interface EntryListPage {
  readonly start: number;
  readonly sheets: readonly Sheet[];
}

/**
 * A window onto a session's entries, numbered from 0. Immutable: a change copies one sheet, the list
 * of its page's sheets and the short list of pages, so that folding an event costs the same however
 * long the session is.
 */
export interface EntryList {
  readonly first: number;
  readonly pages: readonly EntryListPage[];
  readonly keys: KeyIndex;
}

export const emptyEntryList: EntryList = { first: 0, pages: [], keys: [] };

/** The number that the next entry will get. */
export function endOf(list: EntryList): number {
  const last = list.pages.at(-1);
  if (!last) return list.first;
  const sheet = last.sheets.length - 1;
  return sheetStart(last, sheet) + last.sheets[sheet]!.length;
}

/** Entry `n`, unless it is outside the window. */
export function entryAt(list: EntryList, n: number): Entry | undefined {
  const page = list.pages[pageIndex(list, n)];
  if (!page) return undefined;
  const sheet = sheetIndex(page, n);
  return page.sheets[sheet]?.[n - sheetStart(page, sheet)];
}

/** All loaded entries, oldest first. */
export function entriesOf(list: EntryList): Entry[] {
  return list.pages.flatMap((page) => page.sheets.flat());
}

/** The number of the newest entry with this key (see `keyOf`), or -1. */
export function findEntry(list: EntryList, key: string): number {
  const n = findKey(list.keys, key);
  return n >= list.first ? n : -1;
}

/** The name under which later events refer to an entry. */
export function keyOf(entry: Entry): string | null {
  switch (entry.kind) {
    case 'tool':
      return `tool:${entry.toolCallId}`;
    case 'terminal':
      return `terminal:${entry.terminalId}`;
    case 'delegation':
      return `delegation:${entry.delegationId}`;
    case 'compaction':
      return `compaction:${entry.compactionId}`;
    case 'agent':
    case 'thought':
      return entry.messageId === null ? null : `${entry.kind}:${entry.messageId}`;
    case 'plan':
      return `plan:${entry.turn}`;
    case 'user':
    case 'question':
    case 'notice':
    case 'error':
    case 'mark':
      return null;
    default:
      return unknownKind(entry, null);
  }
}

export function appendEntry(list: EntryList, entry: Entry): EntryList {
  const n = endOf(list);
  const key = keyOf(entry);
  const keys = key === null ? list.keys : addKey(list.keys, key, n);
  const last = list.pages.at(-1);
  if (!last || n % PAGE_SIZE === 0) {
    return { ...list, pages: [...list.pages, { start: n, sheets: [[entry]] }], keys };
  }
  const sheets =
    n % SHEET_SIZE === 0 ? [...last.sheets, [entry]] : last.sheets.with(-1, [...last.sheets.at(-1)!, entry]);
  return { ...list, pages: list.pages.with(-1, { ...last, sheets }), keys };
}

/** Replaces entry `n`, which must be loaded and keep its key. */
export function replaceEntry(list: EntryList, n: number, entry: Entry): EntryList {
  const index = pageIndex(list, n);
  const page = list.pages[index]!;
  const sheet = sheetIndex(page, n);
  const entries = page.sheets[sheet]!.with(n - sheetStart(page, sheet), entry);
  return { ...list, pages: list.pages.with(index, { ...page, sheets: page.sheets.with(sheet, entries) }) };
}

/** Puts older entries in front; they must end where the window begins. */
export function prependEntries(list: EntryList, first: number, entries: readonly Entry[]): EntryList {
  if (first + entries.length !== list.first) return list;
  return entryListOf(first, [...entries, ...entriesOf(list)]);
}

/** Forgets whole sheets of entries before `n`; the newest sheet stays. */
export function dropEntriesBefore(list: EntryList, n: number): EntryList {
  const wanted = Math.min(n, endOf(list) - 1);
  const first = wanted - (wanted % SHEET_SIZE);
  return first <= list.first ? list : entryListOf(first, entriesOf(list).slice(first - list.first));
}

/** A window that begins with entry number `first`. */
export function entryListOf(first: number, entries: readonly Entry[]): EntryList {
  const cut = (size: number, from: number, to: number): number[] => {
    const starts = [from];
    for (let start = from - (from % size) + size; start < to; start += size) starts.push(start);
    return from < to ? starts : [];
  };
  const end = first + entries.length;
  const pages = cut(PAGE_SIZE, first, end).map((start) => {
    const stop = Math.min(end, start - (start % PAGE_SIZE) + PAGE_SIZE);
    const sheets = cut(SHEET_SIZE, start, stop).map((from) =>
      entries.slice(from - first, Math.min(stop, from - (from % SHEET_SIZE) + SHEET_SIZE) - first),
    );
    return { start, sheets };
  });
  return { first, pages, keys: keysOf(entries.map((entry, i) => [keyOf(entry), first + i])) };
}

function pageIndex(list: EntryList, n: number): number {
  if (n < list.first) return -1;
  return Math.floor(n / PAGE_SIZE) - Math.floor(list.first / PAGE_SIZE);
}

function sheetIndex(page: EntryListPage, n: number): number {
  return Math.floor(n / SHEET_SIZE) - Math.floor(page.start / SHEET_SIZE);
}

function sheetStart(page: EntryListPage, sheet: number): number {
  return sheet === 0 ? page.start : (Math.floor(page.start / SHEET_SIZE) + sheet) * SHEET_SIZE;
}
