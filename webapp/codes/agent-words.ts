import type { VariableUse } from '../../server/protocol/agent-trouble.js';
import type { AgentChange, AgentFeature } from '../../server/protocol/api/agent-report.js';
import { own } from '../../server/protocol/own.js';
import { catalogue } from '../ui/catalogue.js';
import { list } from '../ui/format.js';

/** What agents can do, by name; a feature without a name does not compile. */
export const featureWords = catalogue<Record<AgentFeature, string>>({
  load: 'loading sessions',
  resume: 'resuming sessions',
  list: 'listing sessions',
  close: 'closing sessions',
  images: 'images in messages',
  audio: 'audio in messages',
  embedded: 'embedded files in messages',
  mcp_http: 'MCP servers over HTTP',
  mcp_sse: 'MCP servers over SSE',
  directories: 'more folders',
  permissions: 'asking for permission',
  permission_diffs: 'diffs in requests',
  matching_tool_ids: 'requests linked to their tool call',
  models: 'a choice of models',
  modes: 'a choice of modes',
  options: 'options',
  commands: 'slash commands',
  usage: 'context usage',
  message_ids: 'message IDs',
  plans: 'plans',
  diffs: 'edits as diffs',
  terminals: 'AcDeck’s terminals',
  files: 'files through AcDeck',
});

const WORDS = catalogue({
  lost: (agent: string, features: string) => `${agent} no longer supports ${features}.`,
  gained: (agent: string, features: string) => `${agent} now supports ${features}.`,
  versioned: (agent: string, version: string) => `${agent} ${version}`,
});

/** What an agent supports that it did not, and the other way round, in a sentence each. */
export function agentChangeText({ agent, version, lost, gained }: AgentChange): string {
  const who = version === null ? agent : WORDS.versioned(agent, version);
  const named = (features: readonly AgentFeature[]) =>
    list(features.map((feature) => own(featureWords, feature) ?? feature));
  return [
    lost.length > 0 ? WORDS.lost(who, named(lost)) : '',
    gained.length > 0 ? WORDS.gained(who, named(gained)) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const VARIABLES = catalogue<Record<VariableUse, string>>({
  token: 'a token instead of signing in',
  key: 'an API key instead of signing in',
  data_folder: 'where it keeps its data',
  address: 'the address of the model',
  model: 'the model',
  provider: 'the model provider',
});

/** What a variable that an agent reads is good for. */
export function variableText(use: VariableUse): string {
  return own(VARIABLES, use) ?? '';
}
