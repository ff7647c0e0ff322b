import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CatalogEntry } from './catalog.js';

const SOURCE = extname(import.meta.url);

/** The built-in agent that needs no account and no network. */
export const DEMO_AGENT: CatalogEntry = {
  id: 'demo',
  name: 'Demo agent',
  commands: [{ command: process.execPath, args: ownScript('demo/demo-agent') }],
  keepEnv: ['ACDECK_DEMO_PACE', 'ACDECK_DEMO_INIT_MS', 'ACDECK_DEMO_LOGIN', 'ACDECK_DEMO_DIR'],
  ownFolder: { variable: 'ACDECK_DEMO_DIR', name: 'demo-agent' },
  install: { kind: 'built_in' },
  login: { kind: 'trial' },
  quirks: { playsScenes: true },
};

/** The agents that AcDeck knows by itself, in the order in which the first found is taken. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    commands: [
      { command: 'copilot', args: ['--acp', '--stdio'] },
      {
        command: 'gh',
        args: ['copilot', '--', '--acp', '--stdio'],
        // What it downloaded, or its extension. To ask it could make it download, so its folder is looked at.
        needsAnyOf: ['gh/copilot/copilot', 'gh/extensions/gh-copilot'],
      },
    ],
    npx: { packages: ['@github/copilot@1.0.102'], command: 'copilot', args: ['--acp', '--stdio'] },
    envHints: { GH_TOKEN: 'token', COPILOT_HOME: 'data_folder' },
    install: { kind: 'command', command: 'npm install -g @github/copilot' },
    login: { kind: 'command', command: 'copilot login' },
    home: { variable: 'COPILOT_HOME', folder: '.copilot', flag: '--config-dir' },
    quirks: { titlesInWorkspace: true, tokens: 'opening' },
  },
  {
    id: 'claude',
    name: 'Claude',
    commands: [{ command: 'claude-agent-acp', args: [] }],
    npx: { packages: ['@agentclientprotocol/claude-agent-acp@0.99.1'], command: 'claude-agent-acp', args: [] },
    envHints: { ANTHROPIC_API_KEY: 'key', CLAUDE_CONFIG_DIR: 'data_folder' },
    install: { kind: 'command', command: 'npm install -g @agentclientprotocol/claude-agent-acp', node: '22' },
    login: { kind: 'command', command: 'claude-agent-acp --cli auth login --claudeai' },
    home: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
    quirks: { tokens: 'turn' },
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    commands: [{ command: 'gemini', args: ['--acp'] }],
    npx: { packages: ['@google/gemini-cli@0.61.0'], command: 'gemini', args: ['--acp'] },
    envHints: { GEMINI_API_KEY: 'key' },
    install: { kind: 'command', command: 'npm install -g @google/gemini-cli' },
    login: { kind: 'run', command: 'gemini', variable: 'GEMINI_API_KEY' },
    // It reads a new file before it writes it and takes our "not found" for a failure. It names the record of a session
    // by the minute in which it opens it, and what was in a record of that name is lost.
    quirks: { noFileAccess: true, opensOncePerMinute: true, commandsInTitles: true, tokens: 'turn' },
  },
  {
    id: 'codex',
    name: 'Codex',
    commands: [{ command: 'codex-acp', args: [] }],
    npx: {
      packages: ['@agentclientprotocol/codex-acp@2.6.0', '@openai/codex@0.166.0'],
      command: 'codex-acp',
      args: [],
    },
    envHints: { OPENAI_API_KEY: 'key', CODEX_HOME: 'data_folder' },
    install: { kind: 'command', command: 'npm install -g @agentclientprotocol/codex-acp @openai/codex' },
    login: { kind: 'command', command: 'codex login', variable: 'OPENAI_API_KEY' },
    home: { variable: 'CODEX_HOME', folder: '.codex' },
    quirks: { tokens: 'turn' },
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    commands: [{ command: 'opencode', args: ['acp'] }],
    npx: { packages: ['opencode-ai@1.18.33'], command: 'opencode', args: ['acp'] },
    install: { kind: 'command', command: 'npm install -g opencode-ai' },
    login: { kind: 'command', command: 'opencode auth login' },
    quirks: { tokens: 'turn' },
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    commands: [{ command: 'qwen', args: ['--acp'] }],
    npx: { packages: ['@qwen-code/qwen-code@0.24.4'], command: 'qwen', args: ['--acp'] },
    envHints: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'address', OPENAI_MODEL: 'model' },
    install: { kind: 'command', command: 'npm install -g @qwen-code/qwen-code', node: '22' },
    login: { kind: 'run', command: 'qwen', variable: 'OPENAI_API_KEY' },
    quirks: { hurriesHttpServers: true, dropsLinks: 'outside', tokens: 'answer' },
  },
  {
    id: 'cline',
    name: 'Cline',
    commands: [{ command: 'cline', args: ['--acp'] }],
    npx: { packages: ['cline@3.0.65'], command: 'cline', args: ['--acp'] },
    envHints: { CLINE_API_KEY: 'key' },
    install: { kind: 'command', command: 'npm install -g cline' },
    login: { kind: 'command', command: 'cline auth', variable: 'CLINE_API_KEY' },
    quirks: { ignoresTools: true, dropsLinks: 'all' },
  },
  {
    id: 'goose',
    name: 'goose',
    commands: [{ command: 'goose', args: ['acp'] }],
    envHints: { GOOSE_PROVIDER: 'provider', GOOSE_MODEL: 'model' },
    install: { kind: 'page', url: 'https://block.github.io/goose' },
    login: { kind: 'provider', command: 'goose configure' },
    quirks: { tokens: 'turn' },
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    commands: [{ command: 'kimi', args: ['acp'] }],
    npx: { packages: ['@moonshot-ai/kimi-code@2.1.0'], command: 'kimi', args: ['acp'] },
    install: { kind: 'command', command: 'npm install -g @moonshot-ai/kimi-code', node: '22.19' },
    login: { kind: 'command', command: 'kimi login' },
  },
  {
    id: 'pi',
    name: 'pi',
    commands: [{ command: 'pi-acp', args: [] }],
    npx: {
      packages: ['pi-acp@0.0.34', '@earendil-works/pi-coding-agent@0.87.1'],
      command: 'pi-acp',
      args: [],
    },
    install: { kind: 'command', command: 'npm install -g pi-acp @earendil-works/pi-coding-agent', node: '22' },
    login: { kind: 'run', command: 'pi', typing: '/login' },
    // Opening a session ends the others that its process holds.
    quirks: { processPerSession: true, ignoresTools: true, neverAsks: true },
  },
  DEMO_AGENT,
];

/** Node's arguments that run a script of ours, named from `server` on and without its ending. */
function ownScript(name: string): string[] {
  const file = fileURLToPath(new URL(`../../${name}${SOURCE}`, import.meta.url));
  // From source the script is TypeScript and needs the loader that we run under ourselves.
  return SOURCE === '.ts' ? ['--import', import.meta.resolve('tsx'), file] : [file];
}
