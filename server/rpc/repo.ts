import type { FileSlice, FoundFiles } from '../protocol/repo.js';
import type { RepoApi } from '../protocol/rpc.js';
import type { RepoService } from './repo-service.js';
import type { Served } from './served.js';

/** The files of the folder, as a tab may see them. Arguments were checked by the schemas. */
export class Repo implements Served<RepoApi> {
  readonly #repo: RepoService;

  constructor(repo: RepoService) {
    this.#repo = repo;
  }

  find_files(query: string, limit: number): Promise<FoundFiles> {
    return this.#repo.find(query, limit);
  }

  read_file(path: string, fromLine: number, lineCount: number): Promise<FileSlice> {
    return this.#repo.read(path, fromLine, lineCount);
  }
}
