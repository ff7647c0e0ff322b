import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { AgentConnection } from '../../server/agents/agent-connection.js';
import { systemClock } from '../../server/agents/clock.js';
import { scratchFolder } from '../../server/agents/connection.rig.js';
import { ProcessGuard } from '../../server/agents/process-guard.js';
import { contentOf } from '../../server/protocol/call-content.js';
import type { Entry, ToolEntry } from '../../server/protocol/entries.js';
import { entriesOf, entryAt } from '../../server/protocol/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import type { AgentHost, AgentLink } from '../../server/sessions/agent-port.js';
import { AppLog } from '../../server/sessions/app-log.js';
import { act, blankApp, text } from '../../server/sessions/registry.rig.js';
import { SessionRegistry } from '../../server/sessions/session-registry.js';
import { MemoryEventStore } from '../../server/sessions/store/memory-event-store.js';
import { TestTab } from '../../server/sessions/tab.rig.js';
import { ScriptedAgent, type WireMessage } from '../../server/testing/scripted-agent.rig.js';
import { summarise } from '../../webapp/tool-views/summarise.js';

type Answers = Record<string, (params: WireMessage['params']) => unknown>;

/** How the agent of a test behaves: what it advertises, what it answers, and whether files are kept from it. */
export interface ScriptedBehaviour {
  capabilities?: object;
  answers?: Answers;
  offersFiles?: boolean;
  /** False if the session shall not wait for its agent. */
  waits?: boolean;
}

/** A tab that tells when something has come. */
class WatchedTab extends TestTab {
  readonly #watchers = new Set<() => void>();

  override stream(...args: Parameters<TestTab['stream']>): void {
    super.stream(...args);
    for (const tell of this.#watchers) tell();
    this.#watchers.clear();
  }

  async until(holds: (screen: Transcript) => boolean): Promise<void> {
    while (!holds(this.transcript)) {
      await new Promise<void>((resolve) => {
        this.#watchers.add(resolve);
      });
    }
  }
}

/** A whole server but for the network: sessions, our ACP client, and an agent whose every byte a test decides. */
export class ScriptedSession {
  readonly folder: string;
  readonly registry: SessionRegistry;
  readonly tab = new WatchedTab();
  /** The agent's processes, one after the other. */
  readonly agents: ScriptedAgent[] = [];
  readonly #app: AppLog;
  readonly #t: TestContext;
  readonly #guard: ProcessGuard;
  readonly #behaviour: ScriptedBehaviour;
  #connection: AgentConnection | null = null;

  private constructor(t: TestContext, behaviour: ScriptedBehaviour) {
    this.#t = t;
    this.#behaviour = behaviour;
    this.folder = scratchFolder(t);
    this.#guard = new ProcessGuard(join(this.folder, '.processes'));
    this.#app = new AppLog({ ...blankApp, folder: { path: this.folder, name: 'a', repository: null } });
    this.registry = new SessionRegistry({
      ...{ store: new MemoryEventStore(), app: this.#app, agents: this.#host(), folder: this.folder, ownsFolder: true },
    });
    // Our own timers do not keep a process running.
    const alive = setInterval(() => {}, 60_000);
    t.after(async () => {
      clearInterval(alive);
      await this.registry.close();
      this.#guard.close();
    });
  }

  /** A session with its agent, and a tab that shows it. */
  static async start(t: TestContext, behaviour: ScriptedBehaviour = {}): Promise<ScriptedSession> {
    const session = new ScriptedSession(t, behaviour);
    session.registry.restore();
    // An agent that refuses to open a session is a thing to look at.
    const connected = session.registry.connectShown().catch(() => {});
    if (behaviour.waits ?? true) await connected;
    session.tab.take(session.registry.sync(session.tab, session.id, null));
    return session;
  }

  get id(): string {
    return this.#app.current.openSessionId!;
  }

  get agent(): ScriptedAgent {
    return this.agents.at(-1)!;
  }

  get screen(): Transcript {
    return this.tab.transcript;
  }

  async until(holds: (screen: Transcript) => boolean): Promise<void> {
    await this.tab.until(holds);
  }

  /** Sends words; the agent has them when this is over. */
  async prompt(words: string, id = this.id): Promise<void> {
    const before = this.agent.calls('session/prompt').length;
    this.registry.prompt(act(), id, text(words));
    await this.agent.waitFor(() => this.agent.calls('session/prompt').length > before);
  }

  /** Sends words and waits for the end of the turn. */
  async turn(words: string): Promise<void> {
    const { n } = this.screen.turn;
    this.registry.prompt(act(), this.id, text(words));
    await this.until(({ turn }) => turn.n > n && turn.status === 'idle');
  }

  update(...updates: object[]): void {
    for (const update of updates) this.agent.update('s1', update);
  }

  /** Answers the oldest open permission by the kind of an option. */
  answer(kind: string): void {
    const [pending] = this.screen.pending;
    const call = entryAt(this.screen.entries, pending!.entry) as ToolEntry;
    const { options } = call.permissions.find(({ permissionId }) => permissionId === pending!.id)!;
    const { optionId } = options.find((option) => option.kind === kind)!;
    this.registry.answerPermission(act(), this.id, pending!.id, optionId);
  }

  cancel(): void {
    this.registry.cancel(act(), this.id);
  }

  /** The agent's process dies; the next one answers so. */
  reopenWith(answers: Answers): void {
    const connection = this.#connection!;
    this.#connection = null;
    this.#behaviour.answers = answers;
    this.agent.end();
    connection.finish({ exitCode: 1, signal: null, stderr: '' }, 'The agent ended with code 1.');
  }

  /** A second tab, for another session. */
  show(id: string): WatchedTab {
    const tab = new WatchedTab();
    tab.take(this.registry.sync(tab, id, null));
    return tab;
  }

  /** The agent's process is there, though it may not have answered yet. */
  async agentStarted(): Promise<void> {
    while (this.agents.length === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  /** What a person reads, one line per entry. */
  get lines(): string[] {
    return this.linesOf(this.tab);
  }

  linesOf({ transcript }: TestTab): string[] {
    return entriesOf(transcript.entries).flatMap((entry) => lineOf(entry, this.folder));
  }

  #host(): AgentHost {
    return {
      connect: async () => {
        this.#connection ??= await this.#connect();
        return this.#connection as AgentLink;
      },
      running: () => (this.#connection ? [this.#connection as AgentLink] : []),
      restart: () => {},
      renameSession: async () => {},
    };
  }

  async #connect(): Promise<AgentConnection> {
    const { capabilities = {}, answers = {}, offersFiles = true } = this.#behaviour;
    const agent = new ScriptedAgent({
      initialize: () => ({ protocolVersion: 1, agentCapabilities: capabilities }),
      ...answers,
    });
    this.agents.push(agent);
    const connection = new AgentConnection({
      ...{ agentId: 'demo', agentName: 'Agent', login: 'Sign in with: agent login', version: '0.0.0' },
      ...{ env: { PATH: process.env.PATH ?? '' }, guard: this.#guard, clock: systemClock },
      ...{ offersFiles, offersAuthTerminal: false, stdin: agent.stdin },
      ...{ onLog: () => {}, onSignIn: () => {}, onDeaf: () => {} },
    });
    const pumped = connection.pump(agent.output);
    this.#t.after(async () => {
      agent.end();
      await pumped;
      connection.finish({ exitCode: 0, signal: null, stderr: '' }, 'The test is over.');
      await connection.releaseTerminals();
      // Whatever a test is about, what we send is valid and nothing of ours is in it.
      assert.deepEqual(agent.problems, []);
    });
    await connection.initialize();
    return connection;
  }
}

function lineOf(entry: Entry, folder: string): string[] {
  switch (entry.kind) {
    case 'user':
    case 'agent':
    case 'thought':
      return [
        `${entry.kind}: ${entry.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')}`,
      ];
    case 'tool': {
      const { verb, target, result } = summarise(entry, folder);
      const content = contentOf(entry).map(({ type }) => type);
      return [[`tool: ${`${verb} ${target}`.trim()}`, entry.status, result, ...content].filter(Boolean).join(' · ')];
    }
    case 'terminal':
      return [`terminal: ${entry.output.trim()}${entry.exit ? ` · exit ${entry.exit.exitCode}` : ''}`];
    case 'plan':
      return [`plan: ${entry.steps.map(({ content, status }) => `${content} (${status})`).join(', ')}`];
    case 'error':
      return [`error: ${entry.message}`];
    case 'notice':
      return [[`notice: ${entry.title}`, entry.description].filter(Boolean).join(' · ')];
    case 'mark':
      return [`mark: ${entry.mark}`];
    default:
      return [entry.kind];
  }
}
