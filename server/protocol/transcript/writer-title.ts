/** A title that begins with the name of a tool that does nothing but write: `write · /a/b`. */
const WRITER = /^(write|edit|create|str_replace|insert|append) · (.*)$/s;

/** What such a title says, or null for any other title. */
export function writerIn(title: string): { verb: string; rest: string } | null {
  const [, verb, rest] = WRITER.exec(title) ?? [];
  return verb === undefined || rest === undefined ? null : { verb, rest };
}
