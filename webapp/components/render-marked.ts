import { html, type TemplateResult } from 'lit';
import { visibleText } from './visible-text.js';

/** Words of which some characters are marked, as text and nothing else. Ranges stand in order, `[start, end)`. */
export function renderMarked(text: string, marks: readonly (readonly [start: number, end: number])[]): unknown {
  if (marks.length === 0) return visibleText(text);
  const parts: (string | TemplateResult)[] = [];
  let done = 0;
  for (const [start, end] of marks) {
    if (start < done || end <= start) continue;
    parts.push(visibleText(text.slice(done, start)), html`<mark>${visibleText(text.slice(start, end))}</mark>`);
    done = end;
  }
  return [...parts, visibleText(text.slice(done))];
}
