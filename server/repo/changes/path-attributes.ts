import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../../git/repository.js';
import { joinRecords, splitRecords } from '../../git/split-records.js';
import type { FileAttributes } from '../../protocol/api/changes.js';

const PLAIN: FileAttributes = { generated: false, lfs: false };
/** More paths than that are not remembered. */
const MOST_KNOWN = 50_000;
const AT_ONCE = 64;

/**
 * What `.gitattributes` says of paths. Git reads it without running anything, and only for paths that are new or after
 * one of the files that say it has changed, so that a status that stays the same needs no further process.
 */
export class PathAttributes {
  readonly #known = new Map<string, FileAttributes>();
  /** What the files were that were read, by the folder that each is in. */
  readonly #prints = new Map<string, string>();

  /** One for each path, as git names it. */
  async of(repository: Repository, paths: readonly Buffer[]): Promise<FileAttributes[]> {
    await this.#forgetIfChanged(repository, paths);
    const isNew = (path: Buffer) => !this.#known.has(key(path));
    const asked = paths.filter(isNew);
    if (asked.length > 0) await this.#ask(repository, asked);
    const found = paths.map((path) => this.#known.get(key(path)) ?? PLAIN);
    if (this.#known.size > MOST_KNOWN) this.#forget();
    return found;
  }

  async #ask(repository: Repository, paths: readonly Buffer[]): Promise<void> {
    const args = ['check-attr', '-z', '--stdin', 'linguist-generated', 'filter'];
    const records = splitRecords(await repository.objects({ args, input: joinRecords(paths) }));
    for (const path of paths) this.#known.set(key(path), PLAIN);
    for (let n = 0; n + 2 < records.length; n += 3) {
      const [path, name, value] = [key(records[n]!), records[n + 1]!.toString('latin1'), records[n + 2]!.toString()];
      const before = this.#known.get(path) ?? PLAIN;
      if (name === 'filter' && value === 'lfs') this.#known.set(path, { ...before, lfs: true });
      else if (name === 'linguist-generated' && (value === 'set' || value === 'true')) {
        this.#known.set(path, { ...before, generated: true });
      }
    }
  }

  /** Looks at the files that say something of these paths. */
  async #forgetIfChanged(repository: Repository, paths: readonly Buffer[]): Promise<void> {
    const folders = [...foldersOf(paths)];
    const top = Buffer.from(`${repository.top}/`);
    const files = [
      ...folders.map((folder) => Buffer.concat([top, Buffer.from(folder, 'latin1'), Buffer.from('.gitattributes')])),
      Buffer.from(join(repository.commonDir, 'info/attributes')),
    ];
    const prints: string[] = [];
    for (let n = 0; n < files.length; n += AT_ONCE) {
      prints.push(...(await Promise.all(files.slice(n, n + AT_ONCE).map(printOf))));
    }
    const names = [...folders, '/info'];
    const isChanged = names.some((name, n) => (this.#prints.get(name) ?? prints[n]) !== prints[n]);
    if (isChanged) this.#forget();
    for (const [n, name] of names.entries()) this.#prints.set(name, prints[n]!);
  }

  #forget(): void {
    this.#known.clear();
    this.#prints.clear();
  }
}

/** The folders above these paths, from the top on, each with a slash at its end. */
function foldersOf(paths: readonly Buffer[]): Set<string> {
  const folders = new Set(['']);
  for (const path of paths) {
    const name = key(path);
    for (let at = name.lastIndexOf('/', name.length - 2); at >= 0; at = name.lastIndexOf('/', at - 1)) {
      const folder = name.slice(0, at + 1);
      // What is above a folder that is known is known too.
      if (folders.has(folder)) break;
      folders.add(folder);
      if (at === 0) break;
    }
  }
  return folders;
}

async function printOf(file: Buffer): Promise<string> {
  const about = await lstat(file, { bigint: true }).catch(() => null);
  return about ? `${about.ino}:${about.ctimeNs}:${about.size}` : '';
}

function key(path: Buffer): string {
  return path.toString('latin1');
}
