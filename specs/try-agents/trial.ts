import { setTimeout } from 'node:timers/promises';
import { CUSTOM_AGENT_ID } from '../../server/agents/catalog/catalog.js';
import { CATALOG } from '../../server/agents/catalog/catalog-entries.js';
import type { AgentSummary, AppState } from '../../server/protocol/api/app-state.js';
import { ServerProcess } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import type { TriedAgent } from './agents.js';
import { Conversation } from './conversation.js';
import { CRASH_SIGNAL } from './crash-words.js';
import type { Asked } from './fake-model.js';
import { endMarked, leftAfterGrace, markedProcesses } from './marked-processes.js';
import type { TryPlace } from './try-place.js';

/** How long the last processes may take after the server has gone. */
const GRACE_MS = 5000;
const LOOK_MS = 200;

/** What a trial is about and where what it finds goes. */
export interface TrialParts {
  agent: TriedAgent;
  place: TryPlace;
  /** Whether it is started by its command line instead of by its name in the catalog. */
  isByCommand?: true;
  /** What else the server is started with. */
  args?: readonly string[];
  /** For pictures of the page. */
  out: string;
  /** Told what a server wrote there, when that server has ended. */
  onStderr(text: string): void;
  /** All that the model was asked so far. */
  asked: readonly Asked[];
}

/** One agent in our real server, with a person at a real tab. */
export class Trial {
  readonly #parts: TrialParts;
  #server: ServerProcess | null = null;
  #talk: Conversation | null = null;
  #tabs: TestTab[] = [];

  constructor(parts: TrialParts) {
    this.#parts = parts;
  }

  get agent(): TriedAgent {
    return this.#parts.agent;
  }

  /** What our server calls it. */
  get agentId(): string {
    return this.#parts.isByCommand ? CUSTOM_AGENT_ID : catalogId(this.agent);
  }

  get place(): TryPlace {
    return this.#parts.place;
  }

  get out(): string {
    return this.#parts.out;
  }

  /** All that the model was asked so far. */
  get asked(): readonly Asked[] {
    return this.#parts.asked;
  }

  /** The session that the scenarios go on with. */
  get talk(): Conversation {
    if (!this.#talk) throw new Error('The server does not run.');
    return this.#talk;
  }

  /** Where the page is, with the launch token. */
  get url(): string {
    if (!this.#server) throw new Error('The server does not run.');
    return this.#server.url;
  }

  async start(): Promise<void> {
    const agent = this.#parts.isByCommand ? commandLine(this.agent) : this.agentId;
    const args = [...(this.#parts.args ?? [])];
    this.#server = await ServerProcess.start(this.place, { agent, port: 0, env: () => this.place.env, args });
    const tab = await this.#openTab();
    this.#talk = new Conversation(tab, await this.#followed(tab, this.#talk?.sessionId ?? null));
  }

  /** Goes on after whatever has ended it. */
  async startIfEnded(): Promise<void> {
    if (!this.#server) await this.start();
  }

  /** Ends the server as a person would and starts a new one in the same folder. */
  async restart(): Promise<void> {
    if (this.#server) await this.stop();
    await this.start();
  }

  /** The same agent on the same folder in another place: with other data of ours, or another home. */
  at(place: TryPlace, args: readonly string[] = []): Trial {
    return new Trial({ ...this.#parts, place, args });
  }

  /** The same agent, started as somebody would who has read its own documentation rather than ours. */
  byCommand(place: TryPlace): Trial {
    return new Trial({ ...this.#parts, place, isByCommand: true });
  }

  /** A further session of the same agent, in a tab of its own. */
  secondSession(): Promise<Conversation> {
    return this.sessionOf(this.agentId);
  }

  /** A new session of any agent, in a tab of its own. */
  async sessionOf(agentId: string): Promise<Conversation> {
    const tab = await this.#openTab();
    const { id } = await tab.api.Sessions.create(crypto.randomUUID(), agentId);
    return new Conversation(tab, await this.#followed(tab, id));
  }

  /** A session that is in the list, in a tab of its own. */
  async open(sessionId: string): Promise<Conversation> {
    const tab = await this.#openTab();
    await tab.api.Sessions.open(sessionId);
    return new Conversation(tab, await this.#followed(tab, sessionId));
  }

  async app(): Promise<AppState> {
    return (await this.talk.tab.api.AcpBridge.get_current_state()).app;
  }

  /** What the app shows of the agent. */
  async summary(): Promise<AgentSummary> {
    const found = (await this.app()).agents.find(({ id }) => id === this.agentId);
    if (!found) throw new Error(`The app does not show ${this.agentId}.`);
    return found;
  }

  /** Looks at the app until something is so; null if it does not get so in time. */
  async until<T>(ms: number, look: (app: AppState) => T | null | undefined): Promise<T | null> {
    for (const end = Date.now() + ms; ; await setTimeout(LOOK_MS)) {
      const found = look(await this.app());
      if (found || Date.now() > end) return found ?? null;
    }
  }

  /** Ends the server; says how many processes there were and which outlived it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ alive: number; left: string[] }> {
    const alive = markedProcesses(this.place.mark).length;
    for (const tab of this.#tabs.splice(0)) tab.close();
    if (this.#server) {
      await this.#server.stop(signal);
      this.#parts.onStderr(this.#server.stderr);
    }
    this.#server = null;
    const left = await leftAfterGrace(this.place.mark, GRACE_MS);
    return { alive, left: left.map(({ command }) => command.slice(0, 100)) };
  }

  /** Kills the process that our server takes for the agent. */
  killAgent(): void {
    this.#signalAgent('SIGKILL');
  }

  /** Makes the agent end with a key among its last words. */
  crashAgent(): void {
    this.#signalAgent(CRASH_SIGNAL);
  }

  #signalAgent(signal: NodeJS.Signals): void {
    for (const { pid } of markedProcesses(this.place.mark).filter(({ command }) => command.includes('wiretap.ts'))) {
      process.kill(pid, signal);
    }
  }

  /** Whatever happened: nothing of it runs on. */
  async end(): Promise<void> {
    await this.stop('SIGKILL');
    endMarked(this.place.mark);
  }

  async #openTab(): Promise<TestTab> {
    const server = this.#server!;
    const credentials = await signIn(server.url);
    const tab = new TestTab(
      () => server.origin.replace(/^http/, 'ws'),
      () => credentials,
    );
    this.#tabs.push(tab);
    await tab.open();
    return tab;
  }

  async #followed(tab: TestTab, sessionId: string | null): Promise<string> {
    const id = sessionId ?? (await tab.followOpen());
    if (sessionId) tab.follow(sessionId);
    await tab.until(() => tab.transcript !== null);
    return id;
  }
}

function catalogId({ id, catalogId = id }: TriedAgent): string {
  return catalogId;
}

function commandLine(agent: TriedAgent): string {
  const entry = CATALOG.find(({ id }) => id === catalogId(agent));
  const [way] = entry?.commands ?? [];
  if (!way) throw new Error(`The catalog has no command for ${agent.id}.`);
  return [way.command, ...way.args].join(' ');
}
