/** A file of the folder that fits a query. */
export interface FoundFile {
  /** Relative to the folder, parts joined by `/`; may hold any character that a file's name may. */
  path: string;
  /** Which characters of the path the query matched, as indexes into it. */
  positions: number[];
}

/** The files that fit a query, best first. */
export interface FoundFiles {
  files: FoundFile[];
  /** How many files fit in all. */
  total: number;
  /** False while the list of files is being made, or if it was cut because the folder has too many. */
  complete: boolean;
  /** Files that no query finds, because their names are not text. */
  leftOut: number;
}

/** What a file is to a reader. */
export type FileKind = 'text' | 'binary' | 'too_big';

/** Some lines of a file of the folder. */
export interface FileSlice {
  path: string;
  /** The number of the first line here, counted from 1. */
  from: number;
  /** Fewer than were asked for at the end of the file, or where an answer would become too large. */
  lines: string[];
  /** How many lines the file has, or null if it is too long to be counted. */
  total: number | null;
  /** In bytes. */
  size: number;
  /** Changes when the file does. */
  revision: string;
  kind: FileKind;
  /** How many of these lines were cut because they are very long. */
  cut: number;
}

/** The numbers that both ends of `Repo` know. */
export const REPO_LIMITS = {
  queryChars: 1_000,
  pathChars: 4_096,
  foundFiles: 200,
  sliceLines: 2_000,
  sliceBytes: 1024 * 1024,
  lineChars: 4_000,
} as const;
