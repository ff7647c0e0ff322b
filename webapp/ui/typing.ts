import { deepActiveElement } from './focus-search.js';

/** How long keys wait at most for what they are meant for. */
const LONGEST_MS = 30_000;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * Keeps what is typed while its place is on its way, and types it there as soon as that is ready. If it does not come,
 * words go to what has the focus; keys that act, as Enter does, were not meant for that and do nothing.
 */
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
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), LONGEST_MS));
  const arrival = until.then(
    () => true,
    // Anyone who asked for it says why it did not come.
    () => false,
  );
  const hasCome = await Promise.race([arrival, late]);
  // What is pressed meanwhile waits for its turn.
  for (let key = held.shift(); key; key = held.shift()) {
    if (!hasCome && !isWritten(key)) continue;
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

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Puts a text into a field in place of a part of it, or of all, as if it were typed: the browser's own Undo takes it
 * back. The browser types wherever the focus is, so a field that can't take the focus is written directly.
 */
export function typeInto(field: TextField, text: string, [start, end] = [0, field.value.length]): void {
  field.focus();
  if (deepActiveElement() === field) {
    field.setSelectionRange(start, end);
    // Outdated by name, but the only way into the browser's list of what can be undone.
    if (text ? document.execCommand('insertText', false, text) : document.execCommand('delete')) return;
  }
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}
