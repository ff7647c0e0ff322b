import type { AgentTrouble } from '../../protocol/agent-trouble.js';
import type { AgentHealth } from '../../protocol/api/app-state.js';
import { AgentFault, StartFault, troubleIn } from '../process/agent-fault.js';
import type { CatalogEntry } from './catalog.js';
import { type FoundCommand, findCommand } from './find-agents.js';
import { commandText } from './folder-offer.js';
import { npxCommand, npxPackages } from './npx-command.js';

/** What a person has allowed, as far as agents are concerned. */
export interface AgentConsent {
  /** Whether what the folder brings, as it is now, was said yes to. */
  mayUseFolder(): boolean;
  /** Whether this agent may be run, and so downloaded, by npx. */
  mayUseNpx(agentId: string): boolean;
}

/** Nothing was allowed. */
export const NO_CONSENT: AgentConsent = { mayUseFolder: () => false, mayUseNpx: () => false };

/** What is needed to say how an agent would be started. */
export interface ChoiceParts {
  entry: CatalogEntry;
  cwd: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  consent: AgentConsent;
}

/** An agent that cannot be started as things are; its health says why. */
export class NoLaunchFault extends AgentFault {
  readonly health: AgentHealth;

  constructor(health: AgentHealth & { trouble: AgentTrouble }) {
    super(health.trouble);
    this.health = health;
  }
}

/** How an agent is to be started. */
export interface Launch {
  readonly command: FoundCommand;
  readonly isNpx: boolean;
}

/** The way to start an agent that is there and allowed; throws a `NoLaunchFault` if there is none. */
export function chooseLaunch(parts: ChoiceParts): Launch {
  const { entry, cwd, dataDir, env, consent } = parts;
  const places = { path: env.PATH, folder: cwd, env };
  const found = findCommand(entry, places);
  if (found?.origin === 'machine') return { command: found, isNpx: false };
  if (found && consent.mayUseFolder()) return { command: found, isNpx: false };
  // An agent that npx was chosen for needs nothing of the folder.
  const npx = consent.mayUseNpx(entry.id) ? npxCommand(entry, places, dataDir) : null;
  if (npx) return { command: npx, isNpx: true };
  throw new NoLaunchFault(found ? untrusted(entry, found) : missing(entry));
}

/** How an agent is doing before it was ever started. */
export function firstHealth(parts: ChoiceParts): AgentHealth {
  try {
    chooseLaunch(parts);
    return { state: 'idle' };
  } catch (error) {
    return healthAfter(error as Error);
  }
}

/** How an agent is doing after a start that came to nothing. */
export function healthAfter(error: Error): AgentHealth {
  if (error instanceof NoLaunchFault) return error.health;
  const exit = error instanceof StartFault ? error.exit : null;
  return { state: 'crashed', trouble: troubleIn(error), exitCode: exit?.exitCode ?? null, stderr: exit?.stderr ?? '' };
}

function missing(entry: CatalogEntry) {
  // A program that lacks its own part may well be there.
  const own = entry.commands.filter(({ needsAnyOf }) => !needsAnyOf);
  const commands = own.map(({ command }) => command);
  const trouble = { code: 'not_installed', agent: entry.name, commands, install: entry.install } as const;
  const npx = npxPackages(entry);
  return { state: 'missing' as const, trouble, install: entry.install, ...(npx ? { npx } : {}) };
}

function untrusted({ name, npx }: CatalogEntry, { command, args }: FoundCommand) {
  const line = commandText(command, args);
  const trouble = { code: 'untrusted', agent: name, command: line } as const;
  return { state: 'untrusted' as const, trouble, command: line, ...(npx ? { npx: npx.packages.join(' and ') } : {}) };
}
