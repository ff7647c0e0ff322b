import { deepActiveElement } from './focus-search.js';

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
