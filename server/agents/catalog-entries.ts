import type { CatalogEntry } from './catalog.js';
import { ownScript } from './own-script.js';

/** The built-in agent that needs no account and no network. */
export const DEMO_AGENT: CatalogEntry = {
  id: 'demo',
  name: 'Demo agent',
  commands: [{ command: process.execPath, args: ownScript('../testing/demo-agent') }],
  keepEnv: ['ACDECK_DEMO_PACE', 'ACDECK_DEMO_INIT_MS', 'ACDECK_DEMO_LOGIN', 'ACDECK_DEMO_DIR'],
  ownFolder: { variable: 'ACDECK_DEMO_DIR', name: 'demo-agent' },
  install: 'The demo agent comes with AcDeck.',
  login: 'The demo agent has an account only to try that out.',
  quirks: { playsScenes: true },
};

/** The agents that AcDeck knows by itself, in the order in which the first found is taken. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    commands: [
      { command: 'copilot', args: ['--acp', '--stdio'] },
      { command: 'gh', args: ['copilot', '--', '--acp', '--stdio'] },
    ],
    npx: { packages: ['@github/copilot@1.0.102'], command: 'copilot', args: ['--acp', '--stdio'] },
    envHints: { GH_TOKEN: 'a token instead of the sign-in', COPILOT_HOME: 'where it keeps its data' },
    install: 'Install it with: npm install -g @github/copilot',
    login: 'Sign in with: copilot login',
    home: { variable: 'COPILOT_HOME', folder: '.copilot', flag: '--config-dir' },
    quirks: { titlesInWorkspace: true },
  },
  {
    id: 'claude',
    name: 'Claude',
    commands: [{ command: 'claude-agent-acp', args: [] }],
    npx: { packages: ['@agentclientprotocol/claude-agent-acp@0.99.1'], command: 'claude-agent-acp', args: [] },
    envHints: { ANTHROPIC_API_KEY: 'a key instead of the sign-in', CLAUDE_CONFIG_DIR: 'where it keeps its data' },
    install: 'Install it with: npm install -g @agentclientprotocol/claude-agent-acp (Node 22 or newer)',
    login: 'Sign in with: claude-agent-acp --cli auth login --claudeai',
    home: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    commands: [{ command: 'gemini', args: ['--acp'] }],
    npx: { packages: ['@google/gemini-cli@0.61.0'], command: 'gemini', args: ['--acp'] },
    envHints: { GEMINI_API_KEY: 'a key instead of the sign-in' },
    install: 'Install it with: npm install -g @google/gemini-cli',
    login: 'Sign in by running gemini once in a terminal, or set GEMINI_API_KEY',
    // It reads a new file before it writes it and takes our "not found" for a failure. It names the record of a session
    // by the minute in which it opens it, and what was in a record of that name is lost.
    quirks: { noFileAccess: true, opensOncePerMinute: true },
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
    envHints: { OPENAI_API_KEY: 'a key instead of the sign-in', CODEX_HOME: 'where it keeps its data' },
    install: 'Install it with: npm install -g @agentclientprotocol/codex-acp @openai/codex',
    login: 'Sign in with: codex login, or set OPENAI_API_KEY',
    home: { variable: 'CODEX_HOME', folder: '.codex' },
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    commands: [{ command: 'opencode', args: ['acp'] }],
    npx: { packages: ['opencode-ai@1.18.33'], command: 'opencode', args: ['acp'] },
    install: 'Install it with: npm install -g opencode-ai',
    login: 'Sign in with: opencode auth login',
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    commands: [{ command: 'qwen', args: ['--acp'] }],
    npx: { packages: ['@qwen-code/qwen-code@0.24.4'], command: 'qwen', args: ['--acp'] },
    envHints: { OPENAI_API_KEY: 'a key', OPENAI_BASE_URL: 'the address of the model', OPENAI_MODEL: 'the model' },
    install: 'Install it with: npm install -g @qwen-code/qwen-code (Node 22 or newer)',
    login: 'Sign in by running qwen once in a terminal, or set OPENAI_API_KEY',
  },
  {
    id: 'cline',
    name: 'Cline',
    commands: [{ command: 'cline', args: ['--acp'] }],
    npx: { packages: ['cline@3.0.65'], command: 'cline', args: ['--acp'] },
    envHints: { CLINE_API_KEY: 'a key instead of the sign-in' },
    install: 'Install it with: npm install -g cline',
    login: 'Sign in with: cline auth, or set CLINE_API_KEY',
  },
  {
    id: 'goose',
    name: 'goose',
    commands: [{ command: 'goose', args: ['acp'] }],
    envHints: { GOOSE_PROVIDER: 'who serves the model', GOOSE_MODEL: 'the model' },
    install: 'Install it as https://block.github.io/goose says',
    login: 'Choose a provider with: goose configure',
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    commands: [{ command: 'kimi', args: ['acp'] }],
    npx: { packages: ['@moonshot-ai/kimi-code@2.1.0'], command: 'kimi', args: ['acp'] },
    install: 'Install it with: npm install -g @moonshot-ai/kimi-code (Node 22.19 or newer)',
    login: 'Sign in with: kimi login',
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
    install: 'Install it with: npm install -g pi-acp @earendil-works/pi-coding-agent (Node 22 or newer)',
    login: 'Sign in by running pi once in a terminal and typing /login',
    // Opening a session ends the others that its process holds.
    quirks: { processPerSession: true },
  },
  DEMO_AGENT,
];
