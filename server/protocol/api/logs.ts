/** One line of a log as a page shows it; secrets have been taken out. */
export interface LogLine {
  readonly seq: number;
  readonly at: number;
  /** Where it comes from: `say`, `detail`, a debug namespace; of an agent `stderr`, `garbage`, `in`, `out`, `life` or `note`. */
  readonly kind: string;
  readonly text: string;
}

/** Lines in order; asking again with `next` gives what follows. */
export interface LogPage {
  readonly lines: readonly LogLine[];
  readonly next: number;
  /** Whether lines between the last ones and these came and went unread. */
  readonly isCut: boolean;
}

/** A part of a trace: lines of JSON. Asking again with `traceId` and `next` gives the rest, until `next` is null. */
export interface TracePage {
  readonly traceId: string;
  readonly fileName: string;
  readonly lines: readonly string[];
  readonly next: number | null;
}
