/** A file of the folder that fits a query, or a folder in it, whose path ends with `/`. */
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
  /** Acts on files name at most so many. */
  namedFiles: 5_000,
  statusFiles: 1_000,
  branches: 1_000,
  /** In one answer of a history. */
  commits: 1_000,
  treeEntries: 1_000,
  listedPaths: 5_000,
  /** A side of a diff, and a file in the editor. */
  textBytes: 2 * 1024 * 1024,
  /** A file of which only the parts that change are shown. */
  hunkFileBytes: 32 * 1024 * 1024,
  /** Those parts, in bytes and in number. */
  hunkBytes: 512 * 1024,
  hunks: 200,
  /** Bytes of a picture or the like in one answer. */
  chunkBytes: 768 * 1024,
  /** A patch as text. */
  patchBytes: 1024 * 1024,
  messageChars: 64 * 1024,
  splices: 20_000,
  taskLines: 20,
  taskLineChars: 500,
} as const;
