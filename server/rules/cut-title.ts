/** A title of a tool's name and what the tool is given, which ends where there was no more room: `read · /a/lo...…`. */
const CUT = /^\w+ · (.+?)(?:\.\.\.)?…$/s;

/** Whether a title says nothing but the beginning of one of these texts, which are looked at themselves. */
export function isCutTitle(title: string, texts: readonly string[]): boolean {
  const [, begun] = CUT.exec(title) ?? [];
  return begun !== undefined && texts.some((text) => text.startsWith(begun));
}
