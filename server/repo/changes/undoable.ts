import { createHash } from 'node:crypto';
import type { Repository } from '../../git/repository.js';
import { splitRecords } from '../../git/split-records.js';
import type { IndexedBlob, PathToKeep } from '../../undo/undo-store.js';
import type { WorkRoot } from './work-root.js';

const LARGEST = 64 * 1024 * 1024;

/** A path, and whether what git's index has for it counts too. */
export interface MarkedPath {
  readonly path: Buffer;
  readonly index?: unknown;
}

/** Which paths an act is about, and whether the person does without an undo for what can't be kept. */
export interface UndoableAct {
  readonly repository: Repository | null;
  readonly wanted: readonly PathToKeep[];
  readonly goesWithout?: boolean;
}

/** Acts after the state of paths was kept. What the act left is noted, so that an undo knows newer work. */
export async function actUndoably<T>(
  root: WorkRoot,
  { repository, wanted, goesWithout = false }: UndoableAct,
  act: () => Promise<T>,
): Promise<{ undoId: string; result: T }> {
  const undoId = await root.undo.keep(wanted, goesWithout);
  const result = await act();
  try {
    const paths = wanted.map(({ path }) => path);
    await root.undo.settle(undoId, paths, await markPaths(root, repository, wanted));
  } catch {
    // The act is done. An undo that doesn't know what was left asks first.
  }
  return { undoId, result };
}

/** What is at paths now, in the folder and in the index: a mark changes when that does. */
export async function markPaths(
  root: WorkRoot,
  repository: Repository | null,
  paths: readonly MarkedPath[],
): Promise<string[]> {
  const inGit = (path: Buffer) => (repository ? repository.inside(path) : path);
  const staged = paths.filter(({ index }) => index !== undefined).map(({ path }) => inGit(path));
  const index = repository && staged.length > 0 ? await listIndex(repository, staged) : null;
  const marks: string[] = [];
  // One after the other: each holds folders open, and there may be thousands.
  for (const { path, index: counts } of paths) {
    const content = await markFile(root, path);
    const entries = counts === undefined ? [] : (index?.get(inGit(path).toString('latin1')) ?? []);
    marks.push([content, ...entries.map(({ mode, oid, stage }) => `${mode} ${oid} ${stage}`)].join('|'));
  }
  return marks;
}

/** By what a file holds, because an undo of a later act writes the same content anew; one that is too large by its revision. */
async function markFile(root: WorkRoot, path: Buffer): Promise<string> {
  const about = await root.files.look(path);
  if (!about) return 'none';
  if ((about.kind !== 'file' && about.kind !== 'link') || about.size > LARGEST)
    return `${about.kind} ${about.revision}`;
  const found = await root.files.read(path, LARGEST);
  if (!found) return 'none';
  return `${found.kind} ${found.mode.toString(8)} ${createHash('sha256').update(found.bytes).digest('hex')}`;
}

/** Changes with any of the marks. */
export function printMarks(marks: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(marks)).digest('hex').slice(0, 32);
}

/** What the index has for these paths of git. */
export async function listIndex(
  repository: Repository,
  paths: readonly Buffer[],
): Promise<Map<string, readonly IndexedBlob[]>> {
  const wanted = new Set(paths.map((path) => path.toString('latin1')));
  const listed = splitRecords(
    await repository.objects({ args: ['ls-files', '--stage', '-z', ...repository.limitArgs] }),
  );
  const index = new Map<string, IndexedBlob[]>();
  for (const record of listed) {
    const [, mode, oid, stage] = /^(\d+) ([0-9a-f]+) (\d)\t/.exec(record.toString('latin1')) ?? [];
    const path = record.subarray(record.indexOf(9) + 1).toString('latin1');
    if (!mode || !oid || !stage || !wanted.has(path)) continue;
    index.set(path, [...(index.get(path) ?? []), { mode, oid, stage: Number(stage) }]);
  }
  return index;
}
