import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TokenCount } from '../../server/agents/catalog/catalog.js';
import { AgentConnection } from '../../server/agents/connection/agent-connection.js';
import { NO_SURROUNDINGS, scratchFolder, swiftClock } from '../../server/agents/connection/connection.rig.js';
import type { AgentLink, AgentSource } from '../../server/ports/agent.js';
import { ProcessGuard } from '../../server/processes/process-guard.js';
import type { Clock } from '../../server/protocol/clock.js';
import type { SettingValues } from '../../server/protocol/features/settings-table.js';
import { contentOf } from '../../server/protocol/transcript/call-content.js';
import type { Entry, NoticeEntry, ToolEntry } from '../../server/protocol/transcript/entries.js';
import { entriesOf, entryAt } from '../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';
import { ruleJudge } from '../../server/rules/rule-judge.js';
import { AppLog } from '../../server/sessions/log/app-log.js';
import { act, blankApp, text } from '../../server/sessions/registry/registry.rig.js';
import { SessionRegistry } from '../../server/sessions/registry/session-registry.js';
import { TestTab } from '../../server/sessions/registry/tab.rig.js';
import type { EventStore } from '../../server/sessions/store/event-store.js';
import { MemoryEventStore } from '../../server/sessions/store/memory-event-store.rig.js';
import { ScriptedAgent, type WireMessage } from '../../server/testing/scripted-agent.rig.js';
import { condition, inTime, until } from '../../server/testing/until.rig.js';
import { errorEntryText } from '../../webapp/codes/entry-words.js';
import { noticeText } from '../../webapp/components/conversation/notice-words.js';
import { summarise } from '../../webapp/components/tools/summarise.js';

type Answers = Record<string, (params: WireMessage['params']) => unknown>;

/** How the agent of a test behaves: what it advertises, what it answers, and whether files are kept from it. */
export interface ScriptedBehaviour {
  capabilities?: object;
  answers?: Answers;
  offersFiles?: boolean;
  commandsInTitles?: boolean;
  /** How it is known to count tokens. */
  tokens?: TokenCount;
  /** False if the session shall not wait for its agent. */
  waits?: boolean;
  /** In the place of the real time. */
  clock?: Clock;
  /** A server that was here before; this one finds what it left. */
  after?: ScriptedSession;
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
      const news = new Promise<void>((resolve) => this.#watchers.add(resolve));
      await inTime(news, () => `${condition(holds)}, but the last event was ${this.transcript.seq}`);
    }
  }
}

/** A whole server but for the network: sessions, our ACP client, and an agent whose every byte a test decides. */
export class ScriptedSession {
  readonly folder: string;
  readonly store: EventStore;
  readonly registry: SessionRegistry;
  readonly tab = new WatchedTab();
  /** The agent's processes, one after the other. */
  readonly agents: ScriptedAgent[] = [];
  /** Agents whose process we have ended, and whether for good. */
  readonly ended: ('restarted' | 'turned off')[] = [];
  readonly #app: AppLog;
  readonly #t: TestContext;
  readonly #guard: ProcessGuard;
  readonly #behaviour: ScriptedBehaviour;
  #connection: AgentConnection | null = null;

  private constructor(t: TestContext, behaviour: ScriptedBehaviour) {
    this.#t = t;
    this.#behaviour = behaviour;
    this.folder = behaviour.after?.folder ?? scratchFolder(t);
    this.store = behaviour.after?.store ?? new MemoryEventStore();
    this.#guard = new ProcessGuard(join(this.folder, '.processes'));
    this.#app = new AppLog({ ...blankApp, folder: { path: this.folder, name: 'a' } });
    this.registry = new SessionRegistry({
      ...{ store: this.store, app: this.#app, agents: this.#host(), folder: this.folder, ownsFolder: true },
      judge: ruleJudge,
      shell: null,
      uploads: null,
      ...(behaviour.clock ? { clock: behaviour.clock } : {}),
    });
    // Our own timers do not keep a process running.
    const alive = setInterval(() => {}, 60_000);
    t.after(async () => {
      clearInterval(alive);
      await this.registry.close();
      await this.#guard.close();
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

  /** Changes settings. */
  set(settings: Partial<SettingValues>): void {
    const { revision, values } = this.#app.settings.current;
    this.#app.settings.append({ type: 'settings_changed', revision: revision + 1, values: { ...values, ...settings } });
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
    this.registry.acts.prompt(act(), id, text(words));
    await this.agent.waitFor(() => this.agent.calls('session/prompt').length > before);
  }

  /** Sends words and waits for the end of the turn. */
  async turn(words: string): Promise<void> {
    const { n } = this.screen.turn;
    this.registry.acts.prompt(act(), this.id, text(words));
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
    this.registry.writable(this.id).permissions.answer(act(), pending!.id, optionId);
  }

  cancel(): void {
    this.registry.writable(this.id).turns.cancel(act());
  }

  /** The agent's process dies; the next one answers so. */
  reopenWith(answers: Answers): void {
    this.#behaviour.answers = answers;
    this.#endAgent();
  }

  #endAgent(): void {
    const connection = this.#connection;
    this.#connection = null;
    this.agent.end();
    connection?.finish({ exitCode: 1, signal: null, stderr: '' }, { code: 'server_stopping' });
  }

  /** A second tab, for another session. */
  show(id: string): WatchedTab {
    const tab = new WatchedTab();
    tab.take(this.registry.sync(tab, id, null));
    return tab;
  }

  /** The agent's process is there, though it may not have answered yet. */
  async agentStarted(): Promise<void> {
    await until(() => this.agents.length > 0);
  }

  /** What a person reads, one line per entry. */
  get lines(): string[] {
    return this.linesOf(this.tab);
  }

  linesOf({ transcript }: TestTab): string[] {
    return entriesOf(transcript.entries).flatMap((entry) => lineOf(entry, this.folder));
  }

  #host(): AgentSource {
    return {
      connect: async () => {
        this.#connection ??= await this.#connect();
        return this.#connection as AgentLink;
      },
      borrow: async (_agentId, use) => {
        this.#connection ??= await this.#connect();
        return await use(this.#connection as AgentLink);
      },
      running: () => (this.#connection ? [this.#connection as AgentLink] : []),
      restart: () => {
        this.ended.push('restarted');
        this.#endAgent();
      },
      turnOff: () => {
        this.ended.push('turned off');
        this.#endAgent();
      },
      turnOn: () => {},
      renameSession: async () => {},
      flagged: () => {},
    };
  }

  async #connect(): Promise<AgentConnection> {
    const { capabilities = {}, answers = {}, offersFiles = true } = this.#behaviour;
    const { commandsInTitles = false, tokens = null } = this.#behaviour;
    const agent = new ScriptedAgent({
      initialize: () => ({ protocolVersion: 1, agentCapabilities: capabilities }),
      ...answers,
    });
    this.agents.push(agent);
    const connection = new AgentConnection({
      ...{
        agentId: 'demo',
        agentName: () => 'Agent',
        login: { kind: 'command' as const, command: 'agent login' },
        version: '0.0.0',
      },
      ...{ env: { PATH: process.env.PATH ?? '' }, guard: this.#guard, clock: swiftClock },
      ...{ offersFiles, commandsInTitles, offersAuthTerminal: false, stdin: agent.stdin },
      ...{
        opensOncePerMinute: false,
        hurriesHttpServers: false,
        dropsLinks: null,
        surroundings: () => NO_SURROUNDINGS,
      },
      tokenCount: () => tokens,
      ...{ onLog: () => {}, onGarbage: () => {}, onMessage: () => {}, onSeen: () => {} },
      ...{ onSignIn: () => {}, onDeaf: () => {} },
    });
    const pumped = connection.pump(agent.output);
    this.#t.after(async () => {
      agent.end();
      await pumped;
      connection.finish({ exitCode: 0, signal: null, stderr: '' }, { code: 'server_stopping' });
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
      return [`error: ${errorEntryText(entry)}`];
    case 'notice':
      return [noticeLine(entry)];
    case 'mark':
      return [`mark: ${entry.mark.code}`];
    default:
      return [entry.kind];
  }
}

function noticeLine({ notice }: NoticeEntry): string {
  const { title, description } = noticeText(notice);
  return [`notice: ${notice.code}: ${title}`, description].filter(Boolean).join(' · ');
}
