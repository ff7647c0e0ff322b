import type { Repository } from '../../git/repository.js';
import type { BranchFacts } from '../../protocol/api/changes.js';
import { REPO_LIMITS } from '../../protocol/api/repo.js';

const SUBJECT_CHARS = 200;
const FIELDS = [
  '%(refname)',
  '%(objectname)',
  '%(HEAD)',
  '%(symref)',
  '%(upstream)',
  '%(upstream:track,nobracket)',
  '%(committerdate:unix)',
  '%(contents:subject)',
];

/** The branches here and of remotes, those that were committed to last first. */
export async function listBranches(repository: Repository): Promise<BranchFacts[]> {
  const args = ['for-each-ref', `--count=${REPO_LIMITS.branches}`, '--sort=-committerdate'];
  const places = ['refs/heads', 'refs/remotes'];
  const output = await repository.objects({ args: [...args, `--format=${FIELDS.join('%00')}`, ...places] });
  const lines = output.toString('utf8').split('\n').filter(Boolean);
  return lines.flatMap((line): BranchFacts[] => {
    const [ref = '', oid = '', head, symref, upstream = '', track = '', at = '0', subject = ''] = line.split('\0');
    // A remote's own HEAD is another name for one of its branches.
    if (symref) return [];
    const isGone = track === 'gone';
    const counted = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
    const isFollowed = upstream !== '' && !isGone;
    return [
      {
        name: branchName(ref),
        isRemote: ref.startsWith('refs/remotes/'),
        isCurrent: head === '*',
        oid,
        subject: subject.slice(0, SUBJECT_CHARS),
        committedAt: Number(at) * 1000,
        upstream: upstream === '' ? null : branchName(upstream),
        ahead: isFollowed ? counted('ahead') : null,
        behind: isFollowed ? counted('behind') : null,
        isUpstreamGone: isGone,
      },
    ];
  });
}

/** `refs/heads/main` is `main`, and `refs/remotes/origin/main` is `origin/main`. */
export function branchName(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes)\//, '');
}
