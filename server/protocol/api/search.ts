/** What to look for in all files of a root. */
export interface SearchQuery {
  text: string;
  isRegex: boolean;
  isWord: boolean;
  /** Whether capital letters matter. */
  isCase: boolean;
  /** Patterns of paths, e.g. `*.ts` or `src/**`; empty means all. */
  include: string[];
  exclude: string[];
}

/** A line with what was looked for. */
export interface FileHit {
  path: string;
  /** Counted from 1. */
  line: number;
  /** The line, or the part of a long one around the first match. */
  text: string;
  /** Where it was found in the text, as `[start, end)`; empty where only the line is known. */
  ranges: [start: number, end: number][];
}

/** Who looks: ripgrep, git, or a walker of ours where there is neither. */
export type SearchEngine = 'ripgrep' | 'git' | 'walker';

export interface SearchBegun {
  searchId: string;
}

/** Hits that came after those that a tab has. */
export interface SearchPage {
  hits: FileHit[];
  /** How many there are up to here. */
  next: number;
  isEnd: boolean;
  /** There are more hits than are ever shown, in all or in one file. */
  isCut: boolean;
  engine: SearchEngine;
}

export const SEARCH_LIMITS = {
  textChars: 1_000,
  globs: 20,
  globChars: 200,
  hits: 2_000,
  fileHits: 200,
  pageHits: 500,
  lineChars: 400,
  ranges: 50,
} as const;
