/** One way to start an agent; `command` is looked for on PATH unless it is a path. */
export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** What is known of an agent before it runs. Capabilities decide what the page offers, never the id. */
export interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  /** Once it runs it is called what it calls itself. */
  readonly usesOwnName?: true;
  /** Tried in this order; the first command that is there is run. */
  readonly commands: readonly AgentCommand[];
  /** Set for the agent on top of the person's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of our own that this agent may see; all others of ours are taken away. */
  readonly keepEnv?: readonly string[];
  /** A variable that gives it a folder of its own below our data folder, unless it is set already. */
  readonly ownFolder?: { readonly variable: string; readonly name: string };
  /** How to get it, as a sentence with the command to type. */
  readonly install: string;
  /** How to sign in, as a sentence with the command to type. */
  readonly login: string;
  /** Where it keeps its own data, as the variable that moves it and the default below the home folder. */
  readonly home?: { readonly variable: string; readonly folder: string };
  readonly quirks?: AgentQuirks;
}

/** What an agent gets wrong, as data; each is worked around in one place. */
export interface AgentQuirks {
  /** It fails to create files if the client offers file access. */
  readonly noFileAccess?: true;
}

/** The id that a command line of the person's own gets. */
export const CUSTOM_AGENT_ID = 'custom';

/** An agent of the person's own, given as a command and its arguments. */
export function customAgent(argv: readonly [string, ...string[]]): CatalogEntry {
  const [command, ...args] = argv;
  return {
    id: CUSTOM_AGENT_ID,
    name: command.split('/').at(-1) || command,
    commands: [{ command, args }],
    usesOwnName: true,
    install: 'Check the command line that was given for it.',
    login: `Sign in as the documentation of ${command} says, then restart the agent.`,
  };
}
