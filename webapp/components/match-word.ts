/** How well a word fits, and which of its letters. */
export interface WordFit {
  readonly score: number;
  readonly marks: readonly number[];
}

/** Fits at the beginning best, then anywhere together, then letter by letter; null if not at all. */
export function matchWord(word: string, query: string): WordFit | null {
  const [text, wanted] = [word.toLowerCase(), query.toLowerCase()];
  const at = text.indexOf(wanted);
  if (at >= 0) {
    const marks = Array.from(wanted, (_letter, n) => at + n);
    return { score: wanted === text ? 4 : at === 0 ? 3 : 2, marks };
  }
  const marks: number[] = [];
  for (const letter of wanted) {
    const next = text.indexOf(letter, (marks.at(-1) ?? -1) + 1);
    if (next < 0) return null;
    marks.push(next);
  }
  return { score: 1, marks };
}
