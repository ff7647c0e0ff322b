/** A piece of a line: its colour, and whether it is what changed. */
export interface LinePiece {
  readonly text: string;
  readonly kind: string;
  readonly marked: boolean;
}

/** Lays marks over coloured pieces: each piece is cut where a mark begins or ends. */
export function markPieces(
  pieces: readonly { readonly text: string; readonly kind: string }[],
  marks: readonly (readonly [number, number])[],
): LinePiece[] {
  if (marks.length === 0) return pieces.map((piece) => ({ ...piece, marked: false }));
  const edges = marks.flat();
  let at = 0;
  return pieces.flatMap(({ text, kind }) => {
    const [from, to] = [at, at + text.length];
    at = to;
    const cuts = [from, ...edges.filter((edge) => edge > from && edge < to), to];
    return cuts.slice(1).map((end, i) => {
      const start = cuts[i]!;
      const marked = marks.some(([begin, stop]) => begin <= start && end <= stop);
      return { text: text.slice(start - from, end - from), kind, marked };
    });
  });
}
