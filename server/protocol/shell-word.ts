/** Whether a shell takes a word as it is, wherever it reads one. */
export function isPlainWord(word: string): boolean {
  return /^[\w@%+=:,./-]+$/.test(word);
}

/** A word as a shell would want it, so that what a person reads is what runs. */
export function shellWord(word: string): string {
  return isPlainWord(word) ? word : quotedWord(word);
}

/** The same, in quotes in any case: nothing in it means anything to a shell. */
export function quotedWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
