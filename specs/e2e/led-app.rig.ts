import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { ScriptedAgent, SILENCE, type WireMessage } from '../../server/testing/scripted-agent.rig.js';
import { until } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';
import { type AppOptions, TestApp } from './app.rig.js';

const COMMAND = `${process.execPath} ${join(ROOT, 'specs/rigs/led-agent.mjs')}`;

export const OPTIONS = [
  { optionId: 'yes-once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'yes-always', name: 'Allow always', kind: 'allow_always' },
  { optionId: 'no-once', name: 'Reject', kind: 'reject_once' },
];

/** The real command with an agent in a process of its own, whose every message the test decides. */
export class LedApp {
  readonly app: TestApp;
  readonly #server: Server;
  readonly #agents: ScriptedAgent[];
  #turn = 0;

  private constructor(app: TestApp, server: Server, agents: ScriptedAgent[]) {
    this.app = app;
    this.#server = server;
    this.#agents = agents;
  }

  /** `answers` stand beside the agent's own; a prompt is answered by `end`. */
  static async start(answers: Record<string, () => unknown> = {}, options: AppOptions = {}): Promise<LedApp> {
    const agents: ScriptedAgent[] = [];
    const server = createServer((socket) => agents.push(leadBy(socket, answers)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const app = await TestApp.start({ agent: COMMAND, env: () => ({ LED_PORT: String(port) }), ...options });
    return new LedApp(app, server, agents);
  }

  /** The newest process of the agent. */
  get agent(): ScriptedAgent {
    return this.#agents.at(-1)!;
  }

  /** All that every process of the agent was asked or told by this method. */
  calls(method: string): WireMessage[] {
    return this.#agents.flatMap((agent) => agent.calls(method));
  }

  /** The words of the next prompt, as soon as the agent has it. */
  async prompted(): Promise<string> {
    const wanted = this.#turn++;
    // Of any process: the one that is there now may be about to be replaced.
    await until(
      () => this.#agents.map(({ heard }) => heard.map(({ method }) => method ?? 'answer')),
      (heard) => heard.flat().filter((method) => method === 'session/prompt').length > wanted,
    );
    const prompt = this.calls('session/prompt')[wanted]!;
    return (prompt.params.prompt as { text?: string }[]).map(({ text }) => text ?? '').join('');
  }

  /** Tells something in the session of the newest prompt. */
  tell(...updates: object[]): void {
    for (const update of updates) this.agent.update(this.sessionId, update);
  }

  say(text: string): void {
    this.tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  /** Asks for permission; gives the client's answer. */
  async ask(title: string, more: object = {}): Promise<WireMessage> {
    const toolCall = { toolCallId: title, title, kind: 'execute', status: 'pending', rawInput: { command: title } };
    const params = { sessionId: this.sessionId, toolCall: { ...toolCall, ...more }, options: OPTIONS };
    return await this.agent.request('session/request_permission', params);
  }

  /** Ends the newest turn. */
  end(stopReason = 'end_turn'): void {
    const { id } = this.calls('session/prompt')[this.#turn - 1]!;
    this.agent.say({ jsonrpc: '2.0', id, result: { stopReason } });
  }

  async stop(): Promise<void> {
    this.#server.close();
    await this.app.stop();
  }

  /** The session of the newest prompt, as the agent calls it. */
  get sessionId(): string {
    return this.calls('session/prompt').at(-1)!.params.sessionId;
  }
}

function leadBy(socket: Socket, answers: Record<string, () => unknown>): ScriptedAgent {
  let sessions = 0;
  const agent = new ScriptedAgent({
    initialize: () => ({
      protocolVersion: 1,
      agentInfo: { name: 'led', title: 'Led', version: '1.0.0' },
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
      authMethods: [],
    }),
    'session/new': () => ({ sessionId: `led-${++sessions}` }),
    // One that had nothing to tell would be taken for one that has forgotten.
    'session/load': ({ sessionId }) => {
      const content = { type: 'text', text: 'as before' };
      agent.update(sessionId, { sessionUpdate: 'user_message_chunk', content });
      return {};
    },
    'session/prompt': () => SILENCE,
    ...answers,
  });
  socket.on('error', () => {});
  socket.pipe(agent.stdin);
  agent.output.pipe(socket);
  return agent;
}
