import remend from 'remend';

/** What is healed is only what would look different for a moment; the rest of remend changes text that stays. */
const HEALING = {
  comparisonOperators: false,
  htmlTags: false,
  singleTilde: false,
  katex: false,
  linkMode: 'text-only',
} as const;

const PARTIAL_FENCE = /(?:^|\n) {0,3}(?:`{1,2}|~{1,2})$/;
const PARTIAL_DEFINITION = /(?:^|\n) {0,3}\[[^\]\n]+\]:[^\n]*$/;

/** The end of a text that is still being written, with half-open syntax closed and half-written marks left out. */
export function healTail(tail: string): string {
  const cut = tail.replace(PARTIAL_FENCE, '').replace(PARTIAL_DEFINITION, '');
  if (cut === '') return cut;
  return remend(cut, HEALING);
}
