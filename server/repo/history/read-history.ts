import { parseTreeDiff } from '../../git/parse-tree-diff.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { pathText } from '../../git/split-records.js';
import type { CommitLine } from '../../protocol/api/commit-line.js';
import type { BlameLines, CommitFiles, FileLog, FileLogRow } from '../../protocol/api/history.js';
import { REPO_LIMITS } from '../../protocol/api/repo.js';
import { branchFile } from '../changes/branch-changes.js';
import { NO_COMMIT, resolveCommit } from '../changes/file-versions.js';
import type { WorkRoot } from '../changes/work-root.js';

const SUBJECT_CHARS = 300;
const NAME_CHARS = 100;
/** Git's name for a folder with nothing in it, by the kind of name that the repository uses. */
const EMPTY_TREE = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** What a commit has changed against its first parent. */
export async function readCommitFiles(root: WorkRoot, name: string): Promise<CommitFiles> {
  const repository = await root.repository();
  const oid = await resolveCommit(repository, name);
  if (!oid) throw repoFault({ code: 'no_commit' });
  const parent = await resolveCommit(repository, `${oid}^`);
  const how = ['-r', '-z', '--raw', '--numstat', '-M', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none'];
  const empty = EMPTY_TREE[oid.length as 40 | 64];
  const args = ['diff-tree', ...how, parent ?? empty, oid, ...repository.limitArgs];
  const changes = parseTreeDiff(await repository.objects({ args }));
  const named = changes.flatMap((change) => {
    const path = repository.outside(change.path);
    const text = path && pathText(path);
    return text ? [{ change, text }] : [];
  });
  const shown = named.slice(0, REPO_LIMITS.statusFiles);
  const attributes = await root.attributes.of(
    repository,
    shown.map(({ change }) => change.path),
  );
  return {
    oid,
    parent: parent ?? NO_COMMIT,
    files: shown.map(({ change, text }, n) => branchFile(repository, change, text, attributes[n]!)),
    total: changes.length,
    leftOut: changes.length - shown.length,
  };
}

/** The commits that have changed a file, the newest first, also under its earlier names. */
export async function readFileLog(
  repository: Repository,
  path: string,
  after: number,
  limit: number,
): Promise<FileLog> {
  const format = ['%H', '%P', '%at', '%an', '%s'].join('%x00');
  const how = [
    '--follow',
    '-M',
    '--no-color',
    '--encoding=UTF-8',
    '--no-ext-diff',
    '--no-textconv',
    '-z',
    '--name-status',
  ];
  const args = ['log', ...how, `--max-count=${after + limit + 1}`, `--format=${format}`, 'HEAD', '--'];
  if (!(await resolveCommit(repository, 'HEAD'))) return { rows: [], next: null };
  const output = await repository.objects({ args: [...args, repository.named(path)] });
  // Git would not see a rename in commits that it was told to skip.
  const rows = parseFileLog(output.toString('utf8'), repository.prefix, path).slice(after);
  return { rows: rows.slice(0, limit), next: rows.length > limit ? after + limit : null };
}

/** Each commit is its fields, then a letter after a line break, then one or two paths; a merge may be its fields alone. */
function parseFileLog(text: string, prefix: string, now: string): FileLogRow[] {
  const outside = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path);
  const records = text.split('\0');
  const rows: FileLogRow[] = [];
  let known = now;
  for (let n = 0; /^[0-9a-f]{40,64}$/.test(records[n] ?? ''); ) {
    const [oid = '', parents = '', at = '0', author = '', subject = ''] = records.slice(n, n + 5);
    const letter = /^\n([A-Z])\d*$/.exec(records[n + 5] ?? '')?.[1];
    const isMove = letter === 'R' || letter === 'C';
    const [first = '', second = ''] = letter ? records.slice(n + 6, n + 8) : [];
    const path = letter ? outside(isMove ? second : first) : known;
    const renamedFrom = isMove ? outside(first) : null;
    rows.push({ ...lineOf(oid, at, author, subject), parent: parents.split(' ')[0] || null, path, renamedFrom });
    known = renamedFrom ?? path;
    n += 5 + (letter ? 2 : 0) + (isMove ? 1 : 0);
  }
  return rows;
}

/** Who wrote the lines of a file as it is on the disk, or in a commit. */
export async function readBlame(
  repository: Repository,
  path: string,
  { version, from, count }: { version: string | null; from: number; count: number },
): Promise<BlameLines> {
  const commit = version === null ? null : await resolveCommit(repository, version);
  if (version !== null && !commit) throw repoFault({ code: 'no_commit' });
  // The file itself may be longer or shorter by now than whoever asks thinks.
  const range = `${from},+${count}`;
  const args = ['blame', '--porcelain', '--no-textconv', '--encoding=UTF-8', '-L', range];
  const call = { args: [...args, ...(commit ? [commit] : []), '--', repository.named(path)] };
  const output = await repository.worktree(call).catch((error) => {
    const said = (error as { reason?: { output?: string } }).reason?.output ?? '';
    if (/has only \d+ lines?/.test(said)) return Buffer.alloc(0);
    if (/no such path|cannot stat|is outside repository|No such ref: HEAD/.test(said)) {
      throw repoFault({ code: 'missing', path });
    }
    throw error;
  });
  return parseBlame(output.toString('utf8'), from);
}

/** Reads `blame --porcelain`: a head for each line, details with the first line of a commit, and the line after a tab. */
function parseBlame(text: string, from: number): BlameLines {
  const spans: BlameLines['spans'] = [];
  const commits = new Map<string, CommitLine>();
  let oid = '';
  for (const line of text.split('\n')) {
    const head = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line);
    if (head && !line.startsWith('\t')) {
      oid = head[1]!;
      if (!commits.has(oid)) commits.set(oid, lineOf(oid, '0', '', ''));
      continue;
    }
    if (line.startsWith('\t')) {
      const owner = /^0+$/.test(oid) ? null : oid;
      const last = spans.at(-1);
      if (last && last[0] === owner) last[1] += 1;
      else spans.push([owner, 1]);
      continue;
    }
    const known = commits.get(oid);
    if (!known) continue;
    if (line.startsWith('author ')) known.author = line.slice(7).slice(0, NAME_CHARS);
    else if (line.startsWith('author-time ')) known.at = Number(line.slice(12)) * 1000;
    else if (line.startsWith('summary ')) known.subject = line.slice(8).slice(0, SUBJECT_CHARS);
  }
  return { from, spans, commits: [...commits.values()].filter((each) => !/^0+$/.test(each.oid)) };
}

function lineOf(oid: string, at: string, author: string, subject: string): CommitLine {
  return {
    oid,
    at: Number(at) * 1000,
    author: author.slice(0, NAME_CHARS),
    subject: subject.slice(0, SUBJECT_CHARS),
  };
}
