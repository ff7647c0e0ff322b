/** A run of lines: `same` in both, or `removed` and `added` in place of them. */
export interface DiffRun {
  readonly same: number;
  readonly removed: number;
  readonly added: number;
  /** For each changed pair, from the first on: what differs in the old line and in the new one. */
  readonly words: readonly WordMarks[];
}

/** Ranges `[from, to)` within a line. */
export interface WordMarks {
  readonly old: readonly (readonly [number, number])[];
  readonly new: readonly (readonly [number, number])[];
}

/** How one text becomes another, line by line. Line numbers follow from adding up the runs. */
export interface DiffResult {
  readonly runs: readonly DiffRun[];
  readonly added: number;
  readonly removed: number;
  /** True when the texts were too different to compare; then all between their common ends is replaced. */
  readonly coarse: boolean;
}
