import { ServerProcess } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import type { TriedAgent } from './agents.js';
import { Conversation } from './conversation.js';
import { endMarked, leftAfterGrace, markedProcesses } from './marked-processes.js';
import type { TryPlace } from './try-place.js';

/** How long the last processes may take after the server has gone. */
const GRACE_MS = 5000;

/** One agent in our real server, with a person at a real tab. */
export class Trial {
  readonly agent: TriedAgent;
  readonly place: TryPlace;
  #server: ServerProcess | null = null;
  #talk: Conversation | null = null;
  #tabs: TestTab[] = [];

  /** How many pictures the model has been sent so far. */
  readonly imagesAsked: () => number;

  constructor(agent: TriedAgent, place: TryPlace, imagesAsked: () => number) {
    this.agent = agent;
    this.place = place;
    this.imagesAsked = imagesAsked;
  }

  /** The session that the scenarios go on with. */
  get talk(): Conversation {
    if (!this.#talk) throw new Error('The server does not run.');
    return this.#talk;
  }

  /** What the server wrote to stderr, for a look at what went wrong. */
  get stderr(): string {
    return this.#server?.stderr ?? '';
  }

  async start(): Promise<void> {
    this.#server = await ServerProcess.start(this.place, { agent: this.agent.id, port: 0, env: () => this.place.env });
    const tab = await this.#openTab();
    this.#talk = new Conversation(tab, await this.#followed(tab, this.#talk?.sessionId ?? null));
  }

  /** Ends the server as a person would and starts a new one in the same folder. */
  async restart(): Promise<void> {
    if (this.#server) await this.stop();
    await this.start();
  }

  /** A further session of the same agent, in a tab of its own. */
  async secondSession(): Promise<Conversation> {
    const tab = await this.#openTab();
    const { id } = await tab.api.Sessions.create(crypto.randomUUID(), this.agent.id);
    return new Conversation(tab, await this.#followed(tab, id));
  }

  /** Ends the server; says how many processes there were and which outlived it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ alive: number; left: string[] }> {
    const alive = markedProcesses(this.place.mark).length;
    for (const tab of this.#tabs.splice(0)) tab.close();
    await this.#server?.stop(signal);
    this.#server = null;
    const left = await leftAfterGrace(this.place.mark, GRACE_MS);
    return { alive, left: left.map(({ command }) => command.slice(0, 100)) };
  }

  /** Kills the process that our server takes for the agent. */
  killAgent(): void {
    for (const { pid } of markedProcesses(this.place.mark).filter(({ command }) => command.includes('wiretap.ts'))) {
      process.kill(pid, 'SIGKILL');
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
