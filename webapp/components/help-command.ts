/** The command to type, out of a sentence of help such as "Install it with: npm install x (Node 22 or newer)"; null if there is none. */
export function helpCommand(sentence: string): string | null {
  return /\bwith: (.+?)(?:, or .*| \([^)]*\))?$/.exec(sentence)?.[1] ?? null;
}
