import type { FileSlice, FoundFiles } from '../protocol/api/repo.js';
import { FileIndex } from './file-index.js';
import { FileReader } from './file-reader.js';

/** Files that were opened lately come first in a search. */
const REMEMBERED = 20;

/** The files of the folder that the server runs in: which there are, and what stands in them. */
export class ProjectFiles {
  readonly #index: FileIndex;
  readonly #reader: FileReader;
  #opened: string[] = [];

  constructor(folder: string) {
    this.#index = new FileIndex(folder);
    this.#reader = new FileReader(folder);
  }

  find(query: string, limit: number, hasFolders = false): Promise<FoundFiles> {
    return this.#index.find({ query, limit, opened: this.#opened, hasFolders });
  }

  async read(path: string, fromLine: number, lineCount: number): Promise<FileSlice> {
    const slice = await this.#reader.read(path, { from: fromLine, count: lineCount });
    this.#opened = [slice.path, ...this.#opened.filter((other) => other !== slice.path)].slice(0, REMEMBERED);
    return slice;
  }

  close(): Promise<void> {
    return this.#index.close();
  }
}
