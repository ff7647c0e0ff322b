import { endOf, entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import type { ConversationMove } from '../../commands/screen.js';
import { UserActEvent } from '../../state/app/acts.js';
import { openMessageMenu } from '../messages/message-bar.js';
import type { TranscriptEntry } from './transcript-entry.js';
import type { TranscriptView } from './transcript-view.js';

interface Place {
  readonly view: TranscriptView;
  readonly entries: readonly TranscriptEntry[];
  /** Which entry has the focus; -1 if none. */
  readonly at: number;
}

const MOVES: Readonly<Record<ConversationMove, (place: Place) => void>> = {
  next: ({ view, entries, at }) => focusEntry(entries[at < 0 ? firstInView(view, entries) : at + 1]),
  previous: ({ view, entries, at }) => focusEntry(entries[at < 0 ? lastInView(view, entries) : at - 1]),
  first: ({ view }) => void focusLate(view, () => view.reveal(view.store.value.transcript.entries.first)),
  last: ({ view }) => {
    view.pin();
    // What is on the page may be far from the end.
    void focusLate(view, () => view.updateComplete.then(() => visibleEntries(view).at(-1)));
  },
  follow: ({ view }) => (view.isPinned ? view.leaveEnd() : view.pin()),
  toggle: ({ entries, at }) => entries[at]?.querySelector<HTMLElement>('[aria-expanded]')?.click(),
  copy: ({ entries, at }) => copyEntry(entries[at] ?? entries.at(-1)),
  actions: ({ entries, at }) => openActions(entries[at] ?? entries.findLast(isMessage)),
};

/** Moves the focus from entry to entry, or does something with the entry that has it. */
export function moveInConversation(view: TranscriptView, move: ConversationMove): void {
  const entries = visibleEntries(view);
  MOVES[move]({ view, entries, at: entries.findIndex((entry) => entry.contains(document.activeElement)) });
}

function visibleEntries(view: TranscriptView): TranscriptEntry[] {
  return [...view.querySelectorAll<TranscriptEntry>('transcript-entry')].filter((entry) => entry.checkVisibility());
}

/** Goes to an entry, by its id or its number; one that is not here is looked for at its neighbour. */
export async function showEntry(view: TranscriptView, wanted: string | number): Promise<void> {
  const row = await view.reveal(typeof wanted === 'number' ? wanted : numberOf(view, wanted));
  focusEntry(row);
  if (row) mark(row);
}

/** What was looked for stands out until the person goes on. */
function mark(row: HTMLElement): void {
  row.dataset.found = '';
  row.addEventListener('focusout', () => delete row.dataset.found, { once: true });
}

function numberOf(view: TranscriptView, entryId: string): number {
  const list = view.store.value.transcript.entries;
  const entries = entriesOf(list);
  const found = entries.findIndex((entry) => entry.id === entryId);
  const index = found < 0 ? entries.findIndex((entry) => isAfter(entry, entryId)) : found;
  return index < 0 ? endOf(list) - 1 : list.first + index;
}

/** Entries are named by the number of the event that made them. */
function isAfter({ id }: { id: string }, other: string): boolean {
  return Number(id.slice(1)) > Number(other.slice(1));
}

/** Goes to an entry that is still to be drawn, unless the person has gone elsewhere meanwhile: to a layer, or to write. */
async function focusLate(view: TranscriptView, find: () => Promise<HTMLElement | null | undefined>): Promise<void> {
  const before = document.activeElement;
  const entry = await find();
  const now = document.activeElement;
  if (now === before || now === document.body || view.contains(now)) focusEntry(entry);
}

function focusEntry(entry: HTMLElement | null | undefined): void {
  if (!entry) return;
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
  entry.scrollIntoView({ block: 'nearest' });
}

function copyEntry(element: TranscriptEntry | undefined): void {
  const text = element ? textIn(element) : '';
  if (text) element?.dispatchEvent(new UserActEvent({ type: 'copy', text, what: 'message' }));
}

/** Opens the menu of a message beside its buttons, which may be out of sight. */
function openActions(element: TranscriptEntry | undefined): void {
  const anchor = element?.querySelector<HTMLElement>('.message-bar [aria-haspopup="menu"]');
  if (element && anchor) void openMessageMenu(element, anchor);
}

function isMessage({ entry }: TranscriptEntry): boolean {
  return entry.kind === 'user' || entry.kind === 'agent';
}

/** Messages as they were written; of all else, what is to be read. */
function textIn(element: TranscriptEntry): string {
  const { entry } = element;
  if (entry.kind === 'user' || entry.kind === 'agent' || entry.kind === 'thought') return promptWords(entry.content);
  // biome-ignore lint/performance/useDomNodeTextContent: what is pasted shall have the lines that are seen
  return element.innerText.trim();
}

function firstInView(view: TranscriptView, entries: readonly HTMLElement[]): number {
  const { top } = view.getBoundingClientRect();
  const found = entries.findIndex((entry) => entry.getBoundingClientRect().top >= top);
  return found < 0 ? entries.length - 1 : found;
}

function lastInView(view: TranscriptView, entries: readonly HTMLElement[]): number {
  const { bottom } = view.getBoundingClientRect();
  return Math.max(
    0,
    entries.findLastIndex((entry) => entry.getBoundingClientRect().bottom <= bottom),
  );
}
