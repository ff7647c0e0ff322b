/** Whether the system can show messages of this page, and what a person should know about it. */
export interface NotifyState {
  readonly isPossible: boolean;
  readonly isAllowed: boolean;
  readonly help: string;
}

/** Asks the browser, not the person. */
export function notifyState(): NotifyState {
  if (!globalThis.isSecureContext || !('Notification' in globalThis)) {
    return { isPossible: false, isAllowed: false, help: 'This browser shows no notifications for this address.' };
  }
  if (Notification.permission === 'denied') {
    const help =
      'The browser blocks notifications for this address. Allow them in its site settings, then load the page again.';
    return { isPossible: false, isAllowed: false, help };
  }
  const help = 'When the agent has finished or needs you while this page is hidden.';
  return { isPossible: true, isAllowed: Notification.permission === 'granted', help };
}

/** Asks the person, if the browser does not know their answer yet. */
export async function askToNotify(): Promise<boolean> {
  if (!notifyState().isPossible) return false;
  return (await Notification.requestPermission()) === 'granted';
}
