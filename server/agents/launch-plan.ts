import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { agentEnv } from './agent-env.js';
import { homeEnv } from './agent-home.js';
import type { LifePlan } from './agent-life.js';
import type { AgentCommand, CatalogEntry } from './catalog.js';
import type { Clock } from './clock.js';
import type { ProcessGuard } from './process-guard.js';

/** What all agents are started with. */
export interface LaunchParts {
  entry: CatalogEntry;
  cwd: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  version: string;
  guard: ProcessGuard;
  clock: Clock;
}

/** How to start an agent with one of its commands. */
export function launchPlan(
  parts: LaunchParts,
  { command, args }: AgentCommand,
  onSignIn: (message: string | null) => void,
): LifePlan {
  const { entry, cwd, env, version, guard, clock } = parts;
  const base = agentEnv(env);
  return {
    process: {
      name: entry.name,
      command,
      args,
      cwd,
      guard,
      env: { ...agentEnv(env, entry.keepEnv), ...ownFolder(parts), ...homeEnv(entry), ...entry.env },
    },
    connection: {
      agentId: entry.id,
      agentName: entry.name,
      login: entry.login,
      offersFiles: !entry.quirks?.noFileAccess,
      env: base,
      version,
      guard,
      clock,
      onSignIn,
    },
  };
}

function ownFolder({ entry, dataDir, env }: LaunchParts): Record<string, string> {
  if (!entry.ownFolder || env[entry.ownFolder.variable]) return {};
  const folder = join(dataDir, entry.ownFolder.name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { [entry.ownFolder.variable]: folder };
}
