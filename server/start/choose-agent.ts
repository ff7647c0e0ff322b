import { resolve } from 'node:path';
import { type CatalogEntry, CUSTOM_AGENT_ID, customAgent } from '../agents/catalog/catalog.js';
import { CATALOG, DEMO_AGENT } from '../agents/catalog/catalog-entries.js';
import { type AgentPlaces, findAgents, findCommand } from '../agents/catalog/find-agents.js';
import { asKnown, recogniseCommand } from '../agents/catalog/recognise-agent.js';
import { splitCommandLine } from '../command/split-command-line.js';
import { UsageError } from '../command/usage-error.js';
import type { Config, ConfiguredAgent } from '../settings/config.js';

/** An agent that somebody named: one that is known, or a command line. */
export type NamedAgent = { kind: 'known'; id: string } | { kind: 'command'; argv: [string, ...string[]] };

/** What the last start in a folder left to know. */
export interface LastAgent {
  readonly agentId?: string | undefined;
  readonly agentCommand?: readonly string[] | undefined;
}

/** The agents that can be chosen, and the one that is. */
export interface AgentChoice {
  readonly entries: readonly CatalogEntry[];
  readonly agent: CatalogEntry;
  /** Those that take its place if it cannot be started, in this order; none where somebody has wanted it. */
  readonly instead: readonly CatalogEntry[];
  /** To be remembered, so that the next start in the folder takes the same agent. */
  readonly remembered: { agentId?: string; agentCommand?: readonly string[] };
}

/** The person's own agents and then the built-in ones, without those that their own replace or change. */
export function knownAgents(config: Pick<Config, 'agents'>): CatalogEntry[] {
  const own = [...config.agents].map(([id, agent]) => configuredEntry(id, agent));
  return [...own, ...CATALOG.filter(({ id }) => !config.agents.has(id))];
}

/** Whether there is an agent of that name without anybody's settings. */
export function isBuiltIn(agentId: string): boolean {
  return CATALOG.some(({ id }) => id === agentId);
}

function configuredEntry(id: string, { name, command, env, home }: ConfiguredAgent): CatalogEntry {
  const builtIn = CATALOG.find((entry) => entry.id === id);
  const moved = home === null ? {} : { homePath: home };
  if (!command) {
    if (!builtIn) throw new UsageError(`The agent "${id}" in your settings needs a command.`);
    return { ...builtIn, ...(name ? { name } : {}), env: { ...builtIn.env, ...env }, ...moved };
  }
  const [program = '', ...args] = command;
  // What the command starts counts more than what the person calls it.
  const known = recogniseCommand(command) ?? builtIn;
  const entry: CatalogEntry = {
    id,
    name: name ?? builtIn?.name ?? id,
    commands: [{ command: program, args }],
    env,
    install: { kind: 'settings', agentId: id, command: program },
    login: known?.login ?? { kind: 'unknown' },
    ...moved,
  };
  return known ? asKnown(entry, known) : entry;
}

/** An agent that was given as a command line; one that is known by it is taken for what it is. */
function commandEntry(argv: readonly [string, ...string[]]): CatalogEntry {
  const known = recogniseCommand(argv);
  const entry = customAgent(argv);
  if (!known) return entry;
  const { usesOwnName: _own, ...named } = { ...entry, name: known.name, login: known.login };
  return asKnown(named, known);
}

/** Makes sense of what was given for `--agent`, or of the same in the settings; throws a `UsageError`. */
export function namedAgent(text: string, known: readonly CatalogEntry[], places: AgentPlaces): NamedAgent {
  if (known.some(({ id }) => id === text)) return { kind: 'known', id: text };
  const [program, ...args] = splitCommandLine(text);
  if (!program) throw new UsageError('The agent’s command line is empty.');
  // Relative to where the person typed it, and so it stays when the folder's next start recalls it.
  const command = program.includes('/') ? resolve(program) : program;
  const isOneWord = args.length === 0 && !program.includes('/');
  if (isOneWord && !findCommand(customAgent([program]), places)) {
    const ids = known.map(({ id }) => id).join(', ');
    throw new UsageError(`Unknown agent or command "${text}". The agents are: ${ids}.`);
  }
  return { kind: 'command', argv: [command, ...args] };
}

/** The agent asked for, else the last one used in the folder, else the first one found, else demo. */
export function chooseAgent(asked: NamedAgent | null, last: LastAgent, around: Surroundings): AgentChoice {
  const argv = asked?.kind === 'command' ? asked.argv : last.agentCommand;
  const custom = isCommand(argv) ? [commandEntry(argv)] : [];
  const entries = [...around.known, ...custom];
  const wanted = asked ? (asked.kind === 'known' ? asked.id : CUSTOM_AGENT_ID) : (around.wanted ?? last.agentId);
  const named = entries.find(({ id }) => id === wanted);
  // What the folder brings is offered, never taken.
  const found = findAgents(around.known, around).flatMap(({ entry, launch }) =>
    launch.origin === 'machine' ? [entry] : [],
  );
  const command = custom.length > 0 && argv ? { agentCommand: argv } : {};
  if (named) return { entries, agent: named, instead: [], remembered: { agentId: named.id, ...command } };
  const [agent = DEMO_AGENT, ...instead] = found;
  // Nobody has wanted it: the next start looks again.
  return { entries, agent, instead, remembered: command };
}

interface Surroundings extends AgentPlaces {
  readonly known: readonly CatalogEntry[];
  /** The agent that a folder which was trusted wants. */
  readonly wanted?: string | null;
}

function isCommand(argv: unknown): argv is [string, ...string[]] {
  return Array.isArray(argv) && argv.length > 0 && argv.every((word) => typeof word === 'string');
}
