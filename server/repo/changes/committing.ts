import { failureOf } from '../../git/git-runner.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import type { RunResult } from '../../processes/run-program.js';
import type { CommitFacts, CommitOptions, TaskBegun } from '../../protocol/api/changes.js';
import type { RepoTrouble } from '../../protocol/api/repo-trouble.js';
import { resolveCommit } from './file-versions.js';
import { HookNotes } from './hook-notes.js';
import type { RepoActor } from './repo-door.js';
import type { StatusWatch } from './status-watch.js';
import type { Tasks, TaskVoice } from './tasks.js';
import type { WorkRoot } from './work-root.js';

const OUTPUT_CHARS = 4_000;
const MOST_BRANCHES = 5;
const IDENTITY = /tell me who you are|empty ident name|no (email|name) was given|auto-detection is disabled/i;
const SIGNING =
  /failed to sign|signing failed|secret key|gpg:|ssh-keygen|signingkey|Couldn't (load|get agent)|cannot run .*(gpg|ssh)/i;

/** Makes commits, and takes the last one back. */
export class Committing {
  readonly #root: WorkRoot;
  readonly #tasks: Tasks;
  readonly #status: Pick<StatusWatch, 'touch'>;

  constructor(root: WorkRoot, tasks: Tasks, status: Pick<StatusWatch, 'touch'>) {
    this.#root = root;
    this.#tasks = tasks;
    this.#status = status;
  }

  /** Begins a commit of what is staged; what is wrong from the start is refused at once. */
  async commit(message: string, options: CommitOptions, { device }: RepoActor): Promise<TaskBegun> {
    const repository = await this.#root.repository();
    await repository.demandTrust('commit', options.skipHooks !== true);
    await refuseUnmerged(repository);
    await this.#checkHead(repository, options);
    const taskId = this.#tasks.begin({ kind: 'commit', rootId: this.#root.id, device }, async (voice) => {
      try {
        return { oid: await repository.queue.run(() => this.#run(repository, message, options, voice)) };
      } finally {
        this.#status.touch(true);
      }
    });
    return { taskId };
  }

  /** Takes the last commit back and leaves what was in it staged; not if it is in a remote branch. */
  async undoCommit(head: string): Promise<{ head: string | null }> {
    const repository = await this.#root.repository();
    return repository.queue.run(async () => {
      const operation = await repository.operation();
      if (operation) throw repoFault({ code: 'operation', operation });
      await this.#checkHead(repository, { head, amend: true });
      const parent = await resolveCommit(repository, `${head}^`);
      const args = ['update-ref', '-m', 'reset: moving to HEAD^'];
      if (parent) await repository.write({ args: [...args, 'HEAD', parent, head] });
      else await repository.write({ args: [...args, '-d', 'HEAD', head] });
      return { head: parent };
    });
  }

  /** What a commit says. */
  async facts(name: string): Promise<CommitFacts> {
    const repository = await this.#root.repository();
    const oid = await resolveCommit(repository, name);
    if (!oid) throw repoFault({ code: 'no_commit' });
    const format = ['%H', '%P', '%an', '%ae', '%at', '%ct', '%s', '%B'].join('%x00');
    const args = [
      'log',
      '-1',
      '--no-show-signature',
      '--no-color',
      '--encoding=UTF-8',
      `--format=${format}`,
      oid,
      '--',
    ];
    const fields = (await repository.objects({ args })).toString('utf8').split('\0');
    const [, parents = '', author = '', email = '', at = '0', committedAt = '0', subject = '', ...message] = fields;
    return {
      oid,
      parents: parents.split(' ').filter(Boolean),
      author: { name: author, email, at: Number(at) * 1000 },
      committedAt: Number(committedAt) * 1000,
      subject,
      message: message.join('\0').trimEnd(),
      pushedTo: await remoteBranches(repository, oid),
    };
  }

  async #checkHead(repository: Repository, { head, amend, evenIfPushed }: CommitOptions): Promise<void> {
    const now = await resolveCommit(repository, 'HEAD');
    if (now !== head) throw repoFault({ code: 'stale', paths: [] });
    if (!amend) return;
    if (now === null) throw repoFault({ code: 'no_commit' });
    const branches = evenIfPushed ? [] : await remoteBranches(repository, now);
    if (branches.length > 0) throw repoFault({ code: 'pushed', branches });
  }

  async #run(
    repository: Repository,
    message: string,
    options: CommitOptions,
    voice: TaskVoice,
  ): Promise<string | null> {
    // Another tab's commit may have been ahead in the queue.
    await this.#checkHead(repository, options);
    const hooks = new HookNotes((name) => voice.hook(name));
    const flags = [
      ...(options.amend ? ['--amend'] : []),
      ...(options.signOff ? ['--signoff'] : []),
      ...(options.skipHooks ? ['--no-verify'] : []),
    ];
    // Nobody wants commits by root@localhost: who commits is what a person has set.
    const args = ['-c', 'user.useConfigOnly=true', 'commit', '--quiet', '--cleanup=whitespace', '--file=-', ...flags];
    const call = { args, input: Buffer.from(message), env: { GIT_TRACE2_EVENT: '3' }, signal: voice.signal };
    const hear = (bytes: Buffer) => voice.output(bytes);
    const notes = (bytes: Buffer) => hooks.push(bytes);
    const mayHook = options.skipHooks !== true || (await repository.programs()).isTrusted;
    const result = await repository.writeWithHooks({ ...call, onErrors: hear, onNotes: notes }, mayHook);
    voice.output(result.output);
    if (result.end === 'exit' && result.exitCode === 0) return resolveCommit(repository, 'HEAD');
    throw repoFault(await this.#troubleOf(repository, result, hooks.failed, options));
  }

  async #troubleOf(
    repository: Repository,
    result: RunResult,
    hook: string | null,
    { amend }: CommitOptions,
  ): Promise<RepoTrouble> {
    const output = Buffer.concat([result.output, result.errors]).toString('utf8').trim().slice(-OUTPUT_CHARS);
    if (result.end === 'exit') {
      if (hook) return { code: 'hook', hook, output };
      const trouble = commitTrouble(output);
      if (trouble) return trouble;
      if (!amend && (await isNothingStaged(repository))) return { code: 'nothing_to_commit' };
    }
    return failureOf(result, { args: ['commit'], limits: { wholeMs: 600_000, outputBytes: 0 } });
  }
}

/** What keeps git from making any commit, by its words; null if it is something else. */
export function commitTrouble(output: string): RepoTrouble | null {
  if (IDENTITY.test(output)) return { code: 'identity', output };
  return SIGNING.test(output) ? { code: 'signing', output } : null;
}

async function refuseUnmerged(repository: Repository): Promise<void> {
  const output = await repository.objects({ args: ['ls-files', '--unmerged', '-z', '--', '.'] });
  if (output.length === 0) return;
  const names = output
    .toString('utf8')
    .split('\0')
    .map((record) => record.slice(record.indexOf('\t') + 1));
  throw repoFault({ code: 'conflicts', paths: [...new Set(names.filter(Boolean))].slice(0, 100) });
}

async function remoteBranches(repository: Repository, oid: string): Promise<string[]> {
  const args = ['for-each-ref', `--contains=${oid}`, `--count=${MOST_BRANCHES}`, '--format=%(refname:short)'];
  const output = await repository.objects({ args: [...args, 'refs/remotes'] });
  return output.toString('utf8').split('\n').filter(Boolean);
}

async function isNothingStaged(repository: Repository): Promise<boolean> {
  const head = await resolveCommit(repository, 'HEAD');
  if (!head) return (await repository.objects({ args: ['ls-files', '-z', '--', '.'] })).length === 0;
  const args = [
    'diff-index',
    '--cached',
    '--name-only',
    '-z',
    '--no-ext-diff',
    '--ignore-submodules=dirty',
    head,
    '--',
  ];
  return (await repository.objects({ args })).length === 0;
}
