/** Makes a field as high as its words, in browsers that cannot do so by themselves. */
export function growField(field: HTMLTextAreaElement | null): void {
  if (!field || CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}
