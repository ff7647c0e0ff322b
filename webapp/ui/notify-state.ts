import { commonWords } from './words.js';
/** Whether the system can show messages of this page, and what a person should know about it. */
export interface NotifyState {
  readonly isPossible: boolean;
  readonly isAllowed: boolean;
  readonly help: string;
}

/** Asks the browser, not the person. */
export function notifyState(): NotifyState {
  if (!globalThis.isSecureContext || !('Notification' in globalThis)) {
    return { isPossible: false, isAllowed: false, help: commonWords.notifications.unsupported };
  }
  if (Notification.permission === 'denied') {
    return { isPossible: false, isAllowed: false, help: commonWords.notifications.blocked };
  }
  return { isPossible: true, isAllowed: Notification.permission === 'granted', help: commonWords.notifications.help };
}

/** Asks the person, if the browser does not know their answer yet. */
export async function askToNotify(): Promise<boolean> {
  if (!notifyState().isPossible) return false;
  return (await Notification.requestPermission()) === 'granted';
}
