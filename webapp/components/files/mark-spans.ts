import type { Span } from '../../worker/line-spans.js';

/** A part of a line that stands out: `[start, end)` and how. */
export interface LineMark {
  readonly start: number;
  readonly end: number;
  readonly kind: 'hit' | 'current' | 'column';
}

/** A piece of a line in its colour, and what it stands out by. */
export interface MarkedSpan extends Span {
  readonly mark: LineMark['kind'] | null;
}

/** Coloured pieces of a line, cut where marks begin and end. Marks are in order and do not overlap. */
export function markSpans(spans: readonly Span[], marks: readonly LineMark[]): MarkedSpan[] {
  const pieces: MarkedSpan[] = [];
  let at = 0;
  for (const { text, kind } of spans) {
    const end = at + text.length;
    let from = at;
    for (const mark of marks) {
      const start = Math.max(mark.start, from);
      const stop = Math.min(mark.end, end);
      if (start >= stop) continue;
      if (start > from) pieces.push({ text: text.slice(from - at, start - at), kind, mark: null });
      pieces.push({ text: text.slice(start - at, stop - at), kind, mark: mark.kind });
      from = stop;
    }
    if (from < end) pieces.push({ text: text.slice(from - at), kind, mark: null });
    at = end;
  }
  return pieces;
}
