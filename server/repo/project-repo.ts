import { isUtf8 } from 'node:buffer';
import { realpathSync } from 'node:fs';
import { repoFault } from '../git/repo-fault.js';
import {
  type BranchChanges,
  type BranchFacts,
  type CommitFacts,
  type DiffHunks,
  type FileBytes,
  type FileContent,
  type FileDiff,
  type FileListPage,
  MAIN_ROOT,
  type RepoProgramsView,
  type RepoStatus,
  type TaskBegun,
  type TaskState,
  type TreePage,
} from '../protocol/api/changes.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import { RepoBranches } from './branches/repo-branches.js';
import { findMergeBase } from './changes/branch-changes.js';
import { resolveCommit } from './changes/file-versions.js';
import { listBranches } from './changes/list-branches.js';
import type { MessageAgent } from './changes/message-writer.js';
import { readHunks } from './changes/read-hunks.js';
import type { RepoActor } from './changes/repo-door.js';
import { Tasks } from './changes/tasks.js';
import { bytesOf, fileFault, type WorkRootPlan } from './changes/work-root.js';
import { RepoHistory } from './history/repo-history.js';
import { listFolder } from './list-folder.js';
import { OpenRoot, type OpenRootParts, programsView } from './open-root.js';
import { findRipgrep } from './search/find-ripgrep.js';
import { RepoSearch } from './search/repo-search.js';
import { workerScript } from './worker-script.js';

/** Pictures and the like are shown up to this size. */
const LARGEST_SHOWN = 20 * 1024 * 1024;
/** Whether a file is binary shows in its first bytes. */
const PROBE = 8_192;

/** Where the yes of people is kept. */
export interface ProgramTrust {
  isTrusted(folder: string, fingerprint: string): boolean;
  set(folder: string, fingerprint: string, isTrusted: boolean): void;
}

export interface ProjectRepoParts extends OpenRootParts, Pick<WorkRootPlan, 'dataDir' | 'env' | 'guard' | 'undo'> {
  readonly folder: string;
  readonly trust: ProgramTrust;
  /** Who writes messages where the person names nobody. */
  messageAgent(): MessageAgent;
  /** Where ripgrep is; our own copy unless it says otherwise. */
  findRipgrep?(): Promise<string | null>;
  onTask(task: TaskState): void;
}

/** The roots of this server, named by id, and every act on their files and history. */
export class ProjectRepo {
  readonly #parts: ProjectRepoParts;
  readonly #tasks: Tasks;
  readonly #roots = new Map<string, OpenRoot>();
  /** Branches and remotes. */
  readonly branching: RepoBranches;
  readonly history: RepoHistory;
  /** Search across the files. */
  readonly search: RepoSearch;

  constructor(parts: ProjectRepoParts) {
    this.#parts = parts;
    this.#tasks = new Tasks({ clock: parts.clock, onChange: (task) => parts.onTask(task) });
    const { dataDir, env, guard, clock, trust, undo } = parts;
    const folder = realpathSync(parts.folder);
    const isTrusted = (fingerprint: string) => trust.isTrusted(folder, fingerprint);
    const plan = { id: MAIN_ROOT, folder, dataDir, env, guard, clock, isTrusted, ...(undo && { undo }) };
    this.#roots.set(MAIN_ROOT, new OpenRoot(plan, parts, this.#tasks));
    const door = { root: (id?: string) => this.#root(id), act: this.act.bind(this) };
    this.branching = new RepoBranches(door, this.#tasks);
    this.history = new RepoHistory(door);
    const walker = () => workerScript('search-worker');
    this.search = new RepoSearch(door, { env, guard, clock, walker, findRipgrep: parts.findRipgrep ?? findRipgrep });
  }

  /** Looks which branches the roots are at, and from then on sees when that changes. */
  async lookAtPlaces(): Promise<void> {
    await Promise.all([...this.#roots.values()].map(({ place }) => place.look()));
  }

  async status(after: number, rootId?: string): Promise<RepoStatus> {
    const root = this.#root(rootId);
    return root.statusPage(await root.status.get(), after);
  }

  /** The branch as the last status had it; null where nobody has looked, or HEAD is at none. */
  knownBranch(): string | null {
    return this.#root(MAIN_ROOT).status.latest?.head.branch ?? null;
  }

  /** A tab shows the status, or no longer does. */
  watch(tab: { readonly id: string }, isShown: boolean, rootId?: string): void {
    const { status } = this.#root(rootId);
    if (isShown) status.show(tab.id);
    else status.hide(tab.id);
  }

  /** The tab is gone. */
  dropTab(tab: { readonly id: string }): void {
    for (const { status } of this.#roots.values()) status.hide(tab.id);
    this.history.dropTab(tab);
    this.search.dropTab(tab);
  }

  /** An agent or a command has done something. */
  touch(): void {
    for (const { status, place } of this.#roots.values()) {
      status.touch();
      void place.look();
    }
  }

  tree(folder: string, after: string | null, rootId?: string): Promise<TreePage> {
    const { work, status } = this.#root(rootId);
    return listFolder(work, folder, after, status.latest);
  }

  list(after: string | null, rootId?: string): Promise<FileListPage> {
    return this.#root(rootId).paths.page(after);
  }

  /** What the commits of the branch have changed since it left `base`, or since it left the base that suggests itself. */
  branchChanges(base: string | null, after: number, rootId?: string): Promise<BranchChanges> {
    return this.#root(rootId).branch.changes(base, after);
  }

  async branches(rootId?: string): Promise<BranchFacts[]> {
    return listBranches(await this.#root(rootId).work.repository());
  }

  fileDiff(
    path: string,
    sides: { from: string; to: string },
    renamedFrom: string | null,
    rootId?: string,
  ): Promise<FileDiff> {
    return this.#root(rootId).versions.diff(path, sides.from, sides.to, renamedFrom);
  }

  /** The parts of a file that change, of one that is too large to be shown whole. */
  diffHunks(
    path: string,
    sides: { from: string; to: string; renamedFrom: string | null },
    rootId?: string,
  ): Promise<DiffHunks> {
    return readHunks(this.#root(rootId).work, path, sides);
  }

  /** A whole text; `version` is null for the file itself. */
  async fileContent(path: string, version: string | null, rootId?: string): Promise<FileContent> {
    const { bytes, kind, revision, oid } = await this.#bytes(path, version, { most: REPO_LIMITS.textBytes, rootId });
    const isText = kind === 'link' || !bytes.includes(0);
    const shownKind = kind === 'link' ? 'link' : isText ? 'text' : 'binary';
    const text = isText ? bytes.toString('utf8') : null;
    return { path, kind: shownKind, size: bytes.length, text, isUtf8: isUtf8(bytes), revision, oid };
  }

  async fileBytes(path: string, version: string | null, offset: number, rootId?: string): Promise<FileBytes> {
    const { bytes } = await this.#bytes(path, version, { most: LARGEST_SHOWN, rootId });
    const piece = bytes.subarray(offset, offset + REPO_LIMITS.chunkBytes);
    return { size: bytes.length, offset, data: piece.toString('base64') };
  }

  async exists(path: string, rootId?: string): Promise<boolean> {
    const found = await this.#root(rootId)
      .work.files.look(bytesOf(path))
      .catch((error) => {
        throw fileFault(error, path);
      });
    return found !== null;
  }

  async isBinary(path: string, rootId?: string): Promise<boolean> {
    const head = await this.#root(rootId)
      .work.files.readHead(bytesOf(path), PROBE)
      .catch((error) => {
        throw fileFault(error, path);
      });
    return head.includes(0);
  }

  /** A patch of what is staged, or of what is not, as text. */
  async patch(isStaged: boolean, rootId?: string): Promise<string> {
    const repository = await this.#root(rootId).work.repository();
    const limits = { wholeMs: 20_000, outputBytes: REPO_LIMITS.patchBytes };
    const how = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=dirty', '-M', '--histogram'];
    const args = ['diff', ...how, ...(isStaged ? ['--cached'] : []), ...repository.limitArgs];
    return (await repository.worktree({ args, limits })).toString('utf8');
  }

  async isClean(rootId?: string): Promise<boolean> {
    return (await this.#root(rootId).status.get()).entries.length === 0;
  }

  async head(rootId?: string): Promise<RepoStatus['head']> {
    return (await this.#root(rootId).status.get()).head;
  }

  async resolveRef(name: string, rootId?: string): Promise<string> {
    const oid = await resolveCommit(await this.#root(rootId).work.repository(), name);
    if (!oid) throw repoFault({ code: 'no_commit' });
    return oid;
  }

  /** The first parent of a commit; null if it is a first one. */
  async commitParent(name: string, rootId?: string): Promise<string | null> {
    const repository = await this.#root(rootId).work.repository();
    return resolveCommit(repository, `${await this.resolveRef(name, rootId)}^`);
  }

  /** The commit that two have in common; null if there is none. */
  async mergeBase(one: string, other: string, rootId?: string): Promise<string | null> {
    const repository = await this.#root(rootId).work.repository();
    return findMergeBase(repository, await this.resolveRef(one, rootId), await this.resolveRef(other, rootId));
  }

  commitFacts(name: string, rootId?: string): Promise<CommitFacts> {
    return this.#root(rootId).committing.facts(name);
  }

  /** Begins to have a message written for what is staged, by this agent or by the one that is set for that. */
  writeMessage(
    actor: RepoActor,
    { agentId, model }: { agentId: string | null; model: string | null },
    rootId?: string,
  ): Promise<TaskBegun> {
    return this.act(rootId, async ({ messages }) => {
      const set = this.#parts.messageAgent();
      const isSet = agentId === null || agentId === set.agentId;
      const agent = { agentId: agentId ?? set.agentId, model: model ?? (isSet ? set.model : null) };
      return { taskId: await messages.write(agent, actor.device) };
    });
  }

  stopTask(taskId: string): void {
    this.#tasks.stop(taskId);
  }

  /** Says yes or no to the programs that the repository brings, as they were when the person looked. */
  trustPrograms(fingerprint: string, isTrusted: boolean, rootId?: string): Promise<RepoProgramsView> {
    return this.act(rootId, async ({ work, status }) => {
      const repository = await work.repository();
      if ((await repository.programs()).fingerprint !== fingerprint) throw repoFault({ code: 'stale', paths: [] });
      this.#parts.trust.set(work.folder, fingerprint, isTrusted);
      status.touch(true);
      return programsView({ programs: await repository.programs() });
    });
  }

  /** Stops what runs and looks no more. */
  async close(): Promise<void> {
    for (const { status, place } of this.#roots.values()) {
      status.close();
      place.close();
    }
    await Promise.all([this.#tasks.stopAll(), this.history.close(), this.search.close()]);
    await Promise.all([...this.#roots.values()].map(({ work }) => work.close()));
  }

  async #bytes(path: string, version: string | null, { most, rootId }: { most: number; rootId: string | undefined }) {
    const { work, versions } = this.#root(rootId);
    if (version === null) {
      const file = await work.files.read(bytesOf(path), most).catch(async (error) => {
        const about = await work.files.look(bytesOf(path)).catch(() => null);
        if (about && about.size > most) throw repoFault({ code: 'too_large', path, bytes: about.size, most });
        throw fileFault(error, path);
      });
      if (!file) throw repoFault({ code: 'missing', path });
      return { ...file, oid: null };
    }
    const { kind, oid, bytes, size } = await versions.version(path, version, { mostBytes: most });
    if (kind === 'too_big') throw repoFault({ code: 'too_large', path, bytes: size, most });
    if (!bytes) throw repoFault({ code: kind === 'submodule' ? 'not_a_file' : 'missing', path });
    return { kind, oid, bytes, revision: null };
  }

  /** Does something in a root, and has everybody look afterwards. */
  async act<T>(rootId: string | undefined, act: (root: OpenRoot) => Promise<T>): Promise<T> {
    const root = this.#root(rootId);
    try {
      return await act(root);
    } finally {
      root.status.touch(true);
      void root.place.look();
    }
  }

  #root(rootId: string = MAIN_ROOT): OpenRoot {
    const root = this.#roots.get(rootId);
    if (!root) throw repoFault({ code: 'unknown_root', rootId });
    return root;
  }
}
