import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppEvent, Banner, HistoryNews } from '../../protocol/api/app-state.js';
import type { Entry } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { type Mischief, Vandal } from '../store/damage.rig.js';
import { openStore } from '../store/open-store.js';
import { act, settled, TestServer } from './registry.rig.js';
import { TestTab } from './tab.rig.js';

/** How many sessions were used before. */
const PAST = 4;
const PAST_TURNS = 12;

/** A server with a real history file that somebody damages while a turn streams and two tabs watch. */
export class Trial {
  readonly server: TestServer;
  readonly dir: string;
  readonly tabs: readonly [TestTab, TestTab];
  /** The same two tabs, as they follow the app. */
  readonly apps: readonly [TestTab, TestTab];
  #said = 0;

  private constructor(dir: string, server: TestServer) {
    this.dir = dir;
    this.server = server;
    this.tabs = [server.tab(server.id, 'a'), server.tab(server.id, 'b')];
    this.apps = [new TestTab('a'), new TestTab('b')];
    for (const tab of this.apps) server.app.snapshot(tab);
    server.registry.history.watch();
  }

  static async begin(workshop: Workshop): Promise<Trial> {
    const dir = workshop.newDir();
    cpSync(workshop.base, dir, { recursive: true });
    return new Trial(dir, await startServer(dir));
  }

  get path(): string {
    return join(this.dir, 'acdeck.db');
  }

  /** The agent says a little more of the turn. */
  async stream(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      this.server.host.last.say(`[said ${++this.#said}] `);
      await this.server.tick();
    }
  }

  async endTurn(): Promise<void> {
    this.server.host.last.prompts.at(-1)!.end();
    await settled();
    await this.server.tick();
  }

  /** What a tab was told of the history file. */
  newsIn(tab: TestTab): HistoryNews[] {
    const events = tab.pages.flatMap(({ page }) => page.events as AppEvent[]);
    return events.flatMap((event) => (event.type === 'banner_raised' ? historyIn(event.banner) : []));
  }

  /** What is on screen. */
  shownNow(): string {
    return textIn(this.server, this.server.id);
  }

  /** The server ends as after a signal, or as if it was killed, and another one starts. */
  async restart(isKilled = false): Promise<{ shown: Map<string, string>; news: HistoryNews[] }> {
    if (!isKilled) {
      this.server.registry.close();
      this.server.store.close();
    }
    const next = await startServer(this.dir);
    next.registry.history.watch();
    // What is found damaged when it is read is mended at the next look.
    shownBy(next);
    next.clock.pass(2000);
    const news = newsOf(next);
    const shown = shownBy(next);
    next.registry.close();
    next.store.close();
    return { shown, news };
  }
}

/** Where trials are made: a used data directory to copy, and somebody to do damage. */
export class Workshop {
  readonly root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'acdeck-honest-'));
  readonly base = join(this.root, 'base');
  /** What the sessions of the base show, by their titles. */
  shown: ReadonlyMap<string, string> = new Map();
  readonly #vandal = new Vandal();

  static async open(): Promise<Workshop> {
    const workshop = new Workshop();
    const server = await startServer(workshop.base);
    for (let s = 0; s < PAST; s++) {
      if (s > 0) server.registry.create(act(), null);
      await settled();
      for (let turn = 0; turn < PAST_TURNS; turn++) {
        server.prompt(`Session ${s}, question ${turn}`);
        await settled();
        server.host.last.say(`Answer ${turn} of session ${s}: ${'word '.repeat(100)}`);
        await server.tick();
        server.host.last.prompts.at(-1)!.end();
        await settled();
      }
    }
    server.registry.create(act(), null);
    workshop.shown = shownBy(server);
    server.registry.close();
    server.store.close();
    return workshop;
  }

  newDir(): string {
    return mkdtempSync(join(this.root, 'd'));
  }

  do(what: Mischief): Promise<void> {
    return this.#vandal.do(what);
  }

  close(): void {
    this.#vandal.end();
    rmSync(this.root, { recursive: true, force: true });
  }
}

export async function startServer(dir: string, folder = '/work/a'): Promise<TestServer> {
  const { store, mending } = openStore(dir);
  const server = new TestServer({ store, folder });
  server.registry.restore();
  server.registry.history.begin(mending);
  await server.registry.connectShown();
  return server;
}

/** What the banners of a server say of the history file. */
export function newsOf(server: TestServer): HistoryNews[] {
  return server.app.current.banners.flatMap(historyIn);
}

function shownBy(server: TestServer): Map<string, string> {
  const used = server.app.current.sessions.filter(({ empty }) => !empty);
  return new Map(used.map(({ id, title }) => [title, textIn(server, id)]));
}

/** Prompts, replies and notices of a session. */
export function textIn(server: TestServer, id: string): string {
  return entriesIn(server, id)
    .map((entry) => {
      if (entry.kind === 'notice') return `notice: ${entry.notice.code}`;
      if (entry.kind !== 'user' && entry.kind !== 'agent') return '';
      // As it is kept, so that a changed letter shows as one.
      return `${entry.kind}: ${JSON.stringify(entry.content)}`;
    })
    .filter((line) => line !== '')
    .join('\n');
}

/** All entries of a session, with those that a tab loads when a person scrolls up. */
export function entriesIn(server: TestServer, id: string): Entry[] {
  const { entries } = server.tab(id).transcript;
  const all = entriesOf(entries);
  for (let before = entries.first; before > 0; ) {
    const older = server.registry.entriesBefore(id, server.tab(id).replica!.epoch, before, 100);
    if (older.entries.length === 0) break;
    all.unshift(...older.entries);
    before = older.first;
  }
  return all;
}

function historyIn({ about }: Banner): HistoryNews[] {
  return about.code === 'history' ? [about.history] : [];
}
