import type { Dirent } from 'node:fs';
import { joinRecords, pathText, splitRecords } from '../git/split-records.js';
import type { TreeEntry, TreePage } from '../protocol/api/changes.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import type { WorkStatus } from './changes/read-status.js';
import { bytesOf, fileFault, type WorkRoot } from './changes/work-root.js';

/** A folder's list of what is ignored may make git read a pipe. */
const IGNORE_MS = 5_000;

/** What is in a folder of the root, a page of it: folders first, then by name. `after` is the last name of the page before. */
export async function listFolder(
  root: WorkRoot,
  folder: string,
  after: string | null,
  status: WorkStatus | null,
): Promise<TreePage> {
  const found = await root.files.list(bytesOf(folder)).catch((error) => {
    throw fileFault(error, folder);
  });
  const named = found.flatMap((entry) => {
    const name = pathText(entry.name);
    return name === null || name === '.git' ? [] : [{ name, kind: kindOf(entry) }];
  });
  const sorted = named.sort(
    (a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder') || compare(a.name, b.name),
  );
  const start = after === null ? 0 : sorted.findIndex(({ name }) => name === after) + 1;
  const page = sorted.slice(start, start + REPO_LIMITS.treeEntries);
  const below = folder === '' ? '' : `${folder}/`;
  const ignored = await findIgnored(
    root,
    page.map(({ name }) => below + name),
  );
  const changed = (status?.files ?? []).map(({ shown }) => shown.path).filter((path) => path.startsWith(below));
  const entries = page.map(async ({ name, kind }): Promise<TreeEntry> => {
    const path = below + name;
    const isChanged = changed.some((each) => each === path || each.startsWith(`${path}/`));
    const about = kind === 'file' ? await root.files.look(bytesOf(path)).catch(() => null) : null;
    const isRepository = kind === 'folder' && (await root.files.isRepository(bytesOf(path)));
    return {
      name,
      kind: isRepository ? 'repository' : kind,
      isIgnored: ignored.has(path),
      isChanged,
      size: about?.size ?? 0,
    };
  });
  return {
    folder,
    entries: await Promise.all(entries),
    next: start + page.length < sorted.length ? (page.at(-1)?.name ?? null) : null,
    leftOut: found.filter(({ name }) => pathText(name) === null).length,
  };
}

async function findIgnored(root: WorkRoot, paths: readonly string[]): Promise<Set<string>> {
  const repository = await root.repositoryIfAny().catch(() => null);
  if (!repository || paths.length === 0) return new Set();
  // So that no name can be taken for a pattern.
  const input = joinRecords(paths.map((path) => bytesOf(`./${repository.prefix}${path}`)));
  const limits = { wholeMs: IGNORE_MS, outputBytes: 16 * 1024 * 1024 };
  const call = { args: ['check-ignore', '-z', '--stdin'], input, limits, answers: [0, 1], isPlain: true };
  // Without an answer nothing is dimmed.
  const output = await repository.objects(call).catch(() => Buffer.alloc(0));
  const shown = (path: Buffer) => repository.outside(path.subarray('./'.length))?.toString('utf8') ?? '';
  return new Set(splitRecords(output).map(shown));
}

function kindOf(entry: Dirent<Buffer>): TreeEntry['kind'] {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
