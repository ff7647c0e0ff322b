import { type AttentionPorts, callId, type Summons } from './state/app/attention.js';
import { notificationWords } from './words.js';

/** The browser's ways to make a page noticed; what it does not have is left out. */
export function pageSignals(openSession: (sessionId: string) => void): AttentionPorts {
  return {
    canNotify: () => {
      if (!isSecureContext || !('Notification' in globalThis) || Notification.permission === 'denied') return 'no';
      return Notification.permission === 'granted' ? 'yes' : 'ask';
    },
    notify: (call) => {
      void isSeenElsewhere().then((isSeen) => {
        if (!isSeen) void oneTab(`notify ${callId(call)}`, () => notify(call, openSession));
      });
    },
    playSound: (call) => {
      // A page that nobody has touched may not be heard; another tab may.
      if (navigator.userActivation?.hasBeenActive === false) return;
      void oneTab(`sound ${callId(call)}`, () => import('./sounds.js').then(({ playSound }) => playSound(call.kind)));
    },
    showBadge,
  };
}

const MOST_TOLD = 50;
const SEEN_LOCK = 'acdeck-seen';

/** Runs something in the first tab of this browser that wants to; the others may come to it much later. */
async function oneTab(what: string, run: () => unknown): Promise<void> {
  const isFirst = await noteFirst(what).catch(() => true);
  if (isFirst) run();
}

/**
 * Notes that something was told; false if it was before. A database, because tabs in other processes see what is
 * written there at once: the storage of a page reaches them some time later.
 */
function noteFirst(what: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('acdeck-told', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('told', { autoIncrement: true });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('told', 'readwrite');
      const told = transaction.objectStore('told');
      const all = told.getAll();
      let isFirst = false;
      all.onsuccess = () => {
        isFirst = !all.result.includes(what);
        if (isFirst) told.add(what);
        if (all.result.length >= MOST_TOLD) dropOldest(told);
      };
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(isFirst);
      };
      transaction.onabort = () => {
        opening.result.close();
        reject(transaction.error);
      };
    };
  });
}

function dropOldest(told: IDBObjectStore): void {
  const oldest = told.openCursor();
  oldest.onsuccess = () => oldest.result?.delete();
}

/** Lets the other tabs of this browser know whether somebody has this one before their eyes. */
export function shareSight(isVisible: boolean): void {
  endSight();
  endSight = () => {};
  if (!isVisible || !navigator.locks) return;
  const end = new AbortController();
  endSight = () => end.abort();
  const untilHidden = () => new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
  navigator.locks.request(SEEN_LOCK, { mode: 'shared' }, untilHidden).catch(() => {});
}

let endSight = (): void => {};

async function isSeenElsewhere(): Promise<boolean> {
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name === SEEN_LOCK) ?? false;
}

/** A newer message of a session takes the place of an older one. */
function notify({ kind, session }: Summons, openSession: (sessionId: string) => void): void {
  const title = session.title || notificationWords.untitled;
  try {
    const shown = new Notification(title, {
      body: notificationWords[kind],
      tag: `acdeck ${session.id}`,
      icon: '/favicon.svg',
    });
    shown.onclick = () => {
      window.focus();
      openSession(session.id);
      shown.close();
    };
  } catch {
    // Some phones allow them to service workers only.
  }
}

function showBadge(waiting: number, unread: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) showIcon(link, waiting > 0 ? '/favicon-waiting.svg' : unread > 0 ? '/favicon-news.svg' : null);
  const done = waiting + unread > 0 ? navigator.setAppBadge?.(waiting + unread) : navigator.clearAppBadge?.();
  // A page that is not installed has no badge; the icon of the tab is enough then.
  done?.catch(() => {});
}

/** Without another one, the icon that the page came with. */
function showIcon(link: HTMLLinkElement, other: string | null): void {
  link.dataset.own ??= link.href;
  const href = other ?? link.dataset.own;
  if (link.getAttribute('href') !== href) link.href = href;
}
