/** A command as a person could type it into a shell, with nothing in it that could hide. */
export function shellLine(argv: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`);
  return [...variables, ...argv.map(shellWord)].join(' ');
}

/** A word that is itself needs no quotes; one with characters that do not show is written with escapes. */
function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (/^[\x20-\x7e]*$/.test(word) || !HIDDEN.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${[...word].map(escaped).join('')}'`;
}

/** Controls, marks of direction, and everything else that takes no place of its own. */
const HIDDEN = /\p{C}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u3164|\uffa0/u;

function escaped(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (!HIDDEN.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
