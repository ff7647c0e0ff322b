import type { AppState } from '../../protocol/api/app-state.js';
import { TestClock } from '../../protocol/clock.rig.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import type { Act } from '../log/act.js';
import { AppLog } from '../log/app-log.js';
import { CommandLedger } from '../log/command-ledger.js';
import { noJudge } from '../permissions/no-judge.rig.js';
import type { EventStore } from '../store/event-store.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { TestAgentHost } from './agent.rig.js';
import { SessionRegistry, type SessionRegistryOptions } from './session-registry.js';
import { TestTab } from './tab.rig.js';

const agentOf = (id: string) => ({
  ...{ id, name: id, version: null, health: { state: 'idle' as const } },
  prompt: { image: false, audio: false, embedded: false },
});

/** The state of an app with two agents and no sessions. */
export const blankApp: AppState = {
  folder: { path: '/work/a', name: 'a' },
  agents: [agentOf('demo'), agentOf('other')],
  defaultAgentId: 'demo',
  ...{ sessions: [], openSessionId: null, drafts: {}, banners: [], rules: [], allowAll: {} },
};

let acts = 0;

/** Ids of acts begin so; a process beside another one at the same store needs its own. */
let prefix = 'c';
export function nameActs(name: string): void {
  prefix = name;
}

/** An act of a person, each time a new one. */
export const act = (device = 'Firefox on Linux'): Act => ({
  cmdId: `${prefix}${++acts}`,
  by: { kind: 'device', device },
});

export const text = (words: string) => [{ type: 'text' as const, text: words }];

/** Lets everything happen that needs no time. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A server without a network: sessions, agents moved by hand, a clock moved by hand. */
export class TestServer {
  readonly clock: TestClock;
  readonly host: TestAgentHost;
  readonly store: EventStore;
  readonly app = new AppLog(blankApp);
  readonly registry: SessionRegistry;
  readonly commands: CommandLedger;

  constructor(given: Partial<SessionRegistryOptions> & { host?: TestAgentHost } = {}) {
    this.clock = given.clock instanceof TestClock ? given.clock : new TestClock();
    this.host = given.host ?? new TestAgentHost();
    this.store = given.store ?? new MemoryEventStore();
    const folder = { folder: '/work/a', ownsFolder: true };
    this.registry = new SessionRegistry({
      judge: noJudge,
      shell: null,
      uploads: null,
      ...{ store: this.store, app: this.app, agents: this.host, clock: this.clock, ...folder },
      ...given,
    });
    this.commands = new CommandLedger({ store: this.store, clock: this.clock });
  }

  /** A started server whose shown session has its agent. */
  static async ready(given: ConstructorParameters<typeof TestServer>[0] = {}): Promise<TestServer> {
    const server = new TestServer(given);
    server.registry.restore();
    await server.registry.connectShown();
    return server;
  }

  /** The same store under a new server, as after a crash. */
  restarted(): TestServer {
    const server = new TestServer({ store: this.store });
    server.registry.restore();
    return server;
  }

  /** Sends a command of a session, as its dispatcher does. */
  once<T>({ cmdId }: Act, perform: () => T): T {
    return this.commands.once(cmdId, 'store', perform);
  }

  get id(): string {
    return this.app.current.openSessionId!;
  }

  prompt(words: string, id = this.id): void {
    this.registry.acts.prompt(act(), id, text(words));
  }

  /** Lets the tick pass, so that what agents said is written. */
  async tick(): Promise<void> {
    await settled();
    this.clock.pass(20);
    await settled();
  }

  events(id = this.id): LoggedEvent[] {
    const stored = this.store.eventsAfter(id, 0, { count: 1e6, bytes: 1e9 });
    return stored.map(({ body }) => JSON.parse(body) as LoggedEvent);
  }

  types(id = this.id): string[] {
    return this.events(id).map(({ type }) => type);
  }

  tab(id = this.id, name = 'tab'): TestTab {
    const tab = new TestTab(name);
    tab.take(this.registry.sync(tab, id, null));
    return tab;
  }

  /** What a tab shows, in short. */
  lines(id = this.id): string[] {
    return entriesOf(this.tab(id).transcript.entries).map((entry) => {
      if (entry.kind === 'user' || entry.kind === 'agent') {
        return `${entry.kind}: ${entry.content.map((block) => (block.type === 'text' ? block.text : '')).join('')}`;
      }
      if (entry.kind === 'mark') return `mark: ${entry.mark.code}`;
      if (entry.kind === 'notice') return `notice: ${inShort(entry.notice)}`;
      return entry.kind === 'error' ? `error: ${inShort(entry.trouble)}` : entry.kind;
    });
  }
}

/** A code with what comes with it, as one line. */
export function inShort(told: object): string {
  return Object.values(told)
    .map((value) => (typeof value === 'object' && value !== null ? inShort(value) : String(value)))
    .join(' ');
}
