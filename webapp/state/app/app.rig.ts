import { settled, TestClock } from '../../../server/protocol/clock.rig.js';
import { MemoryStorage } from '../base/memory-storage.rig.js';
import { FakeUploads } from '../composer/fake-uploads.rig.js';
import { type App, createApp } from './create-app.js';
import { FakeServer } from './fake-server.rig.js';

/** A whole app without a page, at a fake server; storages outlive a `reload`. */
export class AppRig {
  readonly server: FakeServer;
  readonly clock = new TestClock();
  readonly local = new MemoryStorage();
  readonly session = new MemoryStorage();
  readonly location = { hash: '', href: 'http://127.0.0.1:4000/#' };
  readonly titles: string[] = [];
  readonly copied: string[] = [];
  readonly uploads = new FakeUploads();
  /** How the page made itself noticed. */
  readonly signals: string[] = [];
  canNotify: 'yes' | 'ask' | 'no' = 'yes';
  app: App;
  #lastId = 0;

  constructor(server = new FakeServer('s1')) {
    this.server = server;
    this.app = this.#create();
  }

  get context() {
    return this.app.context;
  }

  /** A new page of the same tab; not yet connected. */
  reload(): void {
    this.server.tab = null;
    this.app = this.#create();
  }

  async connect(): Promise<this> {
    this.server.tab = this.app.tab;
    this.app.listener.onStatus({ state: 'live' });
    this.app.listener.onConnected();
    await settled();
    return this;
  }

  disconnect(): void {
    this.server.tab = null;
    this.app.listener.onStatus({ state: 'waiting', tries: 1, retryAt: this.clock.now() + 1_000 });
  }

  #create(): App {
    const setHash = (_state: unknown, _unused: string, url?: string | URL | null) => {
      this.location.hash = String(url).replace(/^#$/, '');
    };
    return createApp({
      call: this.server.call,
      clock: this.clock,
      newId: () => `c${++this.#lastId}`,
      local: this.local,
      session: this.session,
      location: this.location,
      history: { pushState: setHash, replaceState: setHash },
      isOnline: () => true,
      builtVersion: '0.1.0',
      paint: () => {},
      setTitle: (title) => this.titles.push(title),
      uploads: this.uploads,
      browser: {
        retryConnection: () => {},
        reload: () => {},
        copy: async (text) => void this.copied.push(text),
      },
      attention: {
        canNotify: () => this.canNotify,
        notify: ({ kind, session }) => this.signals.push(`notify ${kind} ${session.id}`),
        playSound: ({ kind }) => this.signals.push(`sound ${kind}`),
        showBadge: (waiting, unread) => this.signals.push(`badge ${waiting} ${unread}`),
      },
    });
  }
}
