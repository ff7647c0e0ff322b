import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { UserAct } from '../../state/app/acts.js';
import type { PageAct } from '../../state/app/page-acts.js';
import { deepActiveElement, focusIn } from '../../ui/focus-search.js';
import { isTouch } from '../../ui/media-controller.js';
import { regionsIn } from './regions.js';

/** After these a person goes on writing, no matter what they used to do it. */
const LEADS_TO_COMPOSER: ReadonlySet<(UserAct | PageAct)['type']> = new Set([
  'send_prompt',
  'run_shell',
  'new_session',
  'open_session',
  'open_beside',
  'close_beside',
  'quote',
  'edit_prompt',
  'resend_prompt',
  'close_settings',
]);
/** These have their own place for the focus. */
const LEADS_ELSEWHERE: ReadonlySet<(UserAct | PageAct)['type']> = new Set([
  'show_work',
  'open_file',
  'open_settings',
  'show_logs',
  'show_sessions',
  'show_entry',
  'open_sign_in',
  'run_command',
  'write_draft',
  'hold_draft',
  'place_caret',
]);
/** So many places are remembered; one of them is nearly always still there. */
const MOST_PLACES = 8;
/** What is before the page for a while. */
const LAYERS = 'dialog, [popover], [role="dialog"]';
/** Where a pressed button keeps the focus: people go on there. */
const OWN_PLACES = `settings-view, work-panel, ${LAYERS}`;
/** What is pressed and not written in. */
const CONTROLS = 'button, a, summary, select, [role="button"], [role="tab"]';

/**
 * Keeps the focus where a person can go on: what takes it away gives it back to where it was, else to the composer.
 * Where focus would bring up a keyboard on the screen, nothing is moved.
 */
export class FocusController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Where the focus was, the newest last; buttons that were only pressed with a mouse are no such place. */
  #places: HTMLElement[] = [];
  /** The control that was pressed with a mouse and has, or had, the focus only by that. */
  #pressed: HTMLElement | null = null;
  /** Whether the mouse was used last, and not the keyboard. */
  #isByMouse = false;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('focusin', this.#onFocusIn);
    window.addEventListener('focusout', this.#onFocusOut);
    // A dialog does not let this bubble.
    window.addEventListener('close', this.#onClose, { capture: true });
    window.addEventListener('pointerdown', this.#onInput, { capture: true });
    window.addEventListener('keydown', this.#onInput, { capture: true });
  }

  hostDisconnected(): void {
    window.removeEventListener('focusin', this.#onFocusIn);
    window.removeEventListener('focusout', this.#onFocusOut);
    window.removeEventListener('close', this.#onClose, { capture: true });
    window.removeEventListener('pointerdown', this.#onInput, { capture: true });
    window.removeEventListener('keydown', this.#onInput, { capture: true });
  }

  /** A person has done something, and the page may look different now. */
  async after({ type }: UserAct | PageAct): Promise<void> {
    if (isTouch() || LEADS_ELSEWHERE.has(type)) return;
    const before = deepActiveElement();
    await this.#host.updateComplete;
    const now = deepActiveElement();
    // Something has opened a field to write in meanwhile, as a second press on a session's name does.
    if (now !== before && now?.matches('input, textarea')) return;
    // Some browsers give a pressed button no focus, and leave it nowhere.
    if (LEADS_TO_COMPOSER.has(type)) this.#focusComposer();
    else if (isNowhere() || this.#isOnlyPressed()) this.#restore();
  }

  /** Puts the focus into the composer, so that a key which was pressed elsewhere is written there. */
  catchKey(): boolean {
    const isFree = !isTouch() && !document.querySelector('dialog[open]');
    return isFree && this.#focusComposer();
  }

  /** What was typed on the way here is written in the composer, unless the person has gone to another field meanwhile. */
  keepWriting(): void {
    if (!isTouch() && !deepActiveElement()?.matches('input, textarea')) this.#focusComposer();
  }

  readonly #onFocusIn = (event: FocusEvent): void => {
    const [element] = event.composedPath();
    if (!(element instanceof HTMLElement)) return;
    const isInLayer = isIn(element, LAYERS);
    if (this.#isByMouse && element.matches(CONTROLS)) {
      if (!isInLayer) this.#pressed = element;
      return;
    }
    // A layer that was opened with it has closed.
    if (element === this.#pressed) {
      this.#restoreSoon();
      return;
    }
    if (!isInLayer) this.#pressed = null;
    this.#places = [...this.#places.filter((place) => place !== element && place.isConnected), element];
    this.#places = this.#places.slice(-MOST_PLACES);
  };

  readonly #onInput = ({ type }: Event): void => {
    this.#isByMouse = type === 'pointerdown';
  };

  /** The browser gives the focus back to what opened a dialog, also if that was only pressed. */
  readonly #onClose = (event: Event): void => {
    if (event.target instanceof HTMLDialogElement) this.#restoreSoon();
  };

  /** Anyone who is about to put the focus somewhere does so first. */
  #restoreSoon(): void {
    if (isTouch()) return;
    setTimeout(() => {
      if (isNowhere() || this.#isOnlyPressed()) this.#restore();
    });
  }

  /** Anyone who presses an empty part of the page has left all places; what else takes the focus away gives it back. */
  readonly #onFocusOut = (event: FocusEvent): void => {
    const [element] = event.composedPath();
    if (event.relatedTarget !== null || isTouch() || !(element instanceof HTMLElement)) return;
    // Anyone who took it away may be about to put it somewhere.
    setTimeout(() => {
      if (!isNowhere() || !document.hasFocus()) return;
      if (isUsable(element)) this.#places = [];
      else this.#restore();
    });
  };

  #restore(): void {
    const place = this.#places.findLast((one) => isUsable(one) && one.matches(':not(body)'));
    place?.focus();
    if (isNowhere() || this.#isOnlyPressed()) this.#focusComposer();
  }

  /** Whether the focus is on a control only because it was pressed; in a layer, people go on there. */
  #isOnlyPressed(): boolean {
    const active = deepActiveElement();
    if (!active?.matches(CONTROLS) || isIn(active, OWN_PLACES)) return false;
    return this.#isByMouse || active === this.#pressed;
  }

  /** Where nobody can write, the part that is there instead. */
  #focusComposer(): boolean {
    const regions = regionsIn(this.#host);
    const find = (name: string) => regions.find(({ region }) => region === name)?.element;
    const composer = find('composer');
    composer?.focus();
    if (composer?.contains(document.activeElement)) return true;
    const other = find('conversation');
    if (other) focusIn(other);
    return false;
  }
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Whether the element is inside of something like that, also across shadow roots. */
function isIn(element: Element, selector: string): boolean {
  for (let part: Element | null = element; part; part = hostOf(part)) if (part.closest(selector)) return true;
  return false;
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

function isUsable(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled')) return false;
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  return !isIn(element, '[inert]');
}
