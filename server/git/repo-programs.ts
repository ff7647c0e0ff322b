import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openPlainFile } from '../paths/plain-file.js';
import { splitRecords } from './split-records.js';

/** Keys whose values git runs, or that choose what it runs; as `git config --list` spells them. */
const PROGRAM_KEYS: readonly RegExp[] = [
  /^core\.(fsmonitor|hookspath|sshcommand|gitproxy|askpass|editor|pager|alternaterefscommand)$/,
  /^(pager|alias)\../,
  /^filter\..*\.(clean|smudge|process)$/s,
  /^diff\.external$/,
  /^diff\..*\.(command|textconv)$/s,
  /^merge\..*\.driver$/s,
  /^(merge|diff)tool\..*\.(cmd|path)$/s,
  /^credential\.(.*\.)?helper$/s,
  /^gpg\.(.*\.)?(program|defaultkeycommand)$/s,
  /^sequence\.editor$/,
  /^interactive\.difffilter$/,
  /^trailer\..*\.(cmd|command)$/s,
  /^hook\..*\.command$/s,
  /^remote\..*\.(uploadpack|receivepack|vcs)$/s,
  /^url\..*\.(insteadof|pushinsteadof)$/s,
  /^protocol\.(.*\.)?allow$/s,
  /^submodule\..*\.update$/s,
];
/** Where a remote is. One on this machine has hooks of its own, which run when something is sent there. */
const REMOTE_PLACE = /^remote\..*\.(url|pushurl)$/s;
/** `https://…`, `ssh://…` or `host:path`. */
const ELSEWHERE = /^(?!file:\/\/)([a-z][a-z0-9+.-]*:\/\/|[^/\\]+:(?!:))/i;
/** A setting of these kinds that only says yes or no names no program. */
const SWITCH = /^(|true|false|yes|no|on|off|0|1)$/i;
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

/** Those of them that name programs. */
export function programEntries(entries: readonly ConfigEntry[]): ConfigEntry[] {
  return ownEntries(entries).filter(
    ({ key, value }) =>
      (PROGRAM_KEYS.some((pattern) => pattern.test(key)) && !(key === 'core.fsmonitor' && SWITCH.test(value))) ||
      (REMOTE_PLACE.test(key) && !ELSEWHERE.test(value)),
  );
}

/** Arguments by which the repository's own filters and merge drivers do nothing. */
export function neutralArgs(entries: readonly ConfigEntry[]): string[] {
  const filters = new Set<string>();
  const drivers = new Set<string>();
  for (const { key } of ownEntries(entries)) {
    const filter = /^filter\.(.*)\.(clean|smudge|process|required)$/s.exec(key)?.[1];
    if (filter !== undefined) filters.add(filter);
    const driver = /^merge\.(.*)\.driver$/s.exec(key)?.[1];
    if (driver !== undefined) drivers.add(driver);
  }
  const settings = [...filters].flatMap((name) => [
    `filter.${name}.clean=`,
    `filter.${name}.smudge=`,
    `filter.${name}.process=`,
    `filter.${name}.required=false`,
  ]);
  settings.push(...[...drivers].map((name) => `merge.${name}.driver=false`));
  return settings.flatMap((setting) => ['-c', setting]);
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
