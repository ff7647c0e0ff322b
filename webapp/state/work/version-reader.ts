import type { FileSlice } from '../../../server/protocol/api/repo.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';

/** Reads a stored version of files as if it were the file itself. A version never changes, so it is fetched once. */
export function versionReader(repo: Pick<RepoApi, 'get_file_content'>, version: string): Pick<RepoApi, 'read_file'> {
  const fetched = new Map<string, Promise<Omit<FileSlice, 'from' | 'lines'> & { all: string[] }>>();
  const fetchWhole = async (path: string) => {
    const { kind, size, text, oid } = await repo.get_file_content(path, version);
    const all = text === null ? [] : linesOf(text);
    const about = { path, size, revision: oid ?? version, cut: 0, total: all.length, all };
    return { ...about, kind: kind === 'binary' ? ('binary' as const) : ('text' as const) };
  };
  return {
    read_file: async (path, from, count) => {
      const whole = fetched.get(path) ?? fetchWhole(path);
      fetched.set(path, whole);
      const { all, ...about } = await whole.catch((error) => {
        fetched.delete(path);
        throw error;
      });
      return { ...about, from, lines: all.slice(from - 1, from - 1 + count) };
    },
  };
}

/** As the server splits a file: the last line end ends a line and begins none. */
function linesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
