/** If nothing is painted, because nobody looks, the app comes all the same. */
const UNSEEN_MS = 1_000;
/** Whoever is there to write finds the field first, because the app keeps page and machine busy for some of their keys. */
const FIRST_KEYS_MS = { least: 100, most: 300 };
const MOST_WAIT_MS = 200;
/** An address of the app's own leads to something that only the app shows. */
const hasAddress = location.hash.startsWith('#/');

// The first paint has a field to write in. It does not wait for the app.
const load = () => void import('./main.js').catch(sayThatItFailed);

/** Fetched and parsed before the first paint, the app's files would hold it up; they come before `load`. */
function fetchApp(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="app-file"]')) link.rel = 'modulepreload';
}

/** Only a reload helps: the browser fetches no module again that it couldn't get. A page that is being left says it to nobody. */
function sayThatItFailed(): void {
  document.querySelector<HTMLElement>('.early-failed')?.removeAttribute('hidden');
}

/** Not every browser says when it is idle. */
function loadWhenIdle(): void {
  const { requestIdleCallback: wait }: Partial<typeof globalThis> = globalThis;
  if (wait) wait(load, { timeout: MOST_WAIT_MS });
  else load();
}

/** A machine that paints slowly takes keys slowly. */
function leaveTimeForKeys(paintMs: number): void {
  const { least, most } = FIRST_KEYS_MS;
  const pause = Math.min(Math.max(least, paintMs), most);
  setTimeout(fetchApp, pause / 2);
  setTimeout(loadWhenIdle, pause);
}

if (document.visibilityState === 'visible') {
  const unseen = setTimeout(load, UNSEEN_MS);
  if (hasAddress) fetchApp();
  new PerformanceObserver((list, observer) => {
    observer.disconnect();
    clearTimeout(unseen);
    if (hasAddress) load();
    else leaveTimeForKeys(list.getEntries()[0]?.startTime ?? 0);
  }).observe({ type: 'paint', buffered: true });
} else {
  load();
}
