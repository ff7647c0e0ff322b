import { deepActiveElement } from './focus-search.js';

/** How long keys wait at most for what they are meant for. */
const LONGEST_MS = 5_000;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** Keeps what is typed while its place is on its way, and types it there as soon as that is ready or has failed. */
export async function holdKeys(until: Promise<unknown>): Promise<void> {
  const held: Key[] = [];
  const hold = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing || isBare(event.key)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push({ key: event.key, code: event.code, shiftKey: event.shiftKey });
  };
  window.addEventListener('keydown', hold, { capture: true });
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  try {
    await Promise.race([until, late]);
  } catch {
    // Anyone who asked for it says why it did not come; the keys go to what has the focus.
  }
  // What is pressed meanwhile waits for its turn.
  for (let key = held.shift(); key; key = held.shift()) {
    press(key);
    // What heard it may have to be drawn again before it hears the next.
    if (!isWritten(key)) await new Promise((resolve) => setTimeout(resolve));
    else if (held[0] && !isWritten(held[0])) await new Promise((resolve) => setTimeout(resolve));
  }
  window.removeEventListener('keydown', hold, { capture: true });
}

/** A key that only changes others, or that the browser names and does not write. */
function isBare(key: string): boolean {
  return /^(?:Shift|Control|Alt|Meta|AltGraph|CapsLock|Dead|Process|Unidentified|F\d+)$/.test(key);
}

function isWritten({ key }: Key): boolean {
  return [...key].length === 1;
}

/** Does what the key would have done; a made event is heard by the page, but not by the browser itself. */
function press(key: Key): void {
  if (isWritten(key)) document.execCommand('insertText', false, key.key);
  else if (isHeard(key)) return;
  else if (key.key === 'Backspace') document.execCommand('delete');
  else if (key.key === 'Escape') document.querySelector<HTMLElement>(':popover-open:focus-within')?.hidePopover();
}

function isHeard(key: Key): boolean {
  const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true, composed: true });
  return !(deepActiveElement() ?? document.body).dispatchEvent(event);
}
