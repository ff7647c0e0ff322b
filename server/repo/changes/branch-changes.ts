import { parseTreeDiff, type TreeChange } from '../../git/parse-tree-diff.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { pathText } from '../../git/split-records.js';
import type { BaseOrigin, BranchBase, BranchChanges, BranchFile } from '../../protocol/api/changes.js';
import { REPO_LIMITS } from '../../protocol/api/repo.js';
import { resolveCommit } from './file-versions.js';
import { branchName } from './list-branches.js';
import type { WorkRoot } from './work-root.js';

/** What has more files than this is of no use to a person. */
const MOST_NAMED = 20_000;
const SUBMODULE = '160000';
/** Names that a main branch has where nothing says which one it is. */
const MAIN_NAMES = ['main', 'master', 'trunk', 'develop'];

/** A branch as `for-each-ref` tells it. */
interface RefFacts {
  readonly name: string;
  readonly oid: string;
  /** Where a symbolic one leads. */
  readonly target: string;
  readonly upstream: string;
}

interface Compared {
  readonly key: string;
  readonly changes: readonly TreeChange[];
}

/** What a branch has changed since it left its base: commits alone, read from what git has stored. */
export class BranchComparison {
  readonly #root: WorkRoot;
  /** The last comparison, for the pages after the first. */
  #last: Compared | null = null;

  constructor(root: WorkRoot) {
    this.#root = root;
  }

  /** Against a base that a person chose, or against the one that suggests itself. */
  async changes(chosen: string | null, after: number): Promise<BranchChanges> {
    const repository = await this.#root.repository();
    const branch = await currentBranch(repository);
    const head = await resolveCommit(repository, 'HEAD');
    const base = chosen === null ? await suggestBase(repository, branch) : await chosenBase(repository, chosen);
    const about = { rootId: this.#root.id, branch: branch && branchName(branch), head, base };
    const nothing = { mergeBase: null, ahead: 0, behind: 0, total: 0, files: [], next: null, leftOut: 0 };
    if (!head || !base) return { ...about, ...nothing };
    const mergeBase = await findMergeBase(repository, base.oid, head);
    const [ahead, behind] = await countCommits(repository, base.oid, head);
    if (!mergeBase) return { ...about, ...nothing, ahead, behind };
    const changes = await this.#compare(repository, mergeBase, head);
    const named = changes.flatMap((change) => {
      const path = repository.outside(change.path);
      const text = path && pathText(path);
      return text ? [{ change, text }] : [];
    });
    const shown = named.slice(0, MOST_NAMED);
    const page = shown.slice(after, after + REPO_LIMITS.statusFiles);
    const attributes = await this.#root.attributes.of(
      repository,
      page.map(({ change }) => change.path),
    );
    const end = after + page.length;
    return {
      ...about,
      ...{ mergeBase, ahead, behind, total: changes.length, leftOut: changes.length - shown.length },
      files: page.map(({ change, text }, n) => branchFile(repository, change, text, attributes[n]!)),
      next: end < shown.length ? end : null,
    };
  }

  async #compare(repository: Repository, from: string, to: string): Promise<readonly TreeChange[]> {
    const key = `${from} ${to}`;
    if (this.#last?.key === key) return this.#last.changes;
    const how = ['-r', '-z', '--raw', '--numstat', '-M', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none'];
    const args = ['diff-tree', ...how, from, to, ...repository.limitArgs];
    const changes = parseTreeDiff(await repository.objects({ args }));
    this.#last = { key, changes };
    return changes;
  }
}

/** A file that differs between two commits, as tabs are told of it. */
export function branchFile(
  repository: Repository,
  { origin, letter, modes, oids, counts }: TreeChange,
  path: string,
  attributes: BranchFile['attributes'],
): BranchFile {
  const earlier = origin && repository.outside(origin);
  const [old, now] = modes.map((mode) => (mode.startsWith('100') ? mode : null));
  return {
    path,
    renamedFrom: earlier ? pathText(earlier) : null,
    kind: modes.includes(SUBMODULE) ? 'submodule' : 'changed',
    letter,
    ...counts,
    isModeChange: old !== null && now !== null && old !== now,
    ids: { old: oids[0], new: oids[1] },
    attributes,
  };
}

/** The full name of the branch that HEAD is at; null if it is at none. */
async function currentBranch(repository: Repository): Promise<string | null> {
  const output = await repository.objects({ args: ['symbolic-ref', '--quiet', 'HEAD'], answers: [0, 1] });
  return output.toString('utf8').trim() || null;
}

async function chosenBase(repository: Repository, name: string): Promise<BranchBase> {
  const oid = await resolveCommit(repository, name);
  if (!oid) throw repoFault({ code: 'no_commit' });
  return { name, oid, origin: 'chosen' };
}

/**
 * The base that suggests itself: the upstream, unless that is only the branch's own copy elsewhere; then what a remote
 * calls its main branch; then a branch by one of the usual names, of a remote or here. For a main branch itself its own
 * copy is what it is compared with.
 */
async function suggestBase(repository: Repository, branch: string | null): Promise<BranchBase | null> {
  const refs = await readRefs(repository, branch);
  const here = refs.find(({ name }) => name === branch);
  const upstream = refs.find(({ name }) => name === here?.upstream) ?? null;
  const own = branch && branchName(branch);
  const remotes = refs.filter(({ name }) => name.startsWith('refs/remotes/'));
  const remote = upstream && remotes.includes(upstream) ? remoteOf(upstream) : 'origin';
  // The remote that the branch belongs to comes first.
  const sorted = [...remotes].sort((a, b) => Number(remoteOf(b) === remote) - Number(remoteOf(a) === remote));
  const heads = sorted.flatMap(({ name, target }) => {
    const found = name.endsWith('/HEAD') ? refs.find((ref) => ref.name === target) : undefined;
    return found ? [found] : [];
  });
  const named = (among: readonly RefFacts[]) =>
    MAIN_NAMES.flatMap((name) => among.filter((ref) => plainName(ref) === name && ref.name !== branch));
  const candidates: [RefFacts | null | undefined, BaseOrigin][] = [
    [upstream && plainName(upstream) !== own ? upstream : null, 'upstream'],
    [heads[0], 'remote_head'],
    [named(sorted)[0], 'usual_name'],
    [named(refs.filter(({ name }) => name.startsWith('refs/heads/')))[0], 'usual_name'],
    [upstream, 'upstream'],
  ];
  for (const [ref, origin] of candidates) {
    if (ref && ref.name !== branch) return { name: branchName(ref.name), oid: ref.oid, origin };
  }
  return null;
}

/** The refs that may be a base. */
async function readRefs(repository: Repository, branch: string | null): Promise<RefFacts[]> {
  const format = ['%(refname)', '%(objectname)', '%(symref)', '%(upstream)'].join('%00');
  const read = async (patterns: readonly string[]) => {
    const output = await repository.objects({ args: ['for-each-ref', `--format=${format}`, ...patterns] });
    const lines = output.toString('utf8').split('\n').filter(Boolean);
    return lines.map((line): RefFacts => {
      const [name = '', oid = '', target = '', upstream = ''] = line.split('\0');
      return { name, oid, target, upstream };
    });
  };
  const usual = MAIN_NAMES.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/*/${name}`]);
  const first = await read([...usual, 'refs/remotes/*/HEAD', ...(branch ? [branch] : [])]);
  const isKnown = (name: string) => name === '' || first.some((ref) => ref.name === name);
  const led = [...new Set(first.flatMap(({ target, upstream, name }) => [target, name === branch ? upstream : '']))];
  const missing = led.filter((name) => !isKnown(name));
  return missing.length === 0 ? first : [...first, ...(await read(missing))];
}

/** The best commit that both have in common; null if there is none. */
export async function findMergeBase(repository: Repository, base: string, head: string): Promise<string | null> {
  const output = await repository.objects({ args: ['merge-base', base, head], answers: [0, 1] });
  return output.toString('latin1').trim() || null;
}

/** How many commits only the branch has, and how many only the base. */
async function countCommits(repository: Repository, base: string, head: string): Promise<[number, number]> {
  const args = ['rev-list', '--left-right', '--count', `${base}...${head}`, '--'];
  const [behind = 0, ahead = 0] = (await repository.objects({ args }))
    .toString('latin1')
    .trim()
    .split('\t')
    .map(Number);
  return [ahead, behind];
}

function remoteOf({ name }: RefFacts): string {
  return branchName(name).split('/')[0] ?? '';
}

/** Without the remote. */
function plainName({ name }: RefFacts): string {
  return name.startsWith('refs/remotes/') ? branchName(name).split('/').slice(1).join('/') : branchName(name);
}
