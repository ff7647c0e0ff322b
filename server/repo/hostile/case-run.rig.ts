import { join } from 'node:path';
import { watchdogGuard } from '../../processes/process-guard.js';
import type { TaskState } from '../../protocol/api/changes.js';
import { systemClock } from '../../protocol/clock.js';
import { Repo } from '../../rpc/repo.js';
import type { CommandCall } from '../../rpc/services.js';
import { inTime, until } from '../../testing/until.rig.js';
import { ProjectFiles } from '../project-files.js';
import { ProjectRepo } from '../project-repo.js';
import type { Bed } from './bed.rig.js';
import { callEverything, type RepoMethod, type Round } from './every-method.rig.js';

const guard = watchdogGuard();

/** A program, a file or a network call that a repository caused, and the method that was called. */
export interface Breach {
  readonly method: string;
  readonly args: string;
  readonly what: string;
}

/** The result of one repository. */
export interface CaseOutcome {
  readonly breaches: readonly Breach[];
  /** Errors without a code: no harm, but a tab can't say what is wrong. */
  readonly faults: readonly string[];
  /** How often each method was called, and how often it did something instead of being refused. */
  readonly called: ReadonlyMap<RepoMethod, { calls: number; done: number }>;
}

export interface CasePlan {
  readonly isTrusted: boolean;
  /** The part of the folder that the person opened. */
  readonly below: string;
  readonly isGivingUp: boolean;
  readonly rounds: readonly Round[];
  /** Looks at fewer files. */
  readonly isShort: boolean;
  readonly hasRipgrep: boolean;
  /** Runs after the first status, like an agent that changes the settings. */
  readonly later?: () => void;
}

/** Calls every method in a repository and checks after each call. */
export async function runCase(bed: Bed, plan: CasePlan): Promise<CaseOutcome> {
  const tasks = new Map<string, TaskState>();
  const folder = join(bed.folder, plan.below);
  const repo = new ProjectRepo({
    folder,
    dataDir: bed.dataDir,
    env: { PATH: process.env.PATH ?? '', HOME: bed.home, GIT_CONFIG_NOSYSTEM: '1' },
    guard,
    clock: systemClock,
    ...(!plan.hasRipgrep && { findRipgrep: async () => null }),
    trust: { isTrusted: () => plan.isTrusted, set: () => {} },
    ask: () => Promise.reject(new Error('nobody is asked here')),
    messageAgent: () => ({ agentId: 'writer', model: null }),
    onRoot: () => {},
    onStatus: () => {},
    onStatusFailure: () => {},
    onTask: (task) => void tasks.set(task.id, task),
  });
  const files = new ProjectFiles(folder);
  const breaches: Breach[] = [];
  const faults: string[] = [];
  const called = new Map<RepoMethod, { calls: number; done: number }>();
  const note = (method: string, args: readonly unknown[]) => {
    for (const what of bed.news()) breaches.push({ method, args: JSON.stringify(args).slice(0, 200), what });
  };
  const ended = async (answer: unknown) => {
    const { taskId } = (answer ?? {}) as { taskId?: string };
    if (taskId === undefined) return true;
    const { state } = await until(
      () => tasks.get(taskId),
      (task) => (task?.state ?? 'running') !== 'running',
    );
    return state === 'done';
  };
  const call = async <T>(method: RepoMethod, ...args: unknown[]): Promise<T | null> => {
    const { args: schemas, run } = Repo[method] as unknown as {
      args: readonly { safeParse(value: unknown): { success: boolean } }[];
      run(call: CommandCall, ...args: unknown[]): unknown;
    };
    const count = called.get(method) ?? { calls: 0, done: 0 };
    called.set(method, count);
    if (schemas.some((schema, n) => !schema.safeParse(args[n]).success)) return null;
    count.calls += 1;
    const services = { repo, branches: repo.branching, history: repo.history, search: repo.search, files };
    const tab = { id: 't', device: 'A browser', role: 'owner' };
    const wire = { ...services, tab, act: {} } as unknown as CommandCall;
    try {
      const answer = await inTime(Promise.resolve(run(wire, ...args)), () => `the answer of ${method}`);
      if (await ended(answer)) count.done += 1;
      return answer as T;
    } catch (error) {
      const isRefused = (error as { reason?: unknown }).reason !== undefined;
      const words = JSON.stringify(args).slice(0, 200);
      if (/^Waited/.test((error as Error).message)) breaches.push({ method, args: words, what: 'gave no answer' });
      else if (!isRefused) faults.push(`${method} ${words}: ${error}`);
      return null;
    } finally {
      note(method, args);
    }
  };
  try {
    if (plan.later) {
      await call('get_status', 0);
      plan.later();
      bed.settle();
    }
    await callEverything(call, plan);
    // `AcpBridge.write_commit_message` reads the staged changes with git, too.
    const actor = { device: 'A browser', isOwner: true };
    await repo.writeMessage(actor, { agentId: null, model: null }).catch(() => null);
  } finally {
    await repo.close();
    await files.close();
    note('close', []);
  }
  return { breaches, faults, called };
}
