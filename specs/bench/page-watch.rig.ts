/** What a watched page has noted. */
export interface Seen {
  /** When each mark was on the screen, on the clock that all processes share. */
  marks: Record<string, number>;
  last: number;
  /** From a key to the frame that shows its letter. */
  keys: number[];
}

declare global {
  var pageSeen: Seen;
}

/**
 * Runs in the page. Looks only at what was changed, so that watching costs nothing to speak of; a mark counts when the
 * frame that shows it was handed over.
 */
export function watchPage(logPath: string): void {
  const seen: Seen = { marks: {}, last: -1, keys: [] };
  globalThis.pageSeen = seen;
  let isWaiting = false;
  let newest = -1;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.timeOrigin + performance.now();
    for (; seen.last < newest; seen.last += 1) seen.marks[seen.last + 1] = now;
  };
  const look = (text: string) => {
    for (const [, mark] of text.slice(-2_000).matchAll(/m(\d+)z/g)) newest = Math.max(newest, Number(mark));
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') look((target as CharacterData).data);
      for (const node of addedNodes) look(node.textContent ?? '');
    }
    if (newest === seen.last || isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      channel.port2.postMessage(null);
    });
  }).observe(document.querySelector(logPath)!, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.keys.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
