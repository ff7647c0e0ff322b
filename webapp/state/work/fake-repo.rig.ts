import type {
  ChangedFile,
  CommitFacts,
  FileBytes,
  FileContent,
  FilesChanged,
  FileWritten,
  RepoStatus,
  TreeEntry,
  TreePage,
} from '../../../server/protocol/api/changes.js';
import { type FileSlice, type FoundFiles, REPO_LIMITS } from '../../../server/protocol/api/repo.js';
import type { RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';

interface FakeFile {
  readonly text: string;
  readonly revision: number;
}

/** A folder of files in memory, behind the contract of `Repo`. */
export class FakeRepo {
  /** Whether all files are known. */
  isListed = true;
  /** Whether calls reach it. */
  isConnected = true;
  /** Whether it tells the status and commits too, and not the repository that stands beside it. */
  tellsStatus = false;
  /** Whether git knows the folder. */
  hasGit = true;
  /** How files differ from the last commit: `?`, or git's letters for the index and the file. */
  readonly letters = new Map<string, string>();
  /** What versions hold, as `HEAD:path`. */
  readonly versions = new Map<string, string>();
  readonly ignored = new Set<string>();
  readonly kinds = new Map<string, TreeEntry['kind']>();
  /** Files whose bytes are no UTF-8. */
  readonly foreign = new Set<string>();
  /** Names that cannot be told, by folder. */
  readonly leftOut = new Map<string, number>();
  readonly #files = new Map<string, FakeFile>();
  readonly #folders = new Set<string>();
  readonly #undos = new Map<string, Map<string, FakeFile>>();
  #revision = 0;

  write(path: string, text: string): void {
    this.#files.set(path, { text, revision: ++this.#revision });
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  text(path: string): string | null {
    return this.#files.get(path)?.text ?? null;
  }

  /** Answers a call that asks something; undefined for all others. */
  ask(method: string, args: readonly unknown[]): unknown {
    const [path, second, third] = args as [string, never, never];
    switch (method) {
      case 'Repo.find_files':
        return this.find(path, second);
      case 'Repo.read_file':
        return this.read(path, second, third);
      case 'Repo.get_file_tree':
        return this.#tree(path, second);
      case 'Repo.get_status':
        return this.tellsStatus ? this.#status() : undefined;
      case 'Repo.watch_status':
        return this.tellsStatus ? null : undefined;
      case 'Repo.get_file_content':
        return this.#content(path, second);
      case 'Repo.get_file_bytes':
        return this.#bytes(path, second, third);
      case 'Repo.get_commit':
        return this.tellsStatus ? commitFacts(path) : undefined;
      default:
        return undefined;
    }
  }

  /** Does an act, without its id. */
  act(method: string, args: readonly unknown[]): FileWritten | FilesChanged | undefined {
    const [path, second, third] = args as [string, string, string];
    switch (method) {
      case 'Repo.write_file':
        this.#expect(path, third);
        return this.#change(() => this.write(path, second), path);
      case 'Repo.create_file':
        if (this.#files.has(path)) throw trouble({ code: 'exists', path });
        return this.#change(() => this.write(path, second), path);
      case 'Repo.create_folder':
        this.#folders.add(path);
        return { undoId: null, files: 0 };
      case 'Repo.delete_file': {
        const file = args[0] as unknown as { path: string; revision: string };
        this.#expect(file.path, file.revision);
        return this.#change(() => this.remove(file.path), file.path);
      }
      case 'Repo.delete_folder':
        return this.#change(() => {
          for (const each of this.#files.keys()) if (each.startsWith(`${path}/`)) this.remove(each);
          this.#folders.delete(path);
        }, path);
      case 'Repo.rename_file': {
        const file = args[0] as unknown as { path: string; revision: string };
        this.#expect(file.path, file.revision);
        return this.#change(() => this.#move(file.path, second), second);
      }
      case 'Repo.rename_directory':
        return this.#change(() => {
          for (const each of [...this.#files.keys()])
            if (each.startsWith(`${path}/`)) this.#move(each, second + each.slice(path.length));
        }, second);
      case 'Repo.undo': {
        const before = this.#undos.get(path);
        if (!before) return undefined;
        return this.#change(() => {
          this.#files.clear();
          for (const [name, { text }] of before) this.write(name, text);
        }, '');
      }
      default:
        return undefined;
    }
  }

  find(query: string, limit: number): FoundFiles {
    if (!this.isConnected) throw new RpcError('disconnected', 'There is no connection to the server.');
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
    if (!file) throw new RpcError('not_found', 'Not found.', { code: 'file_missing', path: asked });
    const { text } = file;
    const kind = text.includes('\0') ? 'binary' : 'text';
    const all = kind === 'text' && text !== '' ? text.replace(/\r?\n$/, '').split(/\r?\n/) : [];
    const lines = all.slice(from - 1, from - 1 + count);
    return { path, from, lines, kind, total: all.length, size: text.length, revision: `r${file.revision}`, cut: 0 };
  }

  #tree(folder: string, after: string | null): TreePage {
    const below = folder === '' ? '' : `${folder}/`;
    const found = new Map<string, TreeEntry['kind']>();
    for (const path of [...this.#files.keys(), ...[...this.#folders].map((each) => `${each}/`)]) {
      if (!path.startsWith(below)) continue;
      const [name, ...rest] = path.slice(below.length).split('/');
      if (name) found.set(name, this.kinds.get(below + name) ?? (rest.length > 0 ? 'folder' : 'file'));
    }
    const isFolder = (kind: TreeEntry['kind']) => kind === 'folder' || kind === 'repository';
    const sorted = [...found].sort(
      ([a, first], [b, second]) => Number(isFolder(second)) - Number(isFolder(first)) || (a < b ? -1 : 1),
    );
    const start = after === null ? 0 : sorted.findIndex(([name]) => name === after) + 1;
    const page = sorted.slice(start, start + REPO_LIMITS.treeEntries);
    const entries = page.map(([name, kind]) => {
      const path = below + name;
      return { name, kind, isIgnored: this.ignored.has(path), isChanged: this.letters.has(path), size: 0 };
    });
    const next = start + page.length < sorted.length ? (page.at(-1)?.[0] ?? null) : null;
    return { folder, entries, next, leftOut: this.leftOut.get(folder) ?? 0 };
  }

  #status(): RepoStatus {
    if (!this.hasGit) throw trouble({ code: 'not_repo' });
    const files = [...this.letters].map(([path, letters]): ChangedFile => {
      const [index = '.', worktree = '.'] = letters === '?' ? ['?', '?'] : letters;
      const kind = letters === '?' ? 'untracked' : letters.includes('U') ? 'conflict' : 'changed';
      const marks = { attributes: { generated: false, lfs: false } };
      const facts = {
        renamedFrom: null,
        added: 1,
        removed: 0,
        isModeChange: false,
        writtenAt: null,
        isSavedHere: false,
        revision: 'r',
        ...marks,
      };
      return { path, kind, index, worktree, ...facts };
    });
    return {
      rootId: 'main',
      revision: this.#revision,
      head: { oid: 'a'.repeat(40), branch: 'main', upstream: null, ahead: null, behind: null },
      operation: null,
      programs: { state: 'none', fingerprint: '', keys: [], hooks: [] },
      total: files.length,
      files,
      next: null,
      leftOut: 0,
    };
  }

  #content(path: string, version: string | null): FileContent {
    const file = this.#files.get(path);
    const text = version === null ? file?.text : this.versions.get(`${version}:${path}`);
    if (text === undefined) throw trouble({ code: 'missing', path });
    const kind = text.includes('\0') ? 'binary' : 'text';
    const stored = { revision: version === null ? `r${file!.revision}` : null, oid: version };
    const isUtf8 = !this.foreign.has(path);
    return { path, kind, size: text.length, text: kind === 'text' ? text : null, isUtf8, ...stored };
  }

  #bytes(path: string, version: string | null, offset: number): FileBytes {
    const { text } = { text: this.#files.get(path)?.text ?? this.versions.get(`${version}:${path}`) };
    if (text === undefined) throw trouble({ code: 'missing', path });
    return { size: text.length, offset, data: btoa(text.slice(offset, offset + REPO_LIMITS.chunkBytes)) };
  }

  #expect(path: string, revision: string): void {
    const file = this.#files.get(path);
    if (!file) throw trouble({ code: 'missing', path });
    if (revision !== `r${file.revision}`) throw trouble({ code: 'stale', paths: [path] });
  }

  #move(from: string, to: string): void {
    const file = this.#files.get(from);
    this.#files.delete(from);
    if (file) this.#files.set(to, file);
  }

  #change(change: () => void, path: string): FileWritten & FilesChanged {
    const undoId = `files-${this.#undos.size + 1}`;
    this.#undos.set(undoId, new Map(this.#files));
    change();
    return { undoId, files: 1, revision: `r${this.#files.get(path)?.revision ?? 0}` };
  }
}

function trouble(reason: RepoTrouble): RpcError {
  return new RpcError('conflict', 'It did not work.', reason);
}

function commitFacts(name: string): CommitFacts {
  const author = { name: 'Ada', email: 'ada@example.org', at: 1_700_000_000_000 };
  const oid = name === 'HEAD' ? 'a'.repeat(40) : 'b'.repeat(40);
  const [subject, message] = ['Begin', 'Begin\n'];
  return { oid, parents: [], author, committedAt: author.at, subject, message, pushedTo: [] };
}
