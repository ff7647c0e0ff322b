/** If nothing is painted, because nobody looks, the app comes all the same. */
const UNSEEN_MS = 1_000;
/** Whoever is there to write finds the field first: the app keeps the page busy for some of their keys. */
const FIRST_KEYS_MS = 100;
const MOST_WAIT_MS = 200;
/** An address of the app's own leads to something that only the app shows. */
const hasAddress = location.hash.startsWith('#/');

// The first paint has a field to write in. It does not wait for the app.
const load = () => void import('./main.js').catch(sayThatItFailed);

/** Fetched and parsed before the first paint, the app's files would hold it up; they come while `load` waits. */
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

if (document.visibilityState === 'visible') {
  const unseen = setTimeout(load, UNSEEN_MS);
  if (hasAddress) fetchApp();
  new PerformanceObserver((_list, observer) => {
    observer.disconnect();
    clearTimeout(unseen);
    fetchApp();
    if (hasAddress) load();
    else setTimeout(loadWhenIdle, FIRST_KEYS_MS);
  }).observe({ type: 'paint', buffered: true });
} else {
  load();
}
