import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { own } from '../protocol/own.js';
import { judgeSettings, splitKey } from './local-settings.js';
import type { ConfigEntry } from './repo-programs.js';

/** What all worktrees of a repository share, besides its settings and hooks. Git writes through links to what isn't there yet. */
const SHARED = [
  'objects',
  'refs',
  'packed-refs',
  'reftable',
  'logs',
  'info',
  'shallow',
  'worktrees',
  'modules',
  'rr-cache',
  'lfs',
];

/**
 * Takes the place of a repository's shared folder while nobody trusts the repository: everything in it is a link to the real
 * one, but the settings are those that steer no program, no other machine and no file elsewhere. Git itself never sees the others,
 * so a key that git will know in future, an `include`, or a file that changes between a look and a call makes no difference.
 */
export class ScreenedDir {
  readonly #place: string;
  readonly #folders = new Map<string, { users: number; readonly made: Promise<string> }>();
  #latest = '';
  #count = 0;
  #cleared: Promise<void> | null = null;

  /** The place is a folder that only the person can read, for this alone. */
  constructor(place: string) {
    this.#place = place;
  }

  /** Runs something with a folder made from these settings, which is there as long as that takes. */
  async with<T>(commonDir: string, entries: readonly ConfigEntry[], run: (folder: string) => Promise<T>): Promise<T> {
    const settings = screenedSettings(entries);
    const name = createHash('sha256').update(`${commonDir}\0${settings}`).digest('hex').slice(0, 24);
    const folder = this.#folders.get(name) ?? { users: 0, made: this.#make(commonDir, settings) };
    this.#folders.set(name, folder);
    this.#latest = name;
    folder.users += 1;
    try {
      return await run(await folder.made);
    } catch (error) {
      // Made anew the next time, in case it couldn't be made.
      this.#latest = '';
      throw error;
    } finally {
      folder.users -= 1;
      await this.#tidy();
    }
  }

  async clear(): Promise<void> {
    this.#folders.clear();
    await rm(this.#place, { recursive: true, force: true });
  }

  async #make(commonDir: string, settings: string): Promise<string> {
    this.#count += 1;
    const folder = join(this.#place, String(this.#count));
    // A killed server leaves its own behind. Nothing is made before these are gone.
    this.#cleared ??= rm(this.#place, { recursive: true, force: true });
    await this.#cleared;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, 'config'), settings, { mode: 0o600 });
    await Promise.all(SHARED.map((name) => symlink(join(commonDir, name), join(folder, name))));
    return folder;
  }

  /** Removes folders of other settings that nobody uses any more. */
  async #tidy(): Promise<void> {
    const left = [...this.#folders].filter(([name, { users }]) => users === 0 && name !== this.#latest);
    for (const [name] of left) this.#folders.delete(name);
    for (const [, { made }] of left) {
      const folder = await made.catch(() => null);
      if (folder) await rm(folder, { recursive: true, force: true });
    }
  }
}

/** The settings of an untrusted repository that git may see, as a file for it. */
export function screenedSettings(entries: readonly ConfigEntry[]): string {
  const lines: string[] = [];
  for (const { key, value, isPlain } of judgeSettings(entries)) {
    const { section, sub, name } = splitKey(key);
    // Without its driver a file would be merged as text, which may be wrong; this leaves a conflict.
    const isDriver = section === 'merge' && sub !== null && name === 'driver';
    if (!isDriver && !isPlain) continue;
    const head = sub === null ? `[${section}]` : `[${section} "${sub.replace(/["\\]/g, '\\$&')}"]`;
    lines.push(head, `\t${name} = ${quoted(isDriver ? 'false' : value)}`);
  }
  return `${lines.join('\n')}\n`;
}

function quoted(value: string): string {
  const escapes: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\b': '\\b', '"': '\\"', '\\': '\\\\' };
  return `"${value.replace(/[\n\t\b"\\]/g, (sign) => own(escapes, sign)!)}"`;
}
