import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { AskAside } from '../ports/aside.js';
import { watchdogGuard } from '../processes/process-guard.js';
import type { ChangedFile, RepoRoot, RepoStatus, TaskState } from '../protocol/api/changes.js';
import type { RepoTrouble } from '../protocol/api/repo-trouble.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { type Clock, systemClock } from '../protocol/clock.js';
import { until } from '../testing/until.rig.js';
import type { UndoStoreOptions } from '../undo/undo-store.js';
import type { RepoActor } from './changes/repo-door.js';
import type { OpenRoot } from './open-root.js';
import { ProjectRepo } from './project-repo.js';
import { gitEnv } from './repo.rig.js';

/** Who the person is in tests; nothing of the machine's own settings is used. */
const HOME_CONFIG = '[user]\n\tname = T\n\temail = t@example.org\n[init]\n\tdefaultBranch = main\n';
const guard = watchdogGuard();

export interface RepoRigOptions {
  readonly files?: Record<string, string | Buffer>;
  /** Whether there is a repository, with the files committed. */
  readonly git?: boolean;
  /** The part of the folder that is the root. */
  readonly below?: string;
  readonly path?: string;
  readonly clock?: Clock;
  readonly undo?: UndoStoreOptions;
  readonly home?: string;
  /** What the person has set besides. */
  readonly env?: Record<string, string>;
  readonly ask?: AskAside;
  /** Where ripgrep is; null for a machine without one. */
  readonly ripgrep?: string | null;
}

/** A folder, a repository in it, and our own view of both; all of it is removed after the test. */
export class RepoRig {
  readonly folder: string;
  readonly dataDir: string;
  readonly home: string;
  readonly repo: ProjectRepo;
  readonly roots: RepoRoot[] = [];
  /** What was told of the status without being asked. */
  readonly told: (RepoStatus | 'failed')[] = [];
  readonly tasks: TaskState[] = [];
  readonly trusted = new Set<string>();

  constructor(t: TestContext, options: RepoRigOptions = {}) {
    const { files = {}, git = true, below = '', path = process.env.PATH ?? '', clock = systemClock } = options;
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-changes-')));
    t.after(() => rmSync(place, { recursive: true, force: true }));
    this.folder = join(place, 'work');
    this.dataDir = join(place, 'data');
    this.home = join(place, 'home');
    for (const dir of [this.folder, this.dataDir, this.home]) mkdirSync(dir);
    writeFileSync(join(this.home, '.gitconfig'), options.home ?? HOME_CONFIG);
    for (const [name, content] of Object.entries(files)) this.write(name, content);
    if (git) {
      this.git('init', '-q', '-b', 'main');
      if (Object.keys(files).length > 0) this.commitAll('first');
    }
    mkdirSync(join(this.folder, below), { recursive: true });
    this.repo = new ProjectRepo({
      folder: join(this.folder, below),
      dataDir: this.dataDir,
      env: { PATH: path, HOME: this.home, GIT_CONFIG_NOSYSTEM: '1', ...options.env },
      guard,
      clock,
      ...(options.undo && { undo: options.undo }),
      ...(options.ripgrep !== undefined && { findRipgrep: async () => options.ripgrep ?? null }),
      trust: {
        isTrusted: (_folder, fingerprint) => this.trusted.has(fingerprint),
        set: (_folder, fingerprint, isTrusted) =>
          void (isTrusted ? this.trusted.add(fingerprint) : this.trusted.clear()),
      },
      ask: options.ask ?? (() => Promise.reject(new Error('nobody is asked here'))),
      messageAgent: () => ({ agentId: 'writer', model: 'small' }),
      onRoot: (root) => this.roots.push(root),
      onStatus: (status) => this.told.push(status),
      onStatusFailure: () => this.told.push('failed'),
      onTask: (task) => this.tasks.push(task),
    });
    t.after(() => this.repo.close());
  }

  /** Runs git as the person would, and gives what it prints. */
  git(...args: string[]): string {
    return this.gitBytes(...args).toString('utf8');
  }

  gitBytes(...args: string[]): Buffer {
    return execFileSync('git', args, { cwd: this.folder, env: gitEnv(this.home), stdio: ['ignore', 'pipe', 'pipe'] });
  }

  commitAll(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
  }

  write(name: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), content);
  }

  /** The parts of the root. Whatever is asked of one is an act, as it is for a tab. */
  readonly root = new Proxy({} as OpenRoot, {
    get: (_, part: keyof OpenRoot) =>
      new Proxy(
        {},
        {
          get:
            (_, method: string) =>
            (...args: unknown[]) =>
              this.#act(part, method, args),
        },
      ),
  });

  #act(part: keyof OpenRoot, method: string, args: unknown[]): Promise<unknown> {
    return this.repo.act(undefined, (root) => Reflect.apply(Reflect.get(root[part], method), root[part], args));
  }

  readonly actor: RepoActor = { device: 'A browser', isOwner: true };

  async changed(path: string): Promise<ChangedFile> {
    const { files } = await this.repo.status(0);
    const file = files.find((each) => each.path === path);
    if (!file) throw new Error(`${path} has not changed; these have: ${files.map((each) => each.path).join(', ')}`);
    return file;
  }

  /** Files as they are now, to be named in an act. */
  async at(...paths: string[]): Promise<{ path: string; revision: string }[]> {
    return Promise.all(paths.map(async (path) => ({ path, revision: (await this.changed(path)).revision })));
  }

  /** Settles with a task when it has ended. */
  async ended(taskId: string): Promise<TaskState> {
    return await until(
      () => this.tasks.findLast(({ id }) => id === taskId),
      (task) => (task?.state ?? 'running') !== 'running',
    );
  }
}

/** The trouble that something fails with. */
export async function troubleWith(work: Promise<unknown>): Promise<RepoTrouble> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RpcError && error.reason) return error.reason as RepoTrouble;
    throw error;
  }
  throw new Error('It did not fail.');
}
