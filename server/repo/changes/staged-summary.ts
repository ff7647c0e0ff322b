import type { Repository } from '../../git/repository.js';
import { resolveCommit } from './file-versions.js';

/** What is read of a patch before it is cut. */
const READ_BYTES = 4 * 1024 * 1024;
const STAT_CHARS = 8_000;
const SUBJECTS = 10;
const SUBJECT_CHARS = 200;
const QUIET = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=dirty', '-M', '--histogram'];
/** As every reader knows it, whatever a person has set for their own eyes. */
const USUAL = ['--src-prefix=a/', '--dst-prefix=b/'];

/** What is staged, in as many words as somebody needs who is to describe it. */
export interface StagedSummary {
  /** The files with their counts, as git draws them. */
  readonly stat: string;
  readonly patch: string;
  /** The first lines of the last commits. */
  readonly subjects: readonly string[];
}

/** Null if nothing is staged. The patch has at most so many bytes, shared fairly among its files. */
export async function summariseStaged(repository: Repository, mostBytes: number): Promise<StagedSummary | null> {
  const diff = (how: readonly string[], bytes: number) =>
    repository.worktree({
      args: ['-c', 'core.quotePath=false', 'diff', '--cached', ...QUIET, ...USUAL, ...how, ...repository.limitArgs],
      limits: { wholeMs: 20_000, outputBytes: bytes },
      mayBeCut: true,
    });
  const [stat, patch] = await Promise.all([
    diff(['--stat=100,80', '--summary'], STAT_CHARS),
    diff(['-U3'], READ_BYTES),
  ]);
  if (stat.length === 0 && patch.length === 0) return null;
  return {
    stat: stat.toString('utf8').trimEnd(),
    patch: fitPatch(patch.toString('utf8'), mostBytes),
    subjects: await lastSubjects(repository),
  };
}

async function lastSubjects(repository: Repository): Promise<string[]> {
  if (!(await resolveCommit(repository, 'HEAD'))) return [];
  const args = [
    'log',
    `-${SUBJECTS}`,
    '--no-merges',
    '--no-show-signature',
    '--no-color',
    '--encoding=UTF-8',
    '--format=%s',
  ];
  const output = await repository.objects({ args: [...args, 'HEAD', '--'] });
  const lines = output.toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => line.slice(0, SUBJECT_CHARS));
}

/** Small files are told whole; the large ones share what is left, each cut at the end of a line. */
export function fitPatch(patch: string, mostBytes: number): string {
  const files = patch.split(/^(?=diff --)/m).filter(Boolean);
  const sizes = files.map((file) => Buffer.byteLength(file));
  const bySize = files.map((_, n) => n).sort((a, b) => sizes[a]! - sizes[b]!);
  const room: number[] = [];
  let left = mostBytes;
  for (const [place, n] of bySize.entries()) {
    room[n] = Math.min(sizes[n]!, Math.floor(left / (bySize.length - place)));
    left -= room[n]!;
  }
  return files.map((file, n) => (sizes[n]! <= room[n]! ? file : cutLines(file, room[n]!))).join('');
}

const CUT = '[the rest of this file is left out]\n';

function cutLines(text: string, mostBytes: number): string {
  const bytes = Buffer.from(text).subarray(0, Math.max(0, mostBytes - CUT.length));
  const end = bytes.lastIndexOf(10);
  return end < 0 ? '' : `${bytes.subarray(0, end + 1).toString('utf8')}${CUT}`;
}
