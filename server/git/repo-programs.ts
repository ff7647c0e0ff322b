import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openPlainFile } from '../paths/plain-file.js';
import { splitRecords } from './split-records.js';

const HOOK_BYTES = 1024 * 1024;
const MOST_HOOKS = 100;

/** A setting of git, with whose it is. */
export interface ConfigEntry {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** What `config --list -z --show-scope` told. */
export function parseGitConfig(bytes: Buffer): ConfigEntry[] {
  const records = splitRecords(bytes).map((record) => record.toString('utf8'));
  const entries: ConfigEntry[] = [];
  for (let n = 0; n + 1 < records.length; n += 2) {
    const [scope, text] = [records[n]!, records[n + 1]!];
    const end = text.indexOf('\n');
    // A key without "=" means yes.
    entries.push({ scope, key: end < 0 ? text : text.slice(0, end), value: end < 0 ? 'true' : text.slice(end + 1) });
  }
  return entries;
}

/** Settings that the repository itself brings, and not the person or the machine. */
export function ownEntries(entries: readonly ConfigEntry[]): ConfigEntry[] {
  return entries.filter(({ scope }) => scope === 'local' || scope === 'worktree');
}

/** A hook that git would run, and a print of what stands in it. */
export interface HookFile {
  readonly name: string;
  readonly print: string;
}

/** The hooks in a folder that can be run. */
export async function readHooks(folder: string): Promise<HookFile[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const hooks: HookFile[] = [];
  for (const name of names.filter((given) => !given.endsWith('.sample')).sort()) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => null);
    if (!about?.isFile() || (about.mode & 0o111) === 0) continue;
    hooks.push({ name, print: `${about.mode.toString(8)}:${about.size}:${await printOf(path)}` });
    if (hooks.length === MOST_HOOKS) break;
  }
  return hooks;
}

async function printOf(path: string): Promise<string> {
  const file = await openPlainFile(path).catch(() => null);
  if (!file) return 'unreadable';
  try {
    const buffer = Buffer.alloc(HOOK_BYTES);
    const { bytesRead } = await file.read(buffer, 0, HOOK_BYTES, 0);
    return createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex');
  } finally {
    await file.close();
  }
}

/** Changes with any program that the repository names, and with any hook. */
export function fingerprintOf(programs: readonly ConfigEntry[], hooks: readonly HookFile[]): string {
  const named = programs.map(({ key, value }) => [key, value]).sort();
  return createHash('sha256')
    .update(JSON.stringify([named, hooks]))
    .digest('hex');
}
