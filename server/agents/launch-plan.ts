import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessGuard } from '../processes/process-guard.js';
import type { AgentTrouble } from '../protocol/agent-trouble.js';
import type { Clock } from '../protocol/clock.js';
import { own } from '../protocol/own.js';
import type { LifePlan } from './agent-life.js';
import type { AgentCards } from './cards/agent-cards.js';
import { agentEnv } from './catalog/agent-env.js';
import { homeEnv } from './catalog/agent-home.js';
import type { CatalogEntry, TokenCount } from './catalog/catalog.js';
import { pathWithoutFolder } from './catalog/folder-path.js';
import type { AgentConsent, Launch } from './catalog/launch-choice.js';
import type { SignInNews } from './connection/agent-connection.js';
import { TIME_LIMITS } from './process/time-limits.js';
import { type SessionExtras, surroundSession } from './sessions/session-surroundings.js';

/** What all agents are started with. */
export interface LaunchParts {
  entry: CatalogEntry;
  /** What the agent is called now; it may say so itself once it runs. */
  agentName(): string;
  cwd: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  version: string;
  guard: ProcessGuard;
  clock: Clock;
  consent: AgentConsent;
  /** What sessions are to have, as it is now. */
  sessionExtras(): SessionExtras;
  cards: AgentCards;
}

/** What differs from start to start. */
export interface LaunchNow {
  onSignIn(trouble: AgentTrouble | null, about?: SignInNews): void;
  offersAuthTerminal: boolean;
  /** Asked when the agent has said who it is; null where that is not known. */
  tokenCount(): TokenCount | null;
}

/** How to start an agent with one of its commands. */
export function launchPlan(
  parts: LaunchParts,
  { command: { command, args, origin }, isNpx }: Launch,
  now: LaunchNow,
): LifePlan {
  const { entry, cwd, env, version, guard, clock } = parts;
  const isTheirs = origin === 'folder' || env.PATH === undefined;
  const path = isTheirs ? {} : { PATH: pathWithoutFolder(env.PATH ?? '', cwd) };
  const base = { ...agentEnv(env), ...path };
  return {
    isNpx,
    initializeMs: isNpx ? TIME_LIMITS.download : TIME_LIMITS.initialize,
    process: {
      name: () => parts.agentName(),
      command,
      args,
      cwd,
      guard,
      env: { ...agentEnv(env, entry.keepEnv), ...path, ...ownFolder(parts), ...homeEnv(entry), ...entry.env },
    },
    connection: {
      agentId: entry.id,
      agentName: () => parts.agentName(),
      login: entry.login,
      offersFiles: !entry.quirks?.noFileAccess,
      opensOncePerMinute: entry.quirks?.opensOncePerMinute ?? false,
      hurriesHttpServers: entry.quirks?.hurriesHttpServers ?? false,
      commandsInTitles: entry.quirks?.commandsInTitles ?? false,
      dropsLinks: entry.quirks?.dropsLinks ?? null,
      env: base,
      version,
      guard,
      clock,
      ...now,
      onSeen: (feature) => parts.cards.see(entry.id, feature),
      surroundings: (profile) => {
        const { consent, sessionExtras } = parts;
        const around = { agentName: parts.agentName(), path: env.PATH, folder: cwd, consent, extras: sessionExtras() };
        return surroundSession(around, profile);
      },
    },
  };
}

function ownFolder({ entry, dataDir, env }: LaunchParts): Record<string, string> {
  if (!entry.ownFolder || own(env, entry.ownFolder.variable)) return {};
  const folder = join(dataDir, entry.ownFolder.name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { [entry.ownFolder.variable]: folder };
}
