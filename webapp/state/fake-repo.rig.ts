import type { FileSlice, FoundFiles } from '../../server/protocol/repo.js';
import { RpcError } from '../../server/protocol/rpc-error.js';

/** A folder of files in memory, behind the contract of `Repo`. */
export class FakeRepo {
  /** Whether all files are known. */
  isListed = true;
  readonly #files = new Map<string, { text: string; revision: number }>();

  write(path: string, text: string): void {
    this.#files.set(path, { text, revision: (this.#files.get(path)?.revision ?? 0) + 1 });
  }

  find(query: string, limit: number): FoundFiles {
    const paths = [...this.#files.keys()].filter((path) => path.includes(query));
    const files = paths.slice(0, limit).map((path) => {
      const at = path.indexOf(query);
      return { path, positions: Array.from(query, (_, n) => at + n) };
    });
    return { files, total: paths.length, complete: this.isListed, leftOut: 0 };
  }

  read(asked: string, from: number, count: number): FileSlice {
    const path = asked.replace(/^\/home\/me\/orbit\//, '');
    const file = this.#files.get(path);
    if (!file) throw new RpcError('not_found', `"${asked}" was not found.`);
    const { text } = file;
    const kind = text.includes('\0') ? 'binary' : 'text';
    const all = kind === 'text' && text !== '' ? text.replace(/\n$/, '').split('\n') : [];
    const lines = all.slice(from - 1, from - 1 + count);
    return { path, from, lines, kind, total: all.length, size: text.length, revision: `r${file.revision}`, cut: 0 };
  }
}
