/** What was stored as JSON, or `otherwise` if it is no JSON any more. */
export function parseText<T>(text: string, otherwise: T): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

/** Text as SQLite can keep it: it would be cut at NUL, and halves of characters have no UTF-8. */
export function storableWords(text: string): string {
  return text.replaceAll('\0', ' ').replace(/\p{Surrogate}/gu, '\ufffd');
}
