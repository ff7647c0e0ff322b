/** What an editor would lose of a text: the mark at its beginning and how its lines end. */
export interface TextForm {
  readonly hasMark: boolean;
  /** `mixed` leaves every line as it ends; carriage returns are then characters of their lines. */
  readonly ends: '\n' | '\r\n' | 'mixed';
}

const MARK = '\ufeff';

/** Takes a text apart: lines that end with `\n`, and the form that makes the same bytes of them again. */
export function takeApart(text: string): { form: TextForm; body: string } {
  const hasMark = text.startsWith(MARK);
  const rest = hasMark ? text.slice(MARK.length) : text;
  const isPlain = !rest.includes('\r');
  const isCarriage = !isPlain && !/\r(?!\n)|(?<!\r)\n/.test(rest);
  const ends = isPlain ? '\n' : isCarriage ? '\r\n' : 'mixed';
  return { form: { hasMark, ends }, body: isCarriage ? rest.replaceAll('\r\n', '\n') : rest };
}

/** The text that was taken apart, with what was edited in it. */
export function putTogether({ hasMark, ends }: TextForm, body: string): string {
  return (hasMark ? MARK : '') + (ends === '\r\n' ? body.replaceAll('\n', '\r\n') : body);
}
