import type { InstallHint, SignInHint, VariableUse } from '../../protocol/agent-trouble.js';
import { commandName } from './command-name.js';

/** One way to start an agent; `command` is looked for on PATH unless it is a path. */
export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Paths below the person's data folder: without any of them the program is there and the agent is not. */
  readonly needsAnyOf?: readonly string[];
}

/** The npm packages, each with its version, that `npx` runs an agent from when a person asks for it. */
export interface NpxPackage {
  readonly packages: readonly string[];
  readonly command: string;
  readonly args: readonly string[];
}

/** Where an agent keeps its own data. */
export interface HomeHint {
  /** The variable that moves it. */
  readonly variable: string;
  /** The default, below the home folder. */
  readonly folder: string;
  /** The argument that moves it too, and wins. */
  readonly flag?: string;
}

/** What is known of an agent before it runs. Capabilities decide what the page offers, never the id. */
export interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  /** Once it has run it is called what it calls itself. */
  readonly usesOwnName?: true;
  /** The folder's own settings name it, so nothing of it runs before a person has trusted the folder. */
  readonly isOfFolder?: true;
  /** Tried in this order; the first command that is there is run. */
  readonly commands: readonly AgentCommand[];
  readonly npx?: NpxPackage;
  /** Set for the agent on top of the person's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that it reads, each with what it is good for. */
  readonly envHints?: Readonly<Record<string, VariableUse>>;
  /** Variables of our own that this agent may see; all others of ours are taken away. */
  readonly keepEnv?: readonly string[];
  /** A variable that gives it its own folder below our data folder, unless it is set already. */
  readonly ownFolder?: { readonly variable: string; readonly name: string };
  readonly install: InstallHint;
  /** How to sign in by hand. */
  readonly login: SignInHint;
  readonly home?: HomeHint;
  /** Where a person has told it to keep its own data; absolute. */
  readonly homePath?: string;
  readonly quirks?: AgentQuirks;
}

/**
 * What an agent's counts of tokens are of: a turn, all turns since it has opened the session, or each answer of its model,
 * told beside its words.
 */
export type TokenCount = 'turn' | 'opening' | 'answer';

/** All links, or those to files outside the session's folder. */
export type DroppedLinks = 'all' | 'outside';

/** What an agent gets wrong or does unlike others, as data; each is worked around in one place. */
export interface AgentQuirks {
  /** It fails to create files if the client offers file access. */
  readonly noFileAccess?: true;
  /** A session that is opened closes the others of the same process. */
  readonly processPerSession?: true;
  /** It keeps a session's title in the session's `workspace.yaml` and takes none by ACP. */
  readonly titlesInWorkspace?: true;
  /** A session that is opened again within the minute of the clock in which it began is lost. */
  readonly opensOncePerMinute?: true;
  /** It gives an MCP server over HTTP 5 s, its own start included, and a program 30 s. */
  readonly hurriesHttpServers?: true;
  /** It tells the command of a call by its title, and where it runs in a text beside it. */
  readonly commandsInTitles?: true;
  /** Of which links in a prompt it shows its model nothing. */
  readonly dropsLinks?: DroppedLinks;
  /** It ignores the MCP servers that it is told of. */
  readonly ignoresTools?: true;
  /** It acts without asking, whatever it is told. */
  readonly neverAsks?: true;
  /** What it counts tokens by, which ACP leaves open; found out as it goes where nobody knows. */
  readonly tokens?: TokenCount;
  /** It plays scenes, which the page may suggest. */
  readonly playsScenes?: true;
}

/** The id that a command line of the person's own gets. */
export const CUSTOM_AGENT_ID = 'custom';

/** An agent of the person's own, given as a command and its arguments. */
export function customAgent(argv: readonly [string, ...string[]]): CatalogEntry {
  const [command, ...args] = argv;
  return {
    id: CUSTOM_AGENT_ID,
    name: commandName(argv),
    commands: [{ command, args }],
    usesOwnName: true,
    install: { kind: 'unknown' },
    login: { kind: 'unknown' },
  };
}
