import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { debug } from '../diagnostics/debug.js';
import { DOOR } from '../protocol/door.js';
import { LIMITS } from '../protocol/limits.js';
import { SERVER_METHODS } from '../protocol/rpc.js';
import type { StartupStep } from '../protocol/startup.js';
import { type Clock, systemClock } from '../sessions/clock.js';
import type { SessionService } from '../sessions/session-service.js';
import { AcpBridge } from './acp-bridge.js';
import type { AgentService } from './agent-service.js';
import type { AppService } from './app-service.js';
import { checkMethods, exposeMethods, type Facades } from './expose.js';
import { JRPCCommon, type JrpcRemote } from './jrpc-common.js';
import type { LogService } from './log-service.js';
import { Repo } from './repo.js';
import type { RepoService } from './repo-service.js';
import { type ArgsSchema, type MethodLists, schemasOf } from './schemas.js';
import { Sessions } from './sessions.js';
import { Settings } from './settings.js';
import type { SettingsService } from './settings-service.js';
import type { SignInService } from './sign-in-service.js';
import { TabConnection, type TabDevice } from './tab-connection.js';
import type { CallRate } from './token-bucket.js';

export const HUB_LIMITS = {
  tabs: 32,
  beatMs: 20_000,
  /** Seconds, as jrpc counts them. */
  callSeconds: 60,
  rate: { perSecond: 50, burst: 200 },
} as const;

/** The close code of a device that is no longer let in. */
export const SIGNED_OUT = 4401;

/** What the hub serves, and the numbers that tests turn. */
export interface RpcHubOptions {
  sessions: SessionService;
  app: AppService;
  settings: SettingsService;
  /** Absent where nothing is logged. */
  logs?: LogService;
  repo: RepoService;
  agents: AgentService;
  signIn: SignInService;
  /** Hears of failures that are the server's own, and in which method or act. */
  onFault?: (error: unknown, where: string) => void;
  clock?: Clock;
  rate?: CallRate;
  methods?: MethodLists;
}

/** A request for a socket, from somebody who was let in. */
export interface TabUpgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  device: TabDevice;
}

/** The end of every tab's RPC: jrpc-oo behind a guard, with one set of facades per tab. */
export class RpcHub extends JRPCCommon {
  readonly #options: RpcHubOptions;
  readonly #clock: Clock;
  readonly #methods: MethodLists;
  readonly #schemas: ReadonlyMap<string, ArgsSchema>;
  readonly #tabs = new Set<TabConnection>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.frameBytes,
    perMessageDeflate: false,
    // The key is offered as a subprotocol too; it must never be sent back.
    handleProtocols: () => DOOR.subprotocol,
  });
  #startup: StartupStep | null = null;
  #isClosing = false;
  #stopBeat: () => void = () => {};

  /** Throws if a method is to be offered that has no schema. */
  constructor(options: RpcHubOptions) {
    super();
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#methods = options.methods ?? SERVER_METHODS;
    this.#schemas = schemasOf(this.#methods);
    checkMethods(this.#methods, { AcpBridge, Sessions, Settings, Repo });
    this.remoteTimeout = HUB_LIMITS.callSeconds;
    this.#beatLater();
  }

  get tabCount(): number {
    return this.#tabs.size;
  }

  /** Makes a tab of an upgrade that has passed the gate; false if there is no room for one more. */
  accept({ request, socket, head, device }: TabUpgrade): boolean {
    if (this.#isClosing || !this.#makeRoom()) return false;
    this.#sockets.handleUpgrade(request, socket, head, (ws) => this.#open(ws, device));
    return true;
  }

  /** Tells every tab how far the start has come, and each later tab when it is there. */
  reportStartup(step: StartupStep): void {
    this.#startup = step;
    for (const tab of this.#tabs) if (tab.isReady) tellStartup(tab, step);
  }

  /** Closes the tabs of a device that is no longer let in. */
  async disconnectDevice(deviceId: string): Promise<void> {
    const tabs = [...this.#tabs].filter((tab) => tab.deviceId === deviceId);
    await Promise.all(tabs.map((tab) => tab.close(SIGNED_OUT, 'This device was signed out.')));
  }

  /** Tells every tab that the server stops, and closes them all; no further tab gets in. */
  async close(reason: string): Promise<void> {
    this.#isClosing = true;
    this.#stopBeat();
    for (const tab of this.#tabs) tab.tell('serverStopping', reason);
    await Promise.all([...this.#tabs].map((tab) => tab.close(1001, reason)));
  }

  override remoteIsUp(): void {}

  override remoteDisconnected(): void {}

  /** jrpc looks names up that the tab chose: in these tables nothing is inherited. */
  override newRemote(): JrpcRemote {
    const remote = super.newRemote();
    const table = () => Object.create(null);
    return Object.assign(remote, {
      inbox: table(),
      outTimers: table(),
      localTimers: table(),
      localComponents: table(),
      remoteComponents: table(),
      exposed: table(),
    });
  }

  #open(ws: WebSocket, device: TabDevice): void {
    const remote = this.newRemote();
    const rate = this.#options.rate ?? HUB_LIMITS.rate;
    const tab = new TabConnection({
      ...{ ws, remote, device, rate },
      schemas: this.#schemas,
      clock: this.#clock,
      onFault: (error) => this.#onFault(error, 'Writing to a tab'),
    });
    const onFault = (error: unknown, method: string) => this.#onFault(error, method);
    remote.expose(exposeMethods(this.#methods, this.#facadesFor(tab), { tab, onFault }));
    this.#tabs.add(tab);
    debug.server?.(`tab ${tab.id} on ${device.label} came, ${this.#tabs.size} are open`);
    ws.once('close', () => this.#drop(tab));
    tab.shakeHands().then(
      () => this.#startup && tellStartup(tab, this.#startup),
      () => tab.close(1002, 'The handshake failed.'),
    );
  }

  #facadesFor(tab: TabConnection): Facades {
    const { sessions, app, settings, agents, repo, signIn, logs } = this.#options;
    return {
      AcpBridge: new AcpBridge({ tab, sessions, app, signIn, logs }),
      Sessions: new Sessions(tab, sessions),
      Settings: new Settings({ tab, settings, agents, rules: sessions.rules }),
      Repo: new Repo(repo),
    };
  }

  #drop(tab: TabConnection): void {
    this.#tabs.delete(tab);
    debug.server?.(`tab ${tab.id} went, ${this.#tabs.size} are open`);
    tab.dispose();
    this.rmRemote(null, tab.id);
    for (const service of [this.#options.sessions, this.#options.app, this.#options.signIn]) {
      try {
        service.dropTab(tab);
      } catch (error) {
        this.#onFault(error, 'Taking leave of a tab');
      }
    }
  }

  #onFault(error: unknown, where: string): void {
    this.#options.onFault?.(error, where);
  }

  /** A tab that gives no sign of life gives way to one that does. */
  #makeRoom(): boolean {
    if (this.#tabs.size < HUB_LIMITS.tabs) return true;
    const silent = [...this.#tabs].find((tab) => tab.isSilent);
    if (!silent) return false;
    this.#tabs.delete(silent);
    silent.terminate();
    return true;
  }

  #beatLater(): void {
    this.#stopBeat = this.#clock.after(HUB_LIMITS.beatMs, () => {
      for (const tab of this.#tabs) tab.beat();
      this.#beatLater();
    });
  }
}

function tellStartup(tab: TabConnection, { stage, message, percent }: StartupStep): void {
  tab.tell('startupProgress', stage, message, percent);
}
