import type { AgentHealth } from '../protocol/app-state.js';
import { AgentFault } from './agent-fault.js';
import { StartFault } from './agent-life.js';
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

  constructor(health: AgentHealth & { message: string }) {
    super(health.message);
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
  const places = { path: env.PATH, folder: cwd };
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
  return { state: 'crashed', message: error.message, exitCode: exit?.exitCode ?? null, stderr: exit?.stderr ?? '' };
}

function missing(entry: CatalogEntry) {
  const names = entry.commands.map(({ command }) => `"${command}"`).join(' or ');
  const message = `${entry.name} is not installed: the command ${names} was not found. ${entry.install}`;
  const npx = npxPackages(entry);
  return { state: 'missing' as const, message, install: entry.install, ...(npx ? { npx } : {}) };
}

function untrusted({ name, npx }: CatalogEntry, { command, args }: FoundCommand) {
  const line = commandText(command, args);
  const message = `${name} comes with this folder and is not started before you trust the folder: ${line}`;
  return { state: 'untrusted' as const, message, command: line, ...(npx ? { npx: npx.packages.join(' and ') } : {}) };
}
