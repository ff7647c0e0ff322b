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
export const AGENT_FEATURES = {
  load: 'loading sessions',
  resume: 'resuming sessions',
  list: 'listing sessions',
  close: 'closing sessions',
  images: 'images in prompts',
  audio: 'audio in prompts',
  embedded: 'embedded files in prompts',
  mcp_http: 'MCP servers over HTTP',
  mcp_sse: 'MCP servers over SSE',
  directories: 'further folders',
  permissions: 'asking for permission',
  permission_diffs: 'a diff with the question',
  matching_tool_ids: 'questions that name their tool call',
  models: 'a choice of models',
  modes: 'a choice of modes',
  options: 'options',
  commands: 'slash commands',
  usage: 'how full the context is',
  message_ids: 'ids of messages',
  plans: 'plans',
  diffs: 'edits as diffs',
  terminals: 'terminals of ours',
  files: 'files through us',
} as const;

export type AgentFeature = keyof typeof AGENT_FEATURES;

/** What one version of an agent said of itself and was seen to do here. */
export interface AgentCard {
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
  install: string;
  login: string;
  /** Variables that it reads, with what they are good for. */
  envHints: Readonly<Record<string, string>>;
  home: string | null;
  /** Newest first. */
  cards: readonly AgentCard[];
  /** What is different from the last run, as sentences. */
  changes: readonly string[];
}
