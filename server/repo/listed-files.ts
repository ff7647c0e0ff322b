import { isUtf8 } from 'node:buffer';

/** More files than this are not listed. */
export const MOST_FILES = 200_000;

/** Folders that hold what programs made: nobody looks for a file there, and there are many. */
export const MADE_FOLDERS: readonly string[] = [
  'node_modules',
  'bower_components',
  '.git',
  '.hg',
  '.svn',
  '.venv',
  '__pycache__',
  '.cache',
  '.gradle',
  '.next',
  '.nuxt',
  '.turbo',
  '.tox',
  '.mypy_cache',
  '.pytest_cache',
  '.Trash',
];

/** Folders that are passed over too where no git says which files belong to the project. */
export const BUILT_FOLDERS: readonly string[] = ['dist', 'build', 'out', 'target', 'coverage', 'vendor'];

/** The paths of a folder's files, as far as they could be listed. */
export interface ListedFiles {
  readonly paths: string[];
  /** Names that are not text and so cannot be named to a tab. */
  readonly leftOut: number;
  /** False if there are more files than were listed. */
  readonly isWhole: boolean;
}

/** Collects paths as the system gives them, up to the most that are listed. */
export class FileCollector {
  readonly #paths = new Set<string>();
  #leftOut = 0;
  #isWhole = true;

  get isFull(): boolean {
    return this.#paths.size >= MOST_FILES;
  }

  get files(): ListedFiles {
    return { paths: [...this.#paths], leftOut: this.#leftOut, isWhole: this.#isWhole };
  }

  /** A file more; one that cannot be taken is counted. */
  add(name: Buffer): void {
    if (!isUtf8(name)) this.#leftOut += 1;
    else if (this.isFull) this.#isWhole = false;
    else this.#paths.add(name.toString('utf8'));
  }

  /** There is more than was looked at. */
  stopHere(): void {
    this.#isWhole = false;
  }
}
