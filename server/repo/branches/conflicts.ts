import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBatch } from '../../git/read-batch.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { joinRecords, splitRecords } from '../../git/split-records.js';
import type { ConflictSide, ConflictStages } from '../../protocol/api/branches.js';
import type { FileAt, FilesChanged } from '../../protocol/api/changes.js';
import { readIndex } from '../changes/discarding.js';
import { readStatus } from '../changes/read-status.js';
import { findFiles } from '../changes/staging.js';
import { actUndoably } from '../changes/undoable.js';
import { bytesOf, fileFault, type WorkRoot } from '../changes/work-root.js';

/** A version of a file in conflict: 1 is what both began with, 2 is ours and 3 is theirs. */
interface Stage {
  readonly mode: string;
  readonly oid: string;
}
type Stages = Readonly<Partial<Record<1 | 2 | 3, Stage>>>;

/** More than this is no text that a person or an agent reads in one go. */
const MOST_BYTES = 256 * 1024;
const FILE = /^100/;

/** Settles conflicts, file by file. */
export class Conflicts {
  readonly #root: WorkRoot;

  constructor(root: WorkRoot) {
    this.#root = root;
  }

  /** The three versions, as text. */
  async stages(path: string): Promise<ConflictStages> {
    const repository = await this.#root.repository();
    const stages = await readStages(repository, path);
    const oids = ([1, 2, 3] as const).map((n) => stages[n]?.oid ?? null);
    const known = oids.filter((oid) => oid !== null);
    const sizes = await repository.objects({
      args: ['cat-file', '--batch-check=%(objectname) %(objectsize)'],
      input: Buffer.from(known.map((oid) => `${oid}\n`).join('')),
    });
    const small = new Set<string>();
    for (const line of sizes.toString('latin1').split('\n')) {
      const [oid = '', size = ''] = line.split(' ');
      if (Number(size) <= MOST_BYTES) small.add(oid);
    }
    const wanted = known.filter((oid) => small.has(oid));
    const texts = await readBlobs(repository, wanted);
    const textOf = (oid: string | null) => {
      const bytes = oid === null ? null : (texts.get(oid) ?? null);
      return bytes === null || bytes.includes(0) ? null : bytes.toString('utf8');
    };
    const [base = null, ours = null, theirs = null] = oids.map(textOf);
    return { path, operation: await repository.operation(), base, ours, theirs };
  }

  /** Takes one side, or the lines of both; what was there is kept for an undo, conflict and all. */
  async resolve(file: FileAt, side: ConflictSide): Promise<FilesChanged> {
    const repository = await this.#root.repository();
    return repository.queue.run(async () => {
      await repository.demandTrust('filters');
      const [found] = findFiles(await readStatus(repository, this.#root.counter), [file]);
      if (found?.entry.kind !== 'conflict') throw repoFault({ code: 'no_conflict', path: file.path });
      const stages = await readStages(repository, file.path);
      const taken = side === 'both' ? await union(repository, stages, file.path) : stages[side === 'ours' ? 2 : 3];
      const name = bytesOf(file.path);
      const inGit = repository.inside(name);
      const index = (await readIndex(repository, [inGit])).get(inGit.toString('latin1')) ?? [];
      const wanted = [{ path: name, isTracked: true, index }];
      const { undoId } = await actUndoably(this.#root, { repository, wanted }, () =>
        this.#take(repository, name, taken ?? null, index[0]?.oid.length ?? 40),
      );
      return { undoId, files: 1 };
    });
  }

  /** The index has only this version, and so has the folder. */
  async #take(repository: Repository, name: Buffer, taken: Stage | null, idLength: number): Promise<void> {
    const path = repository.inside(name);
    const clear = Buffer.concat([Buffer.from(`0 ${'0'.repeat(idLength)} 0\t`), path]);
    const lines = taken ? [clear, Buffer.concat([Buffer.from(`${taken.mode} ${taken.oid} 0\t`), path])] : [clear];
    await repository.write({ args: ['update-index', '-z', '--index-info'], input: joinRecords(lines) });
    if (taken) {
      const args = ['checkout-index', '-f', '-u', '-q', '-z', '--stdin'];
      await repository.write({ args, input: joinRecords([path]) }, 'filters');
      return;
    }
    await this.#root.files.remove(name).catch((error) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fileFault(error, name.toString('utf8'));
    });
  }
}

async function readStages(repository: Repository, path: string): Promise<Stages> {
  const args = ['ls-files', '--unmerged', '-z', '--', repository.named(path)];
  const named = repository.inside(bytesOf(path));
  const stages: Partial<Record<1 | 2 | 3, Stage>> = {};
  for (const record of splitRecords(await repository.objects({ args }))) {
    // A folder would stand for all that is in it.
    if (!record.subarray(record.indexOf(9) + 1).equals(named)) continue;
    const [, mode, oid, stage] = /^(\d+) ([0-9a-f]+) ([123])\t/.exec(record.toString('latin1')) ?? [];
    if (mode && oid) stages[Number(stage) as 1 | 2 | 3] = { mode, oid };
  }
  if (Object.keys(stages).length === 0) throw repoFault({ code: 'no_conflict', path });
  return stages;
}

/** The lines of both sides, ours first where they differ; a file that one side has deleted is that of the other. */
async function union(repository: Repository, stages: Stages, path: string): Promise<Stage> {
  const [ours, theirs] = [stages[2], stages[3]];
  if (!ours || !theirs) return (ours ?? theirs)!;
  if (!FILE.test(ours.mode) || !FILE.test(theirs.mode)) throw repoFault({ code: 'not_text', path });
  const blobs = await readBlobs(
    repository,
    [stages[1], ours, theirs].flatMap((stage) => stage?.oid ?? []),
  );
  const bytes = [ours, stages[1], theirs].map((stage) => (stage && blobs.get(stage.oid)) ?? Buffer.alloc(0));
  if (bytes.some((each) => each.includes(0))) throw repoFault({ code: 'not_text', path });
  const folder = await mkdtemp(join(tmpdir(), 'acdeck-merge-'));
  try {
    const names = ['ours', 'base', 'theirs'].map((name) => join(folder, name));
    for (const [n, name] of names.entries()) await writeFile(name, bytes[n]!, { mode: 0o600 });
    const merged = await repository.objects({ args: ['merge-file', '--union', '--stdout', ...names] });
    const oid = await repository.write({ args: ['hash-object', '-w', '--stdin'], input: merged });
    return { mode: ours.mode, oid: oid.toString('latin1').trim() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readBlobs(repository: Repository, oids: readonly string[]): Promise<Map<string, Buffer>> {
  if (oids.length === 0) return new Map();
  const cat = (input: Buffer) => repository.objects({ args: ['cat-file', '--batch'], input });
  const found = await readBatch(cat, oids);
  return new Map(oids.flatMap((oid, n) => (found[n] ? [[oid, found[n]]] : [])));
}
