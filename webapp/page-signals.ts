import type { AttentionPorts, Call } from './state/attention.js';

const WORDS: Record<Call['kind'], string> = { finished: 'The agent has finished.', asked: 'The agent needs you.' };

/** The browser's ways to make a page noticed; what it does not have is left out. */
export function pageSignals(openSession: (sessionId: string) => void): AttentionPorts {
  return {
    canNotify: () => {
      if (!isSecureContext || !('Notification' in globalThis) || Notification.permission === 'denied') return 'no';
      return Notification.permission === 'granted' ? 'yes' : 'ask';
    },
    notify: (call) => notify(call, openSession),
    playSound: (kind) => void import('./sounds.js').then(({ playSound }) => playSound(kind)),
    showBadge,
  };
}

/** The same tag in several tabs makes one message of theirs. */
function notify({ kind, session }: Call, openSession: (sessionId: string) => void): void {
  const title = session.title || 'New session';
  try {
    const shown = new Notification(title, { body: WORDS[kind], tag: `acdeck ${session.id}`, icon: '/favicon.svg' });
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
  const name = waiting > 0 ? 'favicon-waiting' : unread > 0 ? 'favicon-news' : 'favicon';
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = `/${name}.svg`;
  if (link && link.getAttribute('href') !== href) link.href = href;
  const done = waiting + unread > 0 ? navigator.setAppBadge?.(waiting + unread) : navigator.clearAppBadge?.();
  // A page that is not installed has no badge; the icon of the tab is enough then.
  done?.catch(() => {});
}
