import type { PanelMove } from '../../commands/screen.js';
import type { GitFile } from './git-file.js';

/** Goes to another file or hunk, or does something with the file that has the focus. */
export async function moveInFiles(files: readonly GitFile[], move: PanelMove): Promise<void> {
  const now = files.findIndex((file) => file.contains(document.activeElement));
  switch (move) {
    case 'next':
      files[Math.min(now + 1, files.length - 1)]?.focus();
      return;
    case 'previous':
      files[Math.max(now - 1, 0)]?.focus();
      return;
    case 'nextHunk':
      await goToHunk(files, Math.max(now, 0), 1);
      return;
    case 'previousHunk':
      await goToHunk(files, Math.max(now, 0), -1);
      return;
    case 'stage':
      files[now]?.stage();
      return;
    case 'discard':
      files[now]?.discard();
      return;
    default:
    // The others are not about files.
  }
}

/** The hunk after the focus or before it; of a file that is folded, once it is open. */
async function goToHunk(files: readonly GitFile[], at: number, step: 1 | -1): Promise<void> {
  for (let n = at; files[n]; n += step) {
    const file = files[n]!;
    const isFirst = n === at && file.isOpen && file.contains(document.activeElement);
    file.open();
    await hunksKnown(file);
    const view = file.diffView;
    const count = view?.hunkCount ?? 0;
    const start = step > 0 ? 0 : count - 1;
    const next = isFirst && view ? nextHunk(view.hunkWithFocus, step) : start;
    if (view && next >= 0 && next < count) return view.focusHunk(next);
  }
}

/** From the line of the file itself the way leads down into its first hunk, and up to the file before. */
function nextHunk(now: number, step: 1 | -1): number {
  if (now < 0) return step > 0 ? 0 : -1;
  return now + step;
}

/** Settles when the file shows its hunks, or says why it has none. */
function hunksKnown(file: GitFile): Promise<void> {
  return new Promise((resolve) => {
    const isKnown = () =>
      (file.diffView?.hunkCount ?? 0) > 0 || file.querySelector('.git-body > .work-note:not([role="status"])') !== null;
    if (isKnown()) return resolve();
    const observer = new MutationObserver(() => {
      if (!isKnown()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(file, { childList: true, subtree: true });
  });
}
