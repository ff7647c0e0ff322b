import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What a key of ours stands for. */
export type Hotkey = 'focus_composer' | 'focus_question' | 'stop' | 'new_session' | 'toggle_sessions';

const KEYS: readonly { key: string; isShifted: boolean; hotkey: Hotkey }[] = [
  { key: '/', isShifted: false, hotkey: 'focus_composer' },
  { key: 'y', isShifted: true, hotkey: 'focus_question' },
  { key: '.', isShifted: false, hotkey: 'stop' },
  { key: 'o', isShifted: true, hotkey: 'new_session' },
  { key: 'b', isShifted: false, hotkey: 'toggle_sessions' },
];

/** The keys that work everywhere on the page, with Ctrl or ⌘. The only listener on the window for keys. */
export class Hotkeys implements ReactiveController {
  readonly #run: (hotkey: Hotkey) => void;

  constructor(host: ReactiveControllerHost, run: (hotkey: Hotkey) => void) {
    this.#run = run;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('keydown', this.#onKeyDown);
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.#onKeyDown);
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    const found = KEYS.find(({ key, isShifted }) => key === event.key.toLowerCase() && isShifted === event.shiftKey);
    if (!found) return;
    event.preventDefault();
    this.#run(found.hotkey);
  };
}
