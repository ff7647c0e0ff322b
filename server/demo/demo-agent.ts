import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AgentContext,
  agent,
  type ClientCapabilities,
  type ContentBlock,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type PromptResponse,
  RequestError,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { DemoSignIn } from './demo-sign-in.js';
import { DemoStore } from './demo-store.js';
import { SCENES, sceneFor } from './scenes/registry.js';
import { DEMO_MODES, DemoSession } from './stage/demo-session.js';
import { Cancelled, Stage } from './stage/stage.js';
import { ownTools } from './stage/tool-client.js';
import { writeAside } from './write-aside.js';

const VERSION = '1.0.0';
const CONTEXT_SIZE = 200_000;

/** A real ACP agent without a model: it plays the scene that a prompt asks for. */
class DemoAgent {
  readonly #env: NodeJS.ProcessEnv;
  readonly #store: DemoStore;
  readonly #signIn: DemoSignIn;
  #capabilities: ClientCapabilities = {};

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
    this.#store = new DemoStore(env.ACDECK_DEMO_DIR || null);
    this.#signIn = new DemoSignIn(env);
  }

  /** Speaks ACP on stdin and stdout until the client goes away. */
  async run(): Promise<void> {
    const { initialize, authenticate, logout, session } = methods.agent;
    const app = agent({ name: 'demo-agent' })
      .onRequest(initialize, ({ params }) => this.#initialize(params.clientCapabilities ?? {}))
      .onRequest(authenticate, () => this.#signIn.enter())
      .onRequest(logout, () => this.#signIn.leave())
      .onRequest(session.new, ({ params, client }) => this.#newSession(params.cwd, params.mcpServers, client))
      .onRequest(session.load, ({ params, client }) => this.#load(params.sessionId, params.mcpServers, client))
      .onRequest(session.resume, ({ params, client }) =>
        this.#resume(params.sessionId, params.mcpServers ?? [], client),
      )
      .onRequest(session.list, ({ params }) => this.#list(params.cwd ?? null))
      .onRequest(session.close, ({ params }) => this.#find(params.sessionId).turn?.abort())
      .onRequest(session.delete, ({ params }) => this.#store.remove(params.sessionId))
      .onRequest(session.prompt, ({ params, client }) => this.#prompt(params.sessionId, params.prompt, client))
      .onNotification(session.cancel, ({ params }) => this.#store.find(params.sessionId)?.turn?.abort())
      .onRequest(session.setMode, ({ params, client }) => this.#set(client, params.sessionId, 'mode', params.modeId))
      .onRequest(session.setConfigOption, async ({ params, client }) => {
        await this.#set(client, params.sessionId, params.configId, params.value);
        return { configOptions: this.#find(params.sessionId).options };
      });
    const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>;
    const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
    await app.connect(ndJsonStream(output, input)).closed;
  }

  async #initialize(capabilities: ClientCapabilities) {
    this.#capabilities = capabilities;
    await sleep(Number(this.#env.ACDECK_DEMO_INIT_MS ?? 0) || 0);
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'demo', title: 'Demo agent', version: VERSION },
      agentCapabilities: {
        loadSession: true,
        mcpCapabilities: { http: true },
        promptCapabilities: { image: true, embeddedContext: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        ...(this.#signIn.isOffered ? { auth: { logout: {} } } : {}),
      },
      authMethods: this.#signIn.methods(capabilities.auth?.terminal === true),
    };
  }

  async #newSession(cwd: string, servers: readonly McpServer[], client: AgentContext) {
    this.#signIn.check('session/new');
    const session = DemoSession.begin(randomUUID(), cwd);
    session.tools = ownTools(servers);
    this.#store.add(session);
    this.#store.save(session);
    await this.#tell(client, session, commandsUpdate());
    return { sessionId: session.id, modes: session.modes, configOptions: session.options };
  }

  /** A session in which nothing was said is not worth listing. */
  #list(cwd: string | null) {
    const told = this.#store.list().filter(({ memory }) => memory.history.length > 0);
    return { sessions: told.map(({ info }) => info).filter((info) => cwd === null || info.cwd === cwd) };
  }

  async #resume(sessionId: string, servers: readonly McpServer[], client: AgentContext) {
    this.#signIn.check('session/load');
    const session = this.#find(sessionId);
    session.tools = ownTools(servers);
    await this.#tell(client, session, commandsUpdate());
    return { modes: session.modes, configOptions: session.options };
  }

  async #load(sessionId: string, servers: readonly McpServer[], client: AgentContext) {
    this.#signIn.check('session/load');
    this.#store.findFresh(sessionId);
    const session = this.#find(sessionId);
    session.tools = ownTools(servers);
    for (const update of session.memory.history) await this.#tell(client, session, update);
    await this.#tell(client, session, commandsUpdate());
    return { modes: session.modes, configOptions: session.options };
  }

  async #prompt(sessionId: string, prompt: ContentBlock[], client: AgentContext): Promise<PromptResponse> {
    this.#signIn.check('session/prompt');
    const session = this.#find(sessionId);
    if (session.turn) throw RequestError.invalidRequest(undefined, 'A turn is already running in this session');
    session.turn = new AbortController();
    const stage = new Stage({
      session,
      client,
      prompt,
      capabilities: this.#capabilities,
      signal: session.turn.signal,
      pace: paceOf(this.#env.ACDECK_DEMO_PACE),
      save: () => this.#store.save(session),
    });
    try {
      await this.#play(stage);
      return { stopReason: 'end_turn' };
    } catch (error) {
      if (error instanceof Cancelled) return { stopReason: 'cancelled' };
      throw error;
    } finally {
      session.turn = null;
      this.#store.save(session);
    }
  }

  async #play(stage: Stage): Promise<void> {
    const { session } = stage;
    session.recordPrompt(stage.prompt, randomUUID());
    if (session.memory.title === null) {
      session.memory.title = titleOf(stage.text);
      await stage.update({ sessionUpdate: 'session_info_update', title: session.memory.title });
    }
    const written = writeAside(stage.text);
    if (written === null) await sceneFor(stage.text).play(stage);
    else await stage.say(written);
    const used = Math.min(CONTEXT_SIZE, 1_000 + Math.round(JSON.stringify(session.memory.history).length / 4));
    await stage.update({ sessionUpdate: 'usage_update', used, size: CONTEXT_SIZE });
  }

  async #set(client: AgentContext, sessionId: string, ...[id, value]: [string, unknown]): Promise<void> {
    const session = this.#find(sessionId);
    if (!session.setOption(id, value)) {
      const modes = DEMO_MODES.map((mode) => mode.id).join(', ');
      throw RequestError.invalidParams({ id, value }, `There is no such option or value (modes: ${modes})`);
    }
    this.#store.save(session);
    if (id !== 'mode') return;
    await this.#tell(client, session, { sessionUpdate: 'current_mode_update', currentModeId: session.memory.modeId });
    await this.#tell(client, session, { sessionUpdate: 'config_option_update', configOptions: session.options });
  }

  #find(sessionId: string): DemoSession {
    const session = this.#store.find(sessionId);
    if (!session) throw RequestError.resourceNotFound(sessionId);
    return session;
  }

  async #tell(client: AgentContext, session: DemoSession, update: SessionUpdate): Promise<void> {
    await client.notify(methods.client.session.update, { sessionId: session.id, update });
  }
}

function commandsUpdate(): SessionUpdate {
  const availableCommands = SCENES.map(({ name, description }) =>
    name === 'long' ? { name, description, input: { hint: '300 fast' } } : { name, description },
  );
  return { sessionUpdate: 'available_commands_update', availableCommands };
}

function titleOf(prompt: string): string {
  const words = prompt.trim().replace(/\s+/g, ' ');
  return words.length > 60 ? `${words.slice(0, 59)}…` : words || 'Demo';
}

function paceOf(setting: string | undefined): number {
  const pace = Number(setting ?? 1);
  return Number.isFinite(pace) && pace >= 0 ? pace : 1;
}

if (DemoSignIn.isWanted) process.exit(await new DemoSignIn(process.env).ask());
await new DemoAgent(process.env).run();
process.exit(0);
