import { basename } from 'node:path';
import type { CatalogEntry } from './catalog.js';
import { CATALOG } from './catalog-entries.js';
import { commandTarget } from './command-name.js';

/** What an agent calls itself when it is initialized. */
export interface AgentNames {
  readonly name: string | null;
  readonly title: string | null;
}

/** The known agent that a command line starts, by its program, script or package; null if it is none of them. */
export function recogniseCommand(argv: readonly string[]): CatalogEntry | null {
  const target = commandTarget(argv);
  const name = withoutVersion(target.startsWith('@') ? target : basename(target));
  return (
    CATALOG.find((entry) => programsOf(entry).includes(name) || packagesOf(entry).some(isIn(name, target))) ?? null
  );
}

/** The known agent that calls itself so; null if it is none of them. */
export function recogniseNames({ name, title }: AgentNames): CatalogEntry | null {
  const called = [name, title].flatMap((text) => (text === null ? [] : [bare(text)]));
  return CATALOG.find((entry) => namesOf(entry).some((known) => called.includes(known))) ?? null;
}

/** What an agent is called everywhere: as it was given or, for a bare command line, by the name of the agent that it turned out to be. */
export function agentName({ name, usesOwnName }: CatalogEntry, said: AgentNames | null): string {
  if (!usesOwnName || !said) return name;
  return recogniseNames(said)?.name ?? said.title ?? name;
}

/** The entry with what is known of the agent that it turned out to be. */
export function asKnown(entry: CatalogEntry, { quirks = {}, home }: CatalogEntry): CatalogEntry {
  if (!entry.isOfFolder) return { ...entry, quirks, ...(home ? { home } : {}) };
  // A folder says where its agent keeps data, so nothing is written there for its sake.
  const { titlesInWorkspace: _titles, ...others } = quirks;
  return { ...entry, quirks: others };
}

/** Whether the two have to be spoken to in the same way from the first word on. */
export function isStartedAlike({ quirks: a = {} }: CatalogEntry, { quirks: b = {} }: CatalogEntry): boolean {
  const spoken = [
    ...(['noFileAccess', 'processPerSession', 'opensOncePerMinute'] as const),
    ...(['hurriesHttpServers', 'commandsInTitles', 'dropsLinks'] as const),
  ];
  return spoken.every((quirk) => a[quirk] === b[quirk]);
}

/** A program that runs other things too, such as `gh`, says nothing about the agent; nor does one that comes with us. */
function programsOf({ commands, npx }: CatalogEntry): string[] {
  const own = commands.filter(({ command, needsAnyOf }) => !needsAnyOf && !command.includes('/'));
  return [...own.map(({ command }) => command), ...(npx ? [npx.command] : [])];
}

function packagesOf({ npx }: CatalogEntry): string[] {
  // Further packages are what the first one needs.
  return npx ? npx.packages.slice(0, 1).map(withoutVersion) : [];
}

function isIn(name: string, target: string): (known: string) => boolean {
  return (known) => known === name || target.includes(`/node_modules/${known}/`);
}

function namesOf(entry: CatalogEntry): string[] {
  const programs = programsOf(entry);
  if (programs.length === 0) return [];
  const packages = packagesOf(entry).map((name) => basename(name));
  return [entry.name, ...programs, ...packages].map(bare);
}

function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@[^@/]*$/, '');
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
