import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { ProcessGuard } from '../processes/process-guard.js';
import type { TaskState } from '../protocol/api/changes.js';
import { systemClock } from '../protocol/clock.js';
import { OFFERED } from '../rpc/offered-methods.js';
import type { MethodCall } from '../rpc/services.js';
import { CommandLedger } from '../sessions/log/command-ledger.js';
import { MemoryEventStore } from '../sessions/store/memory-event-store.rig.js';
import { until } from '../testing/until.rig.js';
import { type CallRepo, callEverything, type RepoMethod, ROUNDS, type Round } from './hostile/every-method.rig.js';
import { type Shape, Templates } from './hostile/templates.rig.js';
import { ProjectFiles } from './project-files.js';
import { ProjectRepo } from './project-repo.js';

const COMMANDS = [...OFFERED.values()].flatMap(({ name, kind }) =>
  kind === 'command' && name.startsWith('Repo.') ? [name.slice('Repo.'.length)] : [],
);
const PLANS = [
  { shape: 'calm', isGivingUp: false },
  { shape: 'merge', isGivingUp: true },
  { shape: 'merge', isGivingUp: false },
] as const;
/** A tracked file, and one that isn't, which no round touches: somebody works on both before the repeat. */
const NEWER = ['ümlaut.txt', 'newer.txt'] as const;

describe('a command on a repository', () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-repeated-')));
  const guard = new ProcessGuard(join(place, 'processes'));
  after(() => {
    guard.close();
    rmSync(place, { recursive: true, force: true });
  });
  const templates = new Templates(join(place, 'templates'));

  /** A repository with a remote, and a way to call that repeats each command after a restart. */
  function scene(t: TestContext, shape: Shape) {
    const at = mkdtempSync(join(place, 'scene-'));
    const [folder, host] = [join(at, 'work'), join(at, 'host.git')];
    templates.copy(shape, folder);
    templates.copyHost(host);
    mkdirSync(join(at, 'home'));
    writeFileSync(join(at, 'home/.gitconfig'), '[user]\n\tname = T\n\temail = t@example.org\n');
    const env = { PATH: process.env.PATH ?? '', HOME: join(at, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
    git('remote', 'add', 'origin', host);
    git('config', 'branch.main.remote', 'origin');
    git('config', 'branch.main.merge', 'refs/heads/main');
    const tasks = new Map<string, TaskState>();
    const repo = new ProjectRepo({
      ...{ folder, dataDir: join(at, 'data'), env, guard, clock: systemClock },
      findRipgrep: async () => null,
      trust: { isTrusted: () => true, set: () => {} },
      ask: () => Promise.reject(new Error('nobody is asked here')),
      messageAgent: () => ({ agentId: 'writer', model: null }),
      onRoot: () => {},
      onStatus: () => {},
      onStatusFailure: () => {},
      onTask: (task) => void tasks.set(task.id, task),
    });
    const files = new ProjectFiles(folder);
    t.after(() => Promise.all([repo.close(), files.close()]));
    const filesIn = (dir: string) =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path, readFileSync(path, 'utf8')]);
    const everything = () => ({
      files: filesIn(folder),
      index: git('ls-files', '--stage'),
      refs: [git('for-each-ref'), git('-C', host, 'for-each-ref'), readFileSync(join(folder, '.git/HEAD'), 'utf8')],
      stashes: git('stash', 'list'),
      operation: readdirSync(join(folder, '.git')).filter((name) => /^[A-Z_]+_HEAD$|^rebase|^BISECT/.test(name)),
    });
    const store = new MemoryEventStore();
    const services = { repo, branches: repo.branching, history: repo.history, search: repo.search, files };
    const tab = { id: 't', device: 'A browser', role: 'owner' };
    const start = () => {
      const commands = new CommandLedger({ store, clock: systemClock });
      return async (method: string, ...args: unknown[]) => {
        const { run, args: schema } = OFFERED.get(`Repo.${method}`)!;
        return await run({ ...services, commands, tab } as unknown as MethodCall, schema.parse(args));
      };
    };
    const first = start();
    const ended = async (answer: unknown) => {
      const { taskId } = (answer ?? {}) as { taskId?: string };
      if (taskId === undefined) return;
      await until(
        () => tasks.get(taskId)?.state ?? 'running',
        (state) => state !== 'running',
      );
    };
    return { folder, start, first, ended, everything };
  }

  it('[S17] [S30] sent again after a restart takes no newer work away: every one, with its real effect', async (t) => {
    const performed = new Set<string>();
    let acts = 0;
    for (const { shape, isGivingUp } of PLANS) {
      const { folder, start, first, ended, everything } = scene(t, shape);
      const repeat = async (method: string, args: readonly unknown[], answer: unknown) => {
        const kept = NEWER.map((name) => [join(folder, name), readText(join(folder, name))] as const);
        for (const [path] of kept) appendFileSync(path, 'newer work\n');
        const before = everything();
        assert.deepEqual(await start()(method, ...args), answer, method);
        assert.deepEqual(everything(), before, `${method} had a second effect`);
        for (const [path, text] of kept) {
          if (text === null) rmSync(path);
          else writeFileSync(path, text);
        }
      };
      const call: CallRepo = async <T>(method: RepoMethod, ...args: unknown[]) => {
        const isCommand = COMMANDS.includes(method);
        const given = isCommand ? [`c${++acts}`, ...args] : args;
        let answer: unknown;
        try {
          answer = await first(method, ...given);
        } catch {
          return null;
        }
        await ended(answer);
        if (isCommand) {
          performed.add(method);
          await repeat(method, given, answer);
        }
        return answer as T;
      };
      const rounds = (Object.keys(ROUNDS) as Round[]).filter((round) => round !== 'lookAtAll');
      await callEverything(call, { isGivingUp, isShort: true, rounds: shape === 'calm' ? rounds : [] });
    }
    assert.deepEqual(
      COMMANDS.filter((name) => !performed.has(name)),
      [],
    );
  });
});

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
