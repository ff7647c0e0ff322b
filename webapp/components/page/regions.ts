import type { Region } from '../../commands/screen.js';

/** Where the parts of the page are; the settings stand where the conversation would. */
const PLACES: readonly { region: Region; selector: string }[] = [
  { region: 'sidebar', selector: 'session-list' },
  { region: 'conversation', selector: 'settings-view, [role="log"]' },
  { region: 'dock', selector: '.docks > *' },
  { region: 'composer', selector: 'prompt-composer' },
  { region: 'panel', selector: 'work-panel' },
];

/** The parts of the page that can be gone to now, in their order; of two sessions, those of the one that a person works in. */
export function regionsIn(root: HTMLElement): { region: Region; element: HTMLElement }[] {
  return PLACES.flatMap(({ region, selector }) => {
    const element = [...root.querySelectorAll<HTMLElement>(selector)].find(isReachable);
    return element ? [{ region, element }] : [];
  });
}

function isReachable(element: HTMLElement): boolean {
  return element.closest('[inert], [beside]') === null && element.checkVisibility({ visibilityProperty: true });
}
