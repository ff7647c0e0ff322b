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

let close: ((text: string) => string) | null = null;

/** Loads what closes half-open syntax. Until it has come, the end of a text shows its marks for a moment. */
export async function loadHealing(): Promise<void> {
  const { default: remend } = await import('remend');
  close = (text) => remend(text, HEALING);
}

/** The end of a text that is still being written, with half-open syntax closed and half-written marks left out. */
export function healTail(tail: string): string {
  const cut = tail.replace(PARTIAL_FENCE, '').replace(PARTIAL_DEFINITION, '');
  if (cut === '' || close) return close?.(cut) ?? cut;
  loadHealing().catch(() => {
    // The next piece of text tries again.
  });
  return cut;
}
