import type { AppEvent } from '../../../server/protocol/api/app-state.js';
import {
  type BranchChanges,
  type ChangedFile,
  type DiffHunks,
  type DiffIds,
  type FileAt,
  type FileDiff,
  type FileSide,
  type LineChange,
  MAIN_ROOT,
  type RepoProgramsView,
  type RepoStatus,
  type TaskState,
} from '../../../server/protocol/api/changes.js';
import type { RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { computeDiff } from '../../diff/compute-diff.js';
import { splitLines } from '../../diff/split-lines.js';

interface Versions {
  head: string | null;
  index: string | null;
  disk: string | null;
}

type Side = keyof Versions;

const SIDES: Readonly<Record<string, Side>> = { HEAD: 'head', index: 'index', worktree: 'disk' };
const NO_MARKS = { generated: false, lfs: false };
const NO_PROGRAMS: RepoProgramsView = { state: 'none', fingerprint: 'f', keys: [], hooks: [] };

/** A repository in memory, behind the contract of `Repo`: three versions of each file, and nothing runs. */
export class FakeGit {
  head: RepoStatus['head'] = { oid: 'c1', branch: 'main', upstream: null, ahead: null, behind: null };
  operation: RepoStatus['operation'] = null;
  programs: RepoProgramsView = NO_PROGRAMS;
  /** What the status fails with, if it does. */
  trouble: RepoTrouble | null = null;
  /** Files that are in conflict, or no files at all, by path. */
  readonly kinds = new Map<string, ChangedFile['kind']>();
  /** When files were written; which of them in a tab. */
  readonly writtenAt = new Map<string, number>();
  readonly saved = new Set<string>();
  /** Files that are too large for a diff, and what changes in them. */
  readonly hunks = new Map<string, DiffHunks>();
  readonly marks = new Map<string, ChangedFile['attributes']>();
  /** What the branch is compared with, by name, and what it has changed since. */
  branch: BranchChanges | null = null;
  message = 'Set up the shop';
  pushedTo: string[] = [];
  isWatched = false;
  revision = 1;
  readonly #files = new Map<string, Versions>();
  readonly #undos = new Map<string, Map<string, Versions>>();
  readonly #tell: (event: AppEvent) => void;
  readonly #tellStatus: (status: RepoStatus | null) => void;
  #task = 0;

  constructor(tell: (event: AppEvent) => void, tellStatus: (status: RepoStatus | null) => void = () => {}) {
    this.#tell = tell;
    this.#tellStatus = tellStatus;
  }

  /** Sets versions of a file; the tab hears that something is another one. */
  write(path: string, versions: Partial<Versions>): void {
    const before = this.#files.get(path) ?? { head: null, index: null, disk: null };
    this.#files.set(path, { ...before, ...versions });
    this.#changed();
  }

  read(path: string): Versions | undefined {
    return this.#files.get(path);
  }

  /** Something else has changed. */
  touch(): void {
    this.#changed();
  }

  /** How a task goes. */
  tell(change: Partial<TaskState>): void {
    const task: TaskState = {
      ...{ id: `task${this.#task}`, kind: 'commit', rootId: MAIN_ROOT, state: 'running', startedAt: 1 },
      ...{ device: 'A browser', hook: null, lines: [], trouble: null, oid: null },
      ...change,
    };
    if (task.state === 'done') {
      for (const [path, versions] of this.#files) this.#files.set(path, { ...versions, head: versions.index });
      this.head = { ...this.head, oid: task.oid };
      this.#changed();
    }
    this.#tell({ type: 'task_changed', task });
  }

  /** Answers a call; undefined if it is none of these. */
  answer(method: string, args: unknown[]): unknown {
    switch (method) {
      case 'Repo.get_status':
        return this.#status();
      case 'Repo.watch_status':
        this.isWatched = args[0] === true;
        return null;
      case 'Repo.get_file_diff':
        return this.#diff(String(args[0]), String(args[1]), String(args[2]));
      case 'Repo.get_diff_hunks':
        return this.hunks.get(String(args[0]));
      case 'Repo.get_branch_changes':
        if (!this.branch || (args[0] !== null && args[0] !== 'release')) throw refused({ code: 'no_commit' });
        return args[0] === null
          ? this.branch
          : { ...this.branch, base: { name: 'release', oid: 'r', origin: 'chosen' } };
      case 'Repo.list_branches':
        return ['main', 'release'].map((name) => ({ name, isCurrent: name === this.head.branch, isRemote: false }));
      case 'Repo.get_commit':
        return this.#facts();
      case 'Repo.stop_task':
        this.tell({ state: 'stopped' });
        return null;
      case 'AcpBridge.generate_commit_message':
        return { taskId: 'm1' };
      default:
        return method.startsWith('Repo.') ? this.#act(method, args.slice(1)) : undefined;
    }
  }

  #act(method: string, args: unknown[]): unknown {
    const done = { undoId: null, files: 1 };
    switch (method) {
      case 'Repo.stage_files':
        return this.#each(args[0] as FileAt[], (file) => ({ ...file, index: file.disk }));
      case 'Repo.stage_all':
        for (const [path, file] of this.#files) this.#files.set(path, { ...file, index: file.disk });
        this.#changed();
        return done;
      case 'Repo.unstage_files':
        return this.#each(args[0] as FileAt[], (file) => ({ ...file, index: file.head }));
      case 'Repo.discard_changes': {
        const undoId = this.#keep();
        return { ...this.#each(args[0] as FileAt[], (file) => ({ ...file, disk: file.index })), undoId };
      }
      case 'Repo.reset_hard': {
        if (args[0] !== this.revision) throw refused({ code: 'stale', paths: [] });
        const undoId = this.#keep();
        const known = [...this.#files].filter(
          ([, { head, index, disk }]) => index !== null && (head !== index || index !== disk),
        );
        for (const [path, file] of known) this.#files.set(path, { ...file, index: file.head, disk: file.head });
        this.#changed();
        return { undoId, files: known.length };
      }
      case 'Repo.stage_lines':
        return this.#splice(args, 'index', 'disk');
      case 'Repo.unstage_lines':
        return this.#splice(args, 'index', 'head');
      case 'Repo.discard_lines':
        return { ...this.#splice(args, 'disk', 'index'), undoId: this.#keep() };
      case 'Repo.undo':
        for (const [path, file] of this.#undos.get(String(args[0])) ?? []) this.#files.set(path, file);
        this.#changed();
        return done;
      case 'Repo.commit':
        this.#task += 1;
        this.tell({});
        return { taskId: `task${this.#task}` };
      case 'Repo.undo_commit':
        this.head = { ...this.head, oid: 'c0' };
        this.#changed();
        return { head: 'c0' };
      case 'Repo.trust_programs':
        this.programs = { ...this.programs, state: 'trusted' };
        this.#changed();
        return this.programs;
      default:
        return undefined;
    }
  }

  #changed(): void {
    this.revision += 1;
    const root = { id: MAIN_ROOT, path: '/home/me/orbit', name: 'orbit', revision: this.revision };
    if (!this.isWatched) return;
    this.#tell({ type: 'root_changed', root });
    this.#tellStatus(this.trouble ? null : this.#status());
  }

  #keep(): string {
    const id = `u${this.#undos.size + 1}`;
    this.#undos.set(id, new Map(this.#files));
    return id;
  }

  #each(files: readonly FileAt[], change: (file: Versions) => Versions) {
    for (const { path, revision } of files) {
      const file = this.#files.get(path);
      if (!file || revisionOf(file) !== revision) throw refused({ code: 'stale', paths: [path] });
      this.#files.set(path, change(file));
    }
    this.#changed();
    return { undoId: null, files: files.length };
  }

  #splice(args: unknown[], to: Side, from: Side) {
    const [path, ids, changes] = args as [string, DiffIds, LineChange[]];
    const file = this.#files.get(path)!;
    if (oidOf(file[to]) !== ids.old || oidOf(file[from]) !== ids.new) throw refused({ code: 'stale', paths: [path] });
    this.#files.set(path, { ...file, [to]: spliced(file[to] ?? '', file[from] ?? '', changes) });
    this.#changed();
    return { undoId: null, files: 1 };
  }

  #status(): RepoStatus {
    if (this.trouble) throw refused(this.trouble);
    const files = [...this.#files].flatMap(([path, file]) => this.#changedFile(path, file) ?? []);
    return {
      ...{ rootId: MAIN_ROOT, revision: this.revision, head: this.head, operation: this.operation },
      ...{ programs: this.programs, total: files.length, files, next: null, leftOut: 0 },
    };
  }

  #changedFile(path: string, file: Versions): ChangedFile | null {
    const { head, index, disk } = file;
    const kind = this.kinds.get(path) ?? (head === null && index === null ? 'untracked' : 'changed');
    if (head === index && index === disk && kind === 'changed') return null;
    const { added, removed } = computeDiff(head ?? '', disk ?? '');
    return {
      ...{ path, renamedFrom: null, kind, added, removed, isModeChange: false, revision: revisionOf(file) },
      ...{ writtenAt: this.writtenAt.get(path) ?? null, isSavedHere: this.saved.has(path) },
      attributes: this.marks.get(path) ?? NO_MARKS,
      index: kind === 'untracked' ? '?' : letter(head, index),
      worktree: kind === 'untracked' ? '?' : letter(index, disk),
    };
  }

  #diff(path: string, from: string, to: string): FileDiff {
    const file = this.#files.get(path)!;
    const [old, now] = [file[SIDES[from] ?? 'head'], file[SIDES[to] ?? 'disk']];
    const runs: [number, number, number][] = [];
    let same = 0;
    for (const run of computeDiff(old ?? '', now ?? '').runs) {
      if (run.same > 0) same = run.same;
      else {
        runs.push([same, run.removed, run.added]);
        same = 0;
      }
    }
    const isText = !(old ?? '').includes('\0') && !(now ?? '').includes('\0');
    const isLarge = this.hunks.has(path);
    const shown = (text: string | null) => (isLarge ? largeSide(text) : sideOf(text));
    return {
      path,
      renamedFrom: null,
      old: shown(old),
      new: shown(now),
      runs: isText && !isLarge ? runs : null,
      attributes: NO_MARKS,
    };
  }

  #facts() {
    return {
      ...{ oid: this.head.oid, parents: [], author: { name: 'Ada', email: 'ada@example.org', at: 0 }, committedAt: 0 },
      ...{ subject: this.message.split('\n')[0], message: this.message, pushedTo: this.pushedTo },
    };
  }
}

export function refused(trouble: RepoTrouble): RpcError {
  return new RpcError('conflict', 'Refused.', trouble);
}

/** As the server does it, for lines that all have an end. */
function spliced(text: string, other: string, changes: readonly LineChange[]): string {
  const [lines, others] = [splitLines(text), splitLines(other)];
  const result: string[] = [];
  let at = 0;
  for (const { at: place, drop, take } of changes) {
    result.push(...lines.slice(at, place), ...others.slice(take[0], take[0] + take[1]));
    at = place + drop;
  }
  return [...result, ...lines.slice(at)].map((line) => `${line}\n`).join('');
}

function letter(old: string | null, now: string | null): string {
  if (old === now) return '.';
  if (old === null) return 'A';
  return now === null ? 'D' : 'M';
}

function oidOf(text: string | null): string | null {
  return text === null ? null : `o:${text}`;
}

function revisionOf({ head, index, disk }: Versions): string {
  return JSON.stringify([head, index, disk]);
}

function sideOf(text: string | null): FileSide {
  const kind = text === null ? 'none' : text.includes('\0') ? 'binary' : 'text';
  const shown = kind === 'text' ? text : null;
  return {
    kind,
    oid: oidOf(text),
    mode: text === null ? null : '100644',
    size: text?.length ?? 0,
    text: shown,
    isUtf8: true,
  };
}

function largeSide(text: string | null): FileSide {
  return { ...sideOf(text), kind: 'too_big', text: null, size: 3 * 1024 * 1024 };
}
