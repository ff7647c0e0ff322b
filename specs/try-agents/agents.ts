import { fileURLToPath } from 'node:url';

/** A shipped agent that we try, and how it is told to ask our model instead of its vendor's. */
export interface TriedAgent {
  /** As in the catalog, unless `catalogId` says otherwise. */
  id: string;
  /** The agent in the catalog that is started by the same command. */
  catalogId?: string;
  /** None for a program of ours. */
  packages: readonly string[];
  /** The catalog's command, and the program behind it below `node_modules`, or where it is. */
  command: string;
  program: string;
  /** Whether the Node that we support at least is too old for it. */
  needsNode22?: true;
  env(model: ModelAddress): Record<string, string>;
  /** Files of its own configuration, by path below the home folder. */
  files?(model: ModelAddress): Record<string, string>;
  /** It does all that the model wants without a question. */
  neverAsks?: true;
  /** It says that a sign-in went well, and wants one again. */
  signInDoesNothing?: true;
  /** It has models for everybody. */
  needsNoAccount?: true;
  /** In a git folder it writes files without a question. */
  trustsGit?: true;
  /** It is told of MCP servers and does nothing with them. */
  takesNoTools?: true;
  /** It counts the tokens of all replies since its start together. */
  sumsTokens?: true;
  /** The file, by path below the home folder, in which it keeps what a session is called. */
  titleFile?(agentSessionId: string): string;
}

/** Where the model is, and a key that it does not look at. */
export interface ModelAddress {
  url: string;
  key: string;
  home: string;
}

/** Both adapters read the settings of the one program. */
const codexFiles = ({ url }: ModelAddress) => ({
  '.codex/config.toml': [
    'model = "gpt-5.5"',
    'model_provider = "fake"',
    'approval_policy = "on-request"',
    'sandbox_mode = "read-only"',
    '[model_providers.fake]',
    'name = "fake"',
    `base_url = "${url}/v1"`,
    'env_key = "FAKE_MODEL_KEY"',
    'wire_api = "responses"',
    '',
  ].join('\n'),
});

/** An agent of ours, which takes the place of one that ignores tools. */
const SMALL_AGENT: TriedAgent = {
  id: 'small',
  catalogId: 'cline',
  packages: [],
  command: 'cline',
  program: fileURLToPath(new URL('./small-agent.mjs', import.meta.url)),
  needsNoAccount: true,
  takesNoTools: true,
  env: ({ url }) => ({ SMALL_AGENT_MODEL: url }),
};

/** All that is tried: our own small one, then the three that must work. */
export const AGENTS: readonly TriedAgent[] = [
  SMALL_AGENT,
  {
    id: 'copilot',
    sumsTokens: true,
    packages: ['@github/copilot'],
    command: 'copilot',
    program: '.bin/copilot',
    env: ({ url, key }) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: 'gpt-4.1',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    titleFile: (id) => `.copilot/session-state/${id}/workspace.yaml`,
  },
  {
    id: 'gemini',
    packages: ['@google/gemini-cli'],
    command: 'gemini',
    program: '.bin/gemini',
    env: ({ url, key }) => ({
      GEMINI_API_KEY: key,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_MODEL: 'gemini-2.5-flash',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
  },
  {
    id: 'codex',
    packages: ['@agentclientprotocol/codex-acp'],
    command: 'codex-acp',
    program: '.bin/codex-acp',
    env: ({ key }) => ({ FAKE_MODEL_KEY: key, NO_BROWSER: '1', INITIAL_AGENT_MODE: 'read-only' }),
    files: codexFiles,
  },
  {
    id: 'codex-zed',
    catalogId: 'codex',
    packages: ['@zed-industries/codex-acp'],
    command: 'codex-acp',
    program: '.bin/codex-acp',
    env: ({ key }) => ({ FAKE_MODEL_KEY: key, OPENAI_API_KEY: key, NO_BROWSER: '1' }),
    files: codexFiles,
  },
  {
    id: 'claude',
    packages: ['@agentclientprotocol/claude-agent-acp'],
    command: 'claude-agent-acp',
    program: '.bin/claude-agent-acp',
    needsNode22: true,
    env: ({ url, key }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
  },
  {
    id: 'opencode',
    packages: ['opencode-ai'],
    command: 'opencode',
    program: '.bin/opencode',
    needsNoAccount: true,
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    files: ({ url, key }) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        $schema: 'https://opencode.ai/config.json',
        model: 'fake/fake',
        small_model: 'fake/fake',
        autoupdate: false,
        share: 'disabled',
        permission: { edit: 'ask', bash: 'ask' },
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Fake',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: {
              fake: {
                name: 'Fake',
                attachment: true,
                modalities: { input: ['text', 'image'], output: ['text'] },
                limit: { context: 100000, output: 4096 },
                cost: { input: 300, output: 1500 },
              },
            },
          },
        },
      }),
    }),
  },
  {
    id: 'qwen',
    packages: ['@qwen-code/qwen-code'],
    command: 'qwen',
    program: '.bin/qwen',
    needsNode22: true,
    env: ({ url, key }) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'fake' }),
    files: () => ({
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        tools: { approvalMode: 'default' },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
  },
  {
    id: 'cline',
    packages: ['cline'],
    command: 'cline',
    takesNoTools: true,
    program: '.bin/cline',
    env: ({ key }) => ({
      CLINE_API_KEY: key,
      CLINE_PROVIDER: 'openai-compatible',
      CLINE_MODEL: 'fake',
      CLINE_NO_AUTO_UPDATE: '1',
    }),
    files: ({ url, key }) => ({
      '.cline/data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        providers: {
          'openai-compatible': {
            settings: { provider: 'openai-compatible', apiKey: key, model: 'fake', baseUrl: `${url}/v1` },
            updatedAt: '2026-01-01T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
    }),
  },
  {
    id: 'goose',
    packages: ['@aaif/goose-binary-linux-x64'],
    command: 'goose',
    signInDoesNothing: true,
    program: '@aaif/goose-binary-linux-x64/bin/goose',
    env: ({ url, key }) => ({
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: 'gpt-4o',
      GOOSE_MODE: 'approve',
      OPENAI_API_KEY: key,
      OPENAI_HOST: url,
      OPENAI_BASE_PATH: 'v1/chat/completions',
      GOOSE_DISABLE_KEYRING: '1',
      GOOSE_TELEMETRY_ENABLED: 'false',
    }),
  },
  {
    id: 'kimi',
    packages: ['@moonshot-ai/kimi-code'],
    command: 'kimi',
    program: '.bin/kimi',
    needsNode22: true,
    trustsGit: true,
    env: ({ home }) => ({ KIMI_CODE_HOME: `${home}/.kimi-code`, KIMI_CODE_NO_AUTO_UPDATE: '1' }),
    files: ({ url, key }) => ({
      '.kimi-code/config.toml': [
        'default_model = "fake"',
        'telemetry = false',
        '[providers.fake]',
        'type = "openai"',
        `base_url = "${url}/v1"`,
        `api_key = "${key}"`,
        '[models.fake]',
        'provider = "fake"',
        'model = "fake"',
        'max_context_size = 100000',
        '',
      ].join('\n'),
    }),
  },
  {
    id: 'pi',
    packages: ['pi-acp@0.0.34', '@earendil-works/pi-coding-agent@0.87.1'],
    command: 'pi-acp',
    program: '.bin/pi-acp',
    needsNode22: true,
    neverAsks: true,
    takesNoTools: true,
    env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' }),
    files: ({ url, key }) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          fake: {
            baseUrl: `${url}/v1`,
            api: 'openai-completions',
            apiKey: key,
            models: [
              {
                id: 'fake',
                name: 'Fake',
                reasoning: false,
                input: ['text', 'image'],
                cost: { input: 300, output: 1500, cacheRead: 0, cacheWrite: 0 },
                contextWindow: 100000,
                maxTokens: 4096,
              },
            ],
          },
        },
      }),
      '.pi/agent/settings.json': JSON.stringify({ defaultProvider: 'fake', defaultModel: 'fake', quietStartup: true }),
    }),
  },
];
