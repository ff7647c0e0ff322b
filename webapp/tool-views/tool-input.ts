/** A field of a tool call's raw input, which may be anything, if it is text that says something. */
export function textField(raw: unknown, ...names: string[]): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  for (const name of names) {
    const value: unknown = Reflect.get(raw, name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** A number in a raw output. */
export function numberField(raw: unknown, ...names: string[]): number | null {
  if (typeof raw !== 'object' || raw === null) return null;
  for (const name of names) {
    const value: unknown = Reflect.get(raw, name);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return null;
}

/** The command that a call wants to run, whole: a string, a list, or a program with its arguments. */
export function commandOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const command: unknown = Reflect.get(raw, 'command') ?? Reflect.get(raw, 'cmd');
  const args: unknown = Reflect.get(raw, 'args');
  const words = [command, args].flat().filter((word): word is string => typeof word === 'string');
  if (words.length === 0) return null;
  return words.length === 1 ? words[0]! : words.map(quote).join(' ');
}

/** A path as short as it can be said from a folder. */
export function shortPath(path: string, folder: string): string {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(base) ? path.slice(base.length) : path;
}

/** As a shell would want it, so that what a person reads is what runs. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
