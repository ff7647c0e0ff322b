import type { Api } from '../api/answer-api.js';
import type { ApiHost } from '../http/app-server.js';
import type { TabHost } from '../http/door/doorway.js';
import type { ServerStop } from '../protocol/api/rpc.js';
import type { StartupStep } from '../protocol/api/startup.js';
import type { RpcHub } from '../rpc/rpc-hub.js';

/** Those who answer tabs and programs. */
export interface Callers {
  readonly hub: Pick<RpcHub, 'hasRoom' | 'accept' | 'reportStartup' | 'disconnect' | 'close'>;
  readonly api: Pick<Api, 'answer' | 'close'>;
}

/**
 * Stands for those who answer tabs and programs until their code is loaded: all methods with the forms of their arguments,
 * which takes as long as half of a start, and no page needs them to be shown. Those who come before wait.
 */
export class LateCallers {
  readonly #load: () => Promise<Callers>;
  #arrival: Promise<Callers> | null = null;
  #callers: Callers | null = null;
  #startup: StartupStep | null = null;
  #stop: ServerStop | null = null;

  constructor(load: () => Promise<Callers>) {
    this.#load = load;
  }

  /** Has them loaded, once. */
  arrive(): Promise<Callers> {
    this.#arrival ??= this.#load().then(
      (callers) => this.#take(callers),
      (error: unknown) => {
        // Whoever comes next may have more luck.
        this.#arrival = null;
        throw error;
      },
    );
    return this.#arrival;
  }

  /** For the door: a tab comes in when they are there. */
  get tabs(): TabHost {
    return {
      ready: () => this.arrive(),
      hasRoom: () => (this.#callers ? this.#callers.hub.hasRoom() : this.#stop === null),
      accept: (ws, device) => this.#callers?.hub.accept(ws, { device, role: 'owner' }),
    };
  }

  answer: ApiHost['answer'] = async (...asked) => (await this.arrive()).api.answer(...asked);

  reportStartup(step: StartupStep): void {
    this.#startup = step;
    this.#callers?.hub.reportStartup(step);
  }

  async disconnect(isOut: (deviceId: string) => boolean): Promise<void> {
    await this.#callers?.hub.disconnect(isOut);
  }

  /** Ends the streams of programs; nothing was begun by those who aren't there. */
  closeStreams(): void {
    this.#callers?.api.close();
  }

  async close(reason: ServerStop): Promise<void> {
    this.#stop = reason;
    await this.#callers?.hub.close(reason);
  }

  #take(callers: Callers): Callers {
    this.#callers = callers;
    if (this.#startup) callers.hub.reportStartup(this.#startup);
    if (this.#stop) void callers.hub.close(this.#stop);
    return callers;
  }
}
