import { html, type TemplateResult } from 'lit';
import { visibleText } from './visible-text.js';

/** Words with some of their letters marked. */
export function markedText(text: string, marks: readonly number[]): (string | TemplateResult)[] {
  const marked = new Set(marks);
  const parts: (string | TemplateResult)[] = [];
  for (let at = 0; at < text.length; ) {
    const isMarked = marked.has(at);
    let end = at + 1;
    while (end < text.length && marked.has(end) === isMarked) end++;
    const piece = visibleText(text.slice(at, end));
    parts.push(isMarked ? html`<mark>${piece}</mark>` : piece);
    at = end;
  }
  return parts;
}
