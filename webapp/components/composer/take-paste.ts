import type { DraftChip } from '../../../server/protocol/api/draft.js';

/** From here on a paste is something to attach, not words to scroll through. */
const LONG_CHARS = 2_000;
const LONG_LINES = 30;
/** Longer pastes go as files: drafts are told to every tab. */
const FILE_CHARS = 100_000;

/** What a paste is to the composer: files, a chip, or nothing but words. */
export type Pasted = { files: readonly File[] } | { chip: DraftChip } | null;

/** Looks at what was pasted; words win over the picture that some programs put beside them. */
export function takePaste(data: DataTransfer | null, newKey: () => string): Pasted {
  const text = data?.getData('text/plain') ?? '';
  const files = [...(data?.files ?? [])];
  if (text === '') return files.length > 0 ? { files: files.map(named) } : null;
  const isLong = text.length > LONG_CHARS || text.split('\n').length > LONG_LINES;
  if (!isLong) return null;
  if (text.length > FILE_CHARS) return { files: [new File([text], 'pasted.txt', { type: 'text/plain' })] };
  return { chip: { kind: 'paste', key: newKey(), text } };
}

/** Every picture of the clipboard is called "image.png" or nothing; a person tells them apart by what they show. */
function named(file: File): File {
  return file.name ? file : new File([file], 'pasted', { type: file.type });
}
