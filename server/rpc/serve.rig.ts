import { AppServer } from '../http/app-server.js';
import type { Assets } from '../http/assets.js';
import type { DeviceStore } from '../http/devices.js';
import type { UploadDesk } from '../http/uploads/answer-upload.js';
import type { SessionService } from '../sessions/session-service.js';
import { MemoryDevices } from '../sessions/store/memory-tables.js';
import {
  FakeApp,
  FakeSettings,
  fakeAgents,
  fakeRepo,
  fakeSessions,
  fakeSignIn,
  type Recorded,
} from './fake-services.rig.js';
import { RpcHub, type RpcHubOptions } from './rpc-hub.js';
import { signInWith, type TestPass, TestTab } from './test-tab.rig.js';

export interface ServeOptions {
  sessions?: Partial<SessionService>;
  hub?: Partial<RpcHubOptions>;
  devices?: DeviceStore;
  assets?: Assets;
  now?: () => number;
  uploads?: UploadDesk;
}

/** A page with one file, enough to be let in to. */
export const onePage: Assets = {
  has: (path) => path === '/',
  serve: (_request, response) => void response.end('<!doctype html>'),
};

/** The real gate and the real hub on a free port, with sessions that only record. */
export class Served {
  readonly calls: Recorded = [];
  readonly faults: unknown[] = [];
  readonly app = new FakeApp();
  readonly devices: DeviceStore;
  readonly hub: RpcHub;
  readonly server: AppServer;

  private constructor(options: ServeOptions) {
    this.devices = options.devices ?? new MemoryDevices();
    this.hub = new RpcHub({
      sessions: fakeSessions(this.calls, options.sessions),
      app: this.app,
      settings: new FakeSettings(),
      repo: fakeRepo(this.calls),
      agents: fakeAgents(this.calls),
      signIn: fakeSignIn(this.calls),
      onFault: (error) => void this.faults.push(error),
      ...options.hub,
    });
    this.server = new AppServer({
      assets: options.assets ?? onePage,
      devices: this.devices,
      onUpgrade: (upgrade) => this.hub.accept(upgrade),
      onFault: (error) => void this.faults.push(error),
      ...(options.now && { now: options.now }),
      ...(options.uploads && { uploads: options.uploads }),
    });
  }

  static async start(options: ServeOptions = {}): Promise<Served> {
    const served = new Served(options);
    await served.server.listen(0);
    return served;
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
    await this.hub.close('The test is over.');
    await this.server.close();
  }
}
