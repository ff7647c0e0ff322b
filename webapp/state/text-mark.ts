/** A short mark of a text (FNV-1a and its length): the same text has the same mark, another one hardly ever. */
export function textMark(text: string): string {
  let mark = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) mark = Math.imul(mark ^ text.charCodeAt(n), 0x01000193);
  return `${text.length.toString(36)}.${(mark >>> 0).toString(36)}`;
}
