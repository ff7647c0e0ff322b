/** Loads what draws conversations. It is large, and the shell and the composer need not wait for it. */
export async function loadTranscript(): Promise<void> {
  await import('./transcript-view.js');
}

/** Makes the first message of this page as quick to draw as the next ones. */
export async function rehearseTranscript(): Promise<void> {
  const { rehearse } = await import('./rehearse.js');
  await rehearse();
}

/** Whether a conversation can be drawn now; if not, `onceHere` is called when it can. */
export function hasTranscript(onceHere: () => void): boolean {
  if (customElements.get('transcript-view')) return true;
  void loadTranscript().then(onceHere, () => {
    // The next update tries again.
  });
  return false;
}
