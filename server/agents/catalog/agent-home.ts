import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { own } from '../../protocol/own.js';
import type { CatalogEntry } from './catalog.js';

/**
 * The folder in which an agent keeps its own data, or null if it is not known: as the person's settings say, else
 * as its arguments or the environment say, else its default. Anyone who reads an agent's files looks here.
 */
export function agentHome(entry: CatalogEntry, env: NodeJS.ProcessEnv, cwd: string): string | null {
  if (entry.homePath) return entry.homePath;
  if (!entry.home) return null;
  const { variable, folder, flag } = entry.home;
  const moved = flagValue(entry, flag) ?? own(entry.env, variable) ?? own(env, variable);
  // The agent takes a relative one from where it runs.
  if (moved) return isAbsolute(moved) ? moved : resolve(cwd, moved);
  return join(env.HOME || homedir(), folder);
}

/** The variable that tells an agent where its data is, if a person has moved it. */
export function homeEnv({ home, homePath }: CatalogEntry): Record<string, string> {
  return home && homePath ? { [home.variable]: homePath } : {};
}

function flagValue({ commands }: CatalogEntry, flag: string | undefined): string | undefined {
  if (!flag) return undefined;
  for (const { args } of commands) {
    const at = args.indexOf(flag);
    if (at >= 0) return args[at + 1];
    const joined = args.find((arg) => arg.startsWith(`${flag}=`));
    if (joined) return joined.slice(flag.length + 1);
  }
  return undefined;
}
