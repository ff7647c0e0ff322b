/** Ends of sentences and paragraphs; what follows the last one is not said yet. */
const ENDS = /[.!?…:](?=\s)|\n{2,}/g;

/** The whole sentences of a text that grows, from an offset, and where the next ones will begin. */
export function takeSentences(text: string, from: number): { spoken: string; next: number } {
  let next = from;
  ENDS.lastIndex = from;
  for (let match = ENDS.exec(text); match; match = ENDS.exec(text)) next = match.index + match[0].length;
  return { spoken: plainWords(text.slice(from, next)), next };
}

/** Without the signs of markdown, which nobody wants to hear. */
export function plainWords(text: string): string {
  return text
    .replace(/```[\s\S]*?(```|$)/g, ' code block. ')
    .replace(/[*_`#>|]+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
