import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { CatalogEntry } from '../../server/agents/catalog/catalog.js';
import { testHost } from '../../server/agents/host.rig.js';
import type { RuleJudge } from '../../server/ports/rules.js';
import type { PromptUploads } from '../../server/ports/uploads.js';
import type { Notice } from '../../server/protocol/notices.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';
import { ruleJudge } from '../../server/rules/rule-judge.js';
import { AppLog } from '../../server/sessions/log/app-log.js';
import { act, blankApp, text } from '../../server/sessions/registry/registry.rig.js';
import { SessionRegistry } from '../../server/sessions/registry/session-registry.js';
import { TestTab } from '../../server/sessions/registry/tab.rig.js';
import type { EventStore } from '../../server/sessions/store/event-store.js';
import { MemoryEventStore } from '../../server/sessions/store/memory-event-store.rig.js';
import { until } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';

export interface ChildDeckOptions {
  /** A file of this folder and its arguments. */
  readonly agent: readonly [script: string, ...args: string[]];
  readonly folder: string;
  readonly store?: EventStore;
  readonly judge?: RuleJudge;
  readonly uploads?: PromptUploads;
}

/** A whole server but for the network, with an agent in a process of its own, and a tab that shows its session. */
export class ChildDeck {
  readonly registry: SessionRegistry;
  readonly tab = new TestTab();
  readonly #app: AppLog;
  readonly #stop: () => Promise<void>;

  private constructor(t: TestContext, options: ChildDeckOptions) {
    const { agent, folder, store = new MemoryEventStore(), judge = ruleJudge, uploads = null } = options;
    const [script, ...args] = agent;
    const entry: CatalogEntry = {
      id: 'demo',
      name: 'Child',
      commands: [{ command: process.execPath, args: [join(ROOT, 'specs/rigs', script), ...args] }],
      install: { kind: 'built_in' },
      login: { kind: 'command', command: 'none' },
    };
    const { host } = testHost(t, () => [entry], { folder });
    this.#app = new AppLog({ ...blankApp, folder: { path: folder, name: 'a' } });
    this.registry = new SessionRegistry({
      ...{ store, app: this.#app, agents: host, folder, ownsFolder: true },
      ...{ judge, shell: null, uploads },
    });
    this.#stop = async () => {
      await this.registry.close();
      await host.stopAll();
    };
  }

  static async start(t: TestContext, options: ChildDeckOptions): Promise<ChildDeck> {
    const deck = new ChildDeck(t, options);
    deck.registry.restore();
    await deck.registry.connectShown();
    deck.tab.take(deck.registry.sync(deck.tab, deck.id, null));
    return deck;
  }

  get id(): string {
    return this.#app.current.openSessionId!;
  }

  get screen(): Transcript {
    return this.tab.transcript;
  }

  get notices(): Notice[] {
    return entriesOf(this.screen.entries).flatMap((entry) => (entry.kind === 'notice' ? [entry.notice] : []));
  }

  /** Sends a message and waits for the end of the reply. */
  async turn(content: string | ReturnType<typeof text>): Promise<void> {
    const { n } = this.screen.turn;
    this.registry.acts.prompt(act(), this.id, typeof content === 'string' ? text(content) : content);
    await until(() => this.screen.turn.n > n && this.screen.turn.status === 'idle');
  }

  async stop(): Promise<void> {
    await this.#stop();
  }
}
