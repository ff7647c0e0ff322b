import { loadHealing } from '../markdown/heal-tail.js';

/** Elements that the first page can do without. */
const LATE_ELEMENTS = {
  'diff-view': () => import('./diff-view.js'),
  'terminal-output': () => import('./terminal-output.js'),
  'context-meter': () => import('./context-meter.js'),
  'question-dock': () => import('./question-dock.js'),
  'outbox-dock': () => import('./outbox-dock.js'),
  'toast-region': () => import('./toast-region.js'),
  'turn-status': () => import('./turn-status.js'),
  'queue-dock': () => import('./queue-dock.js'),
  'changes-bar': () => import('./changes-bar.js'),
  'signed-out-screen': () => import('./signed-out-screen.js'),
  'composer-menu': () => import('./composer-menu.js'),
  'composer-strip': () => import('./composer-strip.js'),
  'upload-image': () => import('./upload-image.js'),
  'away-recap': () => import('./away-recap.js'),
  'notify-offer': () => import('./notify-offer.js'),
} as const;

type LateElement = keyof typeof LATE_ELEMENTS;

/** Loads an element that is about to be drawn; it takes its place when it has come. */
export function needElement(tag: LateElement): void {
  void LATE_ELEMENTS[tag]().catch(() => {
    // The next one that is drawn tries again.
  });
}

/** Loads them all, when the page has nothing better to do. */
export function loadLateElements(): void {
  loadHealing().catch(() => {
    // The first text that needs it tries again.
  });
  for (const tag of Object.keys(LATE_ELEMENTS) as LateElement[]) needElement(tag);
}
