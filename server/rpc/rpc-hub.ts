import type { WebSocket } from 'ws';
import { debug, since } from '../diagnostics/debug.js';
import { DOOR } from '../protocol/api/door.js';
import type { ServerStop } from '../protocol/api/rpc.js';
import { isAtLeast, type Role } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { StartupStep } from '../protocol/api/startup.js';
import { backgroundClock, type Clock } from '../protocol/clock.js';
import type { CallId } from './frame-guard.js';
import { JRPCCommon, type JrpcHandler, type JrpcRemote } from './jrpc-common.js';
import { OFFERED, type OfferedMethod } from './offered-methods.js';
import type { MethodCall, Services } from './services.js';
import { TabConnection, type TabDevice } from './tab-connection.js';
import type { CallRate } from './token-bucket.js';
import { wireError } from './wire-error.js';

export const HUB_LIMITS = {
  tabs: 32,
  beatMs: 20_000,
  /** Seconds, as jrpc counts them. */
  callSeconds: 60,
  rate: { perSecond: 50, burst: 200 },
} as const;

/** What the hub serves, and the numbers that tests turn. */
export interface RpcHubOptions {
  readonly services: Services;
  /** Hears of failures that are the server's own, and in which method or act. */
  readonly onFault: (error: unknown, where: string) => void;
  readonly clock?: Clock;
  readonly rate?: CallRate;
}

/** Who has come, and what the device may do. */
export interface Admitted {
  readonly device: TabDevice;
  readonly role: Role;
}

/** The end of every tab's RPC: jrpc-oo behind a guard. What a tab may call is what its role allows. */
export class RpcHub extends JRPCCommon {
  readonly #options: RpcHubOptions;
  readonly #clock: Clock;
  readonly #tabs = new Set<TabConnection>();
  #startup: StartupStep | null = null;
  #isClosing = false;
  #stopBeat: () => void = () => {};

  constructor(options: RpcHubOptions) {
    super();
    this.#options = options;
    this.#clock = options.clock ?? backgroundClock;
    this.remoteTimeout = HUB_LIMITS.callSeconds;
    this.#beatLater();
  }

  get tabCount(): number {
    return this.#tabs.size;
  }

  /** Says whether there is room for one more tab; one that gives no sign of life would give way. */
  hasRoom(): boolean {
    if (this.#isClosing) return false;
    return this.#tabs.size < HUB_LIMITS.tabs || [...this.#tabs].some((tab) => tab.isSilent);
  }

  /** Tells every tab how far the start has come, and each later tab when it is there. */
  reportStartup(step: StartupStep): void {
    this.#startup = step;
    for (const tab of this.#tabs) if (tab.isReady) tellStartup(tab, step);
  }

  /** Closes the tabs of devices that are no longer let in. */
  async disconnect(isOut: (deviceId: string) => boolean): Promise<void> {
    const tabs = [...this.#tabs].filter((tab) => isOut(tab.deviceId));
    await Promise.all(tabs.map((tab) => tab.close(DOOR.signedOutCode, 'This device was signed out.')));
  }

  /** Tells every tab that the server stops, and closes them all; no further tab gets in. */
  async close(reason: ServerStop): Promise<void> {
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

  /** Makes a tab of a socket whose both ends have proved who they are. */
  accept(ws: WebSocket, { device, role }: Admitted): void {
    const { services, onFault, rate = HUB_LIMITS.rate } = this.#options;
    this.#makeRoom();
    const remote = this.newRemote();
    const tab = new TabConnection({
      ws,
      remote,
      device,
      role,
      rate,
      methods: OFFERED,
      clock: this.#clock,
      onFault: (error) => onFault(error, 'Writing to a tab'),
    });
    // The guard lets nothing else through; what a tab may not call is not there for jrpc either.
    const allowed = [...OFFERED.values()].filter((method) => isAtLeast(role, method.role));
    remote.expose(exposeMethods(allowed, { ...services, tab }, { tab, onFault }));
    this.#tabs.add(tab);
    debug.server?.(`tab ${tab.id} on ${device.label} came, ${this.#tabs.size} are open`);
    ws.once('close', () => this.#drop(tab));
    tab.shakeHands().then(
      () => this.#startup && tellStartup(tab, this.#startup),
      () => tab.close(1002, 'The handshake failed.'),
    );
  }

  #drop(tab: TabConnection): void {
    this.#tabs.delete(tab);
    debug.server?.(`tab ${tab.id} went, ${this.#tabs.size} are open`);
    tab.dispose();
    this.rmRemote(null, tab.id);
    const { sessions, signIn, repo, terminals } = this.#options.services;
    for (const service of [sessions, signIn, repo, terminals]) {
      try {
        service.dropTab(tab);
      } catch (error) {
        this.#options.onFault(error, 'Taking leave of a tab');
      }
    }
  }

  #makeRoom(): void {
    if (this.#tabs.size < HUB_LIMITS.tabs) return;
    const silent = [...this.#tabs].find((tab) => tab.isSilent);
    if (!silent) return;
    this.#tabs.delete(silent);
    silent.terminate();
  }

  #beatLater(): void {
    this.#stopBeat = this.#clock.after(HUB_LIMITS.beatMs, () => {
      for (const tab of this.#tabs) tab.beat();
      this.#beatLater();
    });
  }
}

function tellStartup(tab: TabConnection, { stage, detail, percent }: StartupStep): void {
  tab.tell('startupProgress', stage, detail, percent);
}

/** The end of a call: its answer goes out, through jrpc. */
interface Answerer {
  answer(id: CallId | null, send: () => void): void;
}

interface ExposeOptions {
  tab: Answerer;
  /** Hears of failures that are not meant as answers. */
  onFault(error: unknown, method: string): void;
}

/** Handlers for jrpc of exactly these methods. Whatever a method does, the call is answered. */
function exposeMethods(
  methods: Iterable<OfferedMethod>,
  call: MethodCall,
  options: ExposeOptions,
): Record<string, JrpcHandler> {
  const handlers = [...methods].map((method) => {
    return [method.name, handlerOf(method.name, (args) => method.run(call, args), options)] as const;
  });
  const components = Object.fromEntries([...SYSTEM, ...handlers.map(([name]) => name)].map((name) => [name, true]));
  const system = [
    ['system.listComponents', handlerOf('system.listComponents', () => components, options)],
    ['system.extension.dual-batch', handlerOf('system.extension.dual-batch', () => true, options)],
  ] as const;
  return Object.fromEntries([...system, ...handlers]);
}

const SYSTEM = ['system.listComponents', 'system.extension.dual-batch'];

function handlerOf(name: string, run: (args: unknown[]) => unknown, { tab, onFault }: ExposeOptions): JrpcHandler {
  return (params, next) => {
    const { args, id } = params as { args: unknown[]; id: CallId | null };
    const succeed = (result: unknown) =>
      tab.answer(id, () => {
        if (typeof result === 'function' || typeof result === 'symbol') throw new TypeError('it is not JSON.');
        next(null, result ?? null);
      });
    const fail = (error: unknown) => {
      if (!(error instanceof RpcError)) onFault(error, name);
      tab.answer(id, () => next(wireError(error)));
    };
    try {
      // An answer that is there at once goes out at once: no page of events may overtake it.
      const began = debug.timing ? performance.now() : 0;
      const result = run(args);
      debug.timing?.(`${name} took ${since(began)}`);
      if (result instanceof Promise) result.then(succeed, fail);
      else succeed(result);
    } catch (error) {
      fail(error);
    }
  };
}
