/** Whether a word is an argument as it stands, without quotes. */
export function isPlainWord(word: string): boolean {
  return /^[\w@%+=:,./-]+$/.test(word);
}

/** A word as a shell would want it, so that what a person reads is what runs. */
export function shellWord(word: string): string {
  return isPlainWord(word) ? word : quotedWord(word);
}

/** The same, always in quotes: also where a shell would look for a keyword or a variable. */
export function quotedWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
