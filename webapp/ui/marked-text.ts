import { html, type TemplateResult } from 'lit';
import { codeName, inspectText } from './hidden-characters.js';
import { signOf, visibleText } from './visible-text.js';
import { commonWords } from './words.js';

/** Words of which some letters are marked, by their places; text and nothing else. */
export function renderMarked(text: string, marks: readonly number[]): (string | TemplateResult)[] {
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

/** Text as it is, with every character marked that cannot be seen or is not the one that it looks like. */
export function renderExact(text: string, isCode = false): unknown {
  const pieces = inspectText(text.replaceAll('\r\n', '\n'), isCode);
  if (pieces.length <= 1 && !pieces[0]?.oddness) return text.replaceAll('\r\n', '\n');
  return pieces.map((piece) => {
    if (piece.oddness === null) return piece.text;
    const name = piece.oddness === 'hidden' ? commonWords.invisibleCharacter : commonWords.lookAlikeCharacter;
    return html`<mark class="odd" title=${name(codeName(piece.text))}>${signOf(piece)}</mark>`;
  });
}
