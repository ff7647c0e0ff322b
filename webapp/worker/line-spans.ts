/** What a piece of code can be, in the order of their numbers; 0 is plain text. */
export const SPAN_KINDS = [
  '',
  'constant',
  'string',
  'comment',
  'keyword',
  'parameter',
  'function',
  'string-expression',
  'punctuation',
  'link',
  'inserted',
  'deleted',
  'changed',
] as const;

/** Colours for some lines of code: lengths and kinds only, so that a wrong one can never change the text. */
export interface LineSpans {
  /** Where each line's spans begin, and, last, where they end. */
  readonly starts: Uint32Array;
  /** `length * 16 + kind` each. */
  readonly spans: Uint32Array;
}

/** A piece of a line with its kind, '' for plain. */
export interface Span {
  readonly text: string;
  readonly kind: string;
}

/** Packs `[length, kind]` pairs per line; neighbours of one kind become one. */
export function packSpans(lines: readonly (readonly (readonly [number, number])[])[]): LineSpans {
  const starts = new Uint32Array(lines.length + 1);
  const spans: number[] = [];
  for (const [index, line] of lines.entries()) {
    starts[index] = spans.length;
    for (const [length, kind] of line) {
      const last = spans.length - 1;
      if (last >= starts[index]! && spans[last]! % 16 === kind) spans[last] = spans[last]! + length * 16;
      else spans.push(length * 16 + kind);
    }
  }
  starts[lines.length] = spans.length;
  return { starts, spans: Uint32Array.from(spans) };
}

/** Cuts `text`, the line at `index`, into its spans. */
export function spansOfLine(text: string, colours: LineSpans, index: number): Span[] {
  const result: Span[] = [];
  let from = 0;
  for (let at = colours.starts[index] ?? 0; at < (colours.starts[index + 1] ?? 0) && from < text.length; at += 1) {
    const packed = colours.spans[at]!;
    const end = from + Math.floor(packed / 16);
    result.push({ text: text.slice(from, end), kind: SPAN_KINDS[packed % 16] ?? '' });
    from = end;
  }
  if (from < text.length) result.push({ text: text.slice(from), kind: '' });
  return result;
}
