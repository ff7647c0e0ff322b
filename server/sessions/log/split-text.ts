/** Cuts a text into pieces of at most `chars`, never through the middle of a character. */
export function splitText(text: string, chars: number): string[] {
  if (text.length <= chars) return [text];
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + chars;
    const end = to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
