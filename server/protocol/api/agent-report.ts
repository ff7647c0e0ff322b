import type { InstallHint, SignInHint, VariableUse } from '../agent-trouble.js';
import type { AgentHealth } from './app-state.js';

/** What a folder brings and whether a person has said yes to it. */
export interface FolderTrust {
  state: 'asked' | 'declined' | 'trusted';
  /** Changes with anything that the folder would start; an answer names the one that it was given for. */
  fingerprint: string;
  /** Whether there was a yes to something that is no longer the same. */
  isChanged: boolean;
  agents: readonly { id: string; name: string; command: string }[];
  /** The names of the MCP servers of the folder's own settings. */
  mcpServers: readonly string[];
}

/** What agents can do that people care about: each is advertised, or seen at work, or neither. */
export const AGENT_FEATURES = [
  'load',
  'resume',
  'list',
  'close',
  'images',
  'audio',
  'embedded',
  'mcp_http',
  'mcp_sse',
  'directories',
  'permissions',
  'permission_diffs',
  'matching_tool_ids',
  'models',
  'modes',
  'options',
  'commands',
  'usage',
  'message_ids',
  'plans',
  'diffs',
  'terminals',
  'files',
] as const;

export type AgentFeature = (typeof AGENT_FEATURES)[number];

/** What one version of an agent said of itself and was seen to do here. */
export interface AgentRecord {
  version: string;
  firstSeen: number;
  lastSeen: number;
  advertised: readonly AgentFeature[];
  /** How often each was seen. */
  seen: Readonly<Partial<Record<AgentFeature, number>>>;
  /** How often it edited, deleted or ran something without asking, while it should have asked. */
  tripwires: number;
}

/** An agent as the settings show it. */
export interface AgentReport {
  id: string;
  name: string;
  health: AgentHealth;
  version: string | null;
  /** The command that runs or would run, or null if there is none. */
  command: string | null;
  origin: 'machine' | 'folder' | 'npx' | null;
  /** What npx would download, if it may. */
  npx: string | null;
  install: InstallHint;
  login: SignInHint;
  /** Variables that it reads, with what they are good for. */
  envHints: Readonly<Record<string, VariableUse>>;
  home: string | null;
  /** Newest first. */
  cards: readonly AgentRecord[];
  /** What is different from the last run; null if nothing is. */
  change: AgentChange | null;
  /** It ignores the tools that it is offered, so it can't give tasks to other agents. */
  takesNoTools?: true;
  /** It acts without asking, however it was started. */
  neverAsks?: true;
}

/** What an agent no longer offers, and what it offers now that it did not. */
export interface AgentChange {
  readonly agent: string;
  /** Null where it does not say which one it is. */
  readonly version: string | null;
  readonly lost: readonly AgentFeature[];
  readonly gained: readonly AgentFeature[];
}
