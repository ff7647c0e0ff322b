import { parseHunks } from '../../git/parse-hunks.js';
import { repoFault, troubleOf } from '../../git/repo-fault.js';
import type { DiffHunks } from '../../protocol/api/changes.js';
import { REPO_LIMITS } from '../../protocol/api/repo.js';
import { comparing } from './file-versions.js';
import type { WorkRoot } from './work-root.js';

/** What is larger is told as binary, without being read. */
const SMALL_ONLY = ['-c', `core.bigFileThreshold=${REPO_LIMITS.hunkFileBytes + 1}`];
const PATCH = [
  ...['--patch', '--unified=3', '--histogram', '-M', '--ignore-submodules=all'],
  ...['--no-color', '--no-ext-diff', '--no-textconv', '--no-prefix'],
];

/** The parts of a file that change, for one that is too large to be shown whole. */
export async function readHunks(
  root: WorkRoot,
  path: string,
  { from, to, renamedFrom }: { from: string; to: string; renamedFrom: string | null },
): Promise<DiffHunks> {
  const command = comparing(from, to);
  if (!command) throw repoFault({ code: 'no_commit' });
  const repository = await root.repository();
  const paths = [renamedFrom, path].flatMap((name) => (name === null ? [] : [repository.named(name)]));
  const pieces: Buffer[] = [];
  let isCut = false;
  await repository
    .worktree({
      args: [...SMALL_ONLY, '-c', 'diff.suppressBlankEmpty=false', ...command, ...PATCH, '--', ...paths],
      limits: { wholeMs: 20_000, outputBytes: REPO_LIMITS.hunkBytes },
      onOutput: (bytes) => void pieces.push(bytes),
    })
    .catch((error: unknown) => {
      if (troubleOf(error)?.code !== 'too_large') throw error;
      isCut = true;
    });
  const patch = Buffer.concat(pieces);
  const found = parseHunks(patch);
  const hunks = found.slice(0, REPO_LIMITS.hunks).map(({ from: [old, now], ...hunk }) => ({
    ...{ oldFrom: old, newFrom: now, runs: hunk.runs },
    ...{ oldText: hunk.old.toString('utf8'), newText: hunk.new.toString('utf8') },
  }));
  const isBinary = hunks.length === 0 && /^Binary files /m.test(patch.toString('latin1'));
  return { path, hunks, isCut: isCut || hunks.length < found.length, isBinary };
}
