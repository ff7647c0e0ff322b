const OPENING = /^\s*(`{3,}|~{3,})[\w+.-]*\r?\n/;

/** Output that is one block of code in markdown, which some agents wrap it in, without that wrapping. */
export function withoutFence(text: string): string {
  const [opening, fence] = OPENING.exec(text) ?? [];
  if (opening === undefined || fence === undefined) return text;
  const end = text.trimEnd();
  const inner = end.slice(opening.length, -fence.length);
  const isWhole = end.length >= opening.length + fence.length && end.endsWith(`\n${fence}`);
  // A fence inside would mean that there are several blocks, or words between them.
  return isWhole && !inner.includes(`\n${fence}`) && !inner.startsWith(fence) ? inner : text;
}
