const MOST_CHARS = 128;

/** Whether an id is one that we could have given: such ids need no care in files and messages. */
export function isPlainId(id: string): boolean {
  return id.length <= MOST_CHARS && /^[\x21-\x7e]+$/.test(id);
}
