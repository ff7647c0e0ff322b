import { textOf } from '../../server/protocol/reduce-turn.js';
import type { ConversationMove } from '../commands/screen.js';
import { UserActEvent } from '../state/acts.js';
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
  first: ({ view, entries }) => {
    view.leaveEnd();
    focusEntry(entries[0]);
  },
  last: ({ view, entries }) => {
    focusEntry(entries.at(-1));
    view.pin();
  },
  follow: ({ view }) => (view.isPinned ? view.leaveEnd() : view.pin()),
  toggle: ({ entries, at }) => entries[at]?.querySelector<HTMLElement>('[aria-expanded]')?.click(),
  copy: ({ entries, at }) => copyEntry(entries[at] ?? entries.at(-1)),
};

/** Moves the focus from entry to entry, or does something with the entry that has it. */
export function moveInConversation(view: TranscriptView, move: ConversationMove): void {
  const all = [...view.querySelectorAll<TranscriptEntry>('transcript-entry')];
  const entries = all.filter((entry) => entry.checkVisibility());
  MOVES[move]({ view, entries, at: entries.findIndex((entry) => entry.contains(document.activeElement)) });
}

/** Goes to an entry; one that stands inside another, or is not drawn, is looked for at its neighbour. */
export function showEntry(view: TranscriptView, entryId: string): void {
  const entries = [...view.querySelectorAll<TranscriptEntry>('transcript-entry')];
  const found =
    entries.find(({ entry }) => entry.id === entryId) ?? entries.find(({ entry }) => isAfter(entry, entryId));
  view.leaveEnd();
  focusEntry(found ?? entries.at(-1));
}

/** Entries are named by the number of the event that made them. */
function isAfter({ id }: { id: string }, other: string): boolean {
  return Number(id.slice(1)) > Number(other.slice(1));
}

function focusEntry(entry: HTMLElement | undefined): void {
  if (!entry) return;
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
  entry.scrollIntoView({ block: 'nearest' });
}

function copyEntry(element: TranscriptEntry | undefined): void {
  const text = element ? textIn(element) : '';
  if (text) element?.dispatchEvent(new UserActEvent({ type: 'copy', text, what: 'the message' }));
}

/** Messages as they were written; of all else, what is to be read. */
function textIn(element: TranscriptEntry): string {
  const { entry } = element;
  if (entry.kind === 'user' || entry.kind === 'agent' || entry.kind === 'thought') return textOf(entry.content);
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
