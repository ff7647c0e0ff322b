/** Puts words into a field in place of some others, as if they were typed, so that undo takes them back. */
export function insertText(field: HTMLTextAreaElement, text: string, [start, end]: readonly [number, number]): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Outdated by name, but the only way into the browser's own list of what can be undone.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

/** Types a sign for the person, so that its menu opens; commands and shell lines begin the message. */
export function insertSign(field: HTMLTextAreaElement, sign: '@' | '/' | '#' | '!'): void {
  const at = sign === '/' || sign === '!' ? 0 : field.selectionEnd;
  const isGlued = at > 0 && !/\s$/.test(field.value.slice(0, at));
  insertText(field, `${isGlued ? ' ' : ''}${sign}`, [at, at]);
}
