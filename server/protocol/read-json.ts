/** Whether a text is an object in JSON, for a reader that minds nothing else. */
export function isObjectText(text: string): boolean {
  return /^\s*\{/.test(text) && parseJson(text) !== null;
}

/**
 * The object in a text of JSON, unless two names of one object in it are the same for some reader: some take the first
 * of them, some the last, and some mind no case.
 */
export function objectIn(text: string): object | null {
  if (!/^\s*\{/.test(text)) return null;
  const json = parseJson(text) as object | null;
  return json !== null && !hasTwins(text) ? json : null;
}

/** Every text and name in a text of JSON, also those that a reader would drop because their name comes twice. */
export function textsInJson(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"/gs)].map(([found]) => JSON.parse(found) as string);
}

/** Whether names of one object differ in nothing but their case. */
export function haveTwins(names: readonly string[]): boolean {
  return new Set(names.map(folded)).size < names.length;
}

/** What a text of JSON says; null if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Walks through a text that is known to be JSON; each `{` opens a list of names. */
function hasTwins(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;
  for (const [found, colon] of text.matchAll(token)) {
    if (found === '{') open.push(new Set());
    else if (found === '[') open.push(null);
    else if (found === '}' || found === ']') open.pop();
    else if (colon !== undefined) {
      const name = folded(JSON.parse(found.slice(0, -colon.length)) as string);
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

/** Upper case first, which also folds letters that have no case of their own, like the long s. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase();
}
