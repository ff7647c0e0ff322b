import type { UploadFacts } from './uploads.js';

/** How the address of a session begins that a message mentions. */
export const SESSION_URI = 'acdeck-session:';

/** Something that hangs on a draft beside its words; `key` tells chips of one draft apart. */
export type DraftChip =
  | { readonly kind: 'upload'; readonly key: string; readonly upload: UploadFacts }
  /** A long paste, kept out of the words; with a name, words from elsewhere, such as the output of a command. */
  | { readonly kind: 'paste'; readonly key: string; readonly text: string; readonly name?: string }
  /** A file of the folder that the words name as `@path`, or some of its lines, as `@path#L3-L9`. */
  | { readonly kind: 'file'; readonly key: string; readonly path: string; readonly lines?: ChosenLines }
  /** Another session that the words name as `#title`. */
  | { readonly kind: 'session'; readonly key: string; readonly sessionId: string; readonly title: string };

/** Lines of a file that a person has chosen, counted from 1, as they read then. */
export interface ChosenLines {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A draft as it is kept: its words, or its words with what hangs on them. */
export type DraftBody = string | { readonly text: string; readonly chips: readonly DraftChip[] };

/** Chips of one draft at most. */
export const MOST_CHIPS = 50;

/** The shortest form of a draft. */
export function draftBody(text: string, chips: readonly DraftChip[]): DraftBody {
  return chips.length === 0 ? text : { text, chips };
}

/** What a kept draft holds; anything else than a draft is an empty one. */
export function readDraft(kept: unknown): { text: string; chips: readonly DraftChip[] } {
  if (typeof kept === 'string') return { text: kept, chips: [] };
  if (typeof kept !== 'object' || kept === null) return { text: '', chips: [] };
  const { text, chips } = kept as { text?: unknown; chips?: unknown };
  return { text: typeof text === 'string' ? text : '', chips: Array.isArray(chips) ? (chips as DraftChip[]) : [] };
}
