import type { Repository } from '../../git/repository.js';
import type { CommitList } from '../../protocol/api/branches.js';
import type { CommitLine } from '../../protocol/api/commit-line.js';

/** So many are named; the rest is only counted. */
const MOST_NAMED = 50;
const SUBJECT_CHARS = 300;
const NAME_CHARS = 100;
export const LINE_FORMAT = ['%H', '%at', '%an', '%s'].join('%x00');

/** The commits that can be reached from one and not from others, the newest first. */
export async function commitsBetween(
  repository: Repository,
  from: string,
  without: readonly string[],
): Promise<CommitList> {
  const range = [from, ...without.map((oid) => `^${oid}`), '--'];
  const [lines, count] = await Promise.all([
    repository.objects({
      args: ['log', `--max-count=${MOST_NAMED}`, '--no-color', '--encoding=UTF-8', `--format=${LINE_FORMAT}`, ...range],
    }),
    repository.objects({ args: ['rev-list', '--count', ...range] }),
  ]);
  const commits = lines.toString('utf8').split('\n').filter(Boolean).map(readCommitLine);
  return { commits, total: Number(count.toString('latin1').trim()) };
}

/** Reads a line in `LINE_FORMAT`. */
export function readCommitLine(line: string): CommitLine {
  const [oid = '', at = '0', author = '', ...subject] = line.split('\0');
  return {
    oid,
    subject: subject.join(' ').slice(0, SUBJECT_CHARS),
    author: author.slice(0, NAME_CHARS),
    at: Number(at) * 1000,
  };
}
