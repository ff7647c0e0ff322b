/** A terminal that a person works in, as every tab sees it. What it shows is told only to tabs that may use it. */
export interface OwnTerminal {
  readonly id: string;
  /** Counts from 1; one that has ended leaves its number to others. */
  readonly number: number;
  /** The shell's file name, as `zsh`. */
  readonly shell: string;
  /** The folder that it was opened in, by the id of a root. */
  readonly rootId: string;
  readonly cols: number;
  readonly rows: number;
  /** Null while it runs. One that ended well is gone. */
  readonly exit: { readonly exitCode: number; readonly signal: number } | null;
}

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

/** What a terminal has shown: `text` begins `offset` characters after its start. Never written down. */
export interface OwnTerminalOutput {
  readonly terminalId: string;
  readonly offset: number;
  readonly text: string;
  /** What came before is no longer kept: the screen begins anew, in the modes that these sequences set. */
  readonly modes?: string;
  /** From where on this tab answers what a program asks of its terminal; null if another tab does, or has done it. */
  readonly answerFrom: number | null;
}

export const TERMINAL_LIMITS = {
  /** Terminals at a time. */
  most: 8,
  /** What may be typed or pasted with one call. */
  inputChars: 32 * 1024,
  /** What is kept of a terminal's output, to be shown again. */
  keptChars: 256 * 1024,
  /** What a tab is told at once. */
  pieceChars: 64 * 1024,
  /** How far a tab may be behind before it is told no more. */
  windowChars: 256 * 1024,
  /** A tab says how far it has come each time that it has drawn so much. */
  confirmChars: 96 * 1024,
  cols: { least: 2, most: 500 },
  rows: { least: 1, most: 200 },
} as const;
