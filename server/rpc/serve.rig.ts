import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentTools, AppServer } from '../http/app-server.js';
import type { Assets } from '../http/assets.js';
import { ServerIdentity } from '../http/door/server-identity.js';
import { SignInPages } from '../http/door/sign-in-pages.js';
import type { UploadTerms } from '../http/uploads/answer-upload.js';
import type { DeviceStore } from '../ports/devices.js';
import type { TabPort } from '../ports/tab.js';
import type { DoorNews } from '../protocol/api/door.js';
import type { Role } from '../protocol/api/rpc.js';
import { backgroundClock, type Clock } from '../protocol/clock.js';
import { MemoryDevices } from '../sessions/store/memory-tables.rig.js';
import { FakeApp, fakeServices, type Overrides, type Recorded } from './fake-services.rig.js';
import { RpcHub, type RpcHubOptions } from './rpc-hub.js';
import { signInWith, type TestPass, TestTab } from './test-tab.rig.js';

export interface ServeOptions {
  services?: Overrides;
  hub?: Partial<RpcHubOptions>;
  devices?: DeviceStore;
  assets?: Assets;
  now?: () => number;
  clock?: Clock;
  uploads?: UploadTerms;
  /** The port to listen on; any if none is named. */
  port?: number;
  folder?: string;
  tools?: AgentTools;
  /** What tabs wait for at the door. */
  ready?: () => Promise<unknown>;
  /** The key of a server that ran here before. */
  identity?: ServerIdentity;
}

/** A page with one file, enough to be let in to. */
export const onePage: Assets = {
  has: (path) => path === '/',
  serve: (_request, response) => void response.end('<!doctype html>'),
};

/** The real gate and the real hub on a free port, with services that only record. */
export class Served {
  readonly calls: Recorded = [];
  readonly faults: unknown[] = [];
  readonly news: DoorNews[] = [];
  readonly identity: ServerIdentity;
  readonly pagesFolder = join(mkdtempSync(join(tmpdir(), 'acdeck-served-')), 'open');
  readonly app = new FakeApp();
  /** What tabs that come from here on may do. */
  role: Role = 'owner';
  readonly devices: DeviceStore;
  readonly hub: RpcHub;
  readonly server: AppServer;

  private constructor(options: ServeOptions, identity: ServerIdentity) {
    const clock = options.clock ?? { ...backgroundClock, ...(options.now && { now: options.now }) };
    this.identity = identity;
    this.devices = options.devices ?? new MemoryDevices();
    this.hub = new RpcHub({
      services: fakeServices(this.calls, this.app, options.services),
      onFault: (error) => void this.faults.push(error),
      ...options.hub,
    });
    this.server = new AppServer({
      assets: options.assets ?? onePage,
      folder: options.folder ?? '/project',
      identity,
      clock,
      devices: this.devices,
      tabs: {
        ...(options.ready && { ready: options.ready }),
        hasRoom: () => this.hub.hasRoom(),
        accept: (ws, device) => this.hub.accept(ws, { device, role: this.role }),
      },
      pages: new SignInPages(async () => this.pagesFolder, clock),
      onNews: (news) => void this.news.push(news),
      onExpired: (ids) => void this.hub.disconnect((id) => ids.has(id)),
      onFault: (error) => void this.faults.push(error),
      ...(options.uploads && { uploads: options.uploads }),
      ...(options.tools && { tools: options.tools }),
    });
  }

  static async start(options: ServeOptions = {}): Promise<Served> {
    const identity = options.identity ?? (await ServerIdentity.load(null, () => {}));
    const served = new Served(options, identity);
    await served.server.listen(options.port ?? 0);
    return served;
  }

  /** Whether the services were told that a tab has gone. */
  hasDropped(tab: TabPort): boolean {
    return this.calls.some(([method, dropped]) => method === 'sessions.dropTab' && dropped === tab);
  }

  get port(): number {
    return this.server.port;
  }

  signIn(): Promise<TestPass> {
    return signInWith(this.port, { token: this.server.launchToken });
  }

  async openTab(): Promise<TestTab> {
    return TestTab.open(await this.signIn());
  }

  async stop(): Promise<void> {
    await this.hub.close('stopped');
    await this.server.close();
    rmSync(join(this.pagesFolder, '..'), { recursive: true, force: true });
  }
}
