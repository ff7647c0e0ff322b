import type { FileSlice, FoundFiles } from '../protocol/repo.js';

/** Where files of the folder are found and read; `server/repo` implements it. */
export interface RepoService {
  find(query: string, limit: number): Promise<FoundFiles>;
  read(path: string, fromLine: number, lineCount: number): Promise<FileSlice>;
}
