import type { newestEdits } from '../../state/session/file-changes.js';

let readEdits: typeof newestEdits | null = null;

/** Loads what reads and draws conversations. It is large, and the shell and the composer need not wait for it. */
export async function loadTranscript(): Promise<void> {
  const [changes] = await Promise.all([import('../../state/session/file-changes.js'), import('./transcript-view.js')]);
  readEdits = changes.newestEdits;
}

/** The changes of the newest turn that made some; none until conversations can be drawn. */
export const shownEdits: typeof newestEdits = (entries) => readEdits?.(entries) ?? [];

/** Makes the first message of this page as quick to draw as the next ones. */
export async function rehearseTranscript(): Promise<void> {
  const { rehearse } = await import('./rehearse.js');
  await rehearse();
}

/** Whether a conversation can be drawn now; if not, `onceHere` is called when it can. */
export function hasTranscript(onceHere: () => void): boolean {
  if (readEdits && customElements.get('transcript-view')) return true;
  void loadTranscript().then(onceHere, () => {
    // The next update tries again.
  });
  return false;
}
