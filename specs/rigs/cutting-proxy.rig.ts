import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/** How a connection dies: reset, closed in order, silent for good, or torn inside a frame. */
export const CUTS = ['rst', 'fin', 'black-hole', 'mid-frame'] as const;
export type Cut = (typeof CUTS)[number];

/** When and how each connection ends; `null` lets it live. */
export type Fate = { bytes: number; cut: Cut } | null;

/** A TCP proxy that kills each connection once a number of bytes has passed, in either direction. */
export class CuttingProxy {
  /** How often it cut, by kind; a connection that ended by itself first does not count. */
  readonly cuts: Record<Cut, number> = { rst: 0, fin: 0, 'black-hole': 0, 'mid-frame': 0 };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Listens on a free port; `target` is asked at each connection, since servers restart. */
  static async start(target: () => number, nextFate: () => Fate): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server);
    server.on('connection', (near) => proxy.#join(near, dial(target(), '127.0.0.1'), nextFate()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get address(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get total(): number {
    return Object.values(this.cuts).reduce((sum, n) => sum + n, 0);
  }

  /** Ends it with all that still goes through it. */
  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(near: Socket, far: Socket, fate: Fate): void {
    const pair = [near, far];
    let left = fate?.bytes ?? Number.POSITIVE_INFINITY;
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      this.#sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.on('data', (data) => {
        if (left <= 0) return;
        const isLast = data.length >= left;
        to.write(isLast && fate?.cut === 'mid-frame' ? data.subarray(0, Math.ceil(left / 2)) : data);
        left -= data.length;
        if (fate && isLast) this.#cut(pair, fate.cut);
      });
    }
  }

  #cut(pair: Socket[], cut: Cut): void {
    this.cuts[cut] += 1;
    // What was let through should arrive before the end does, or all kinds of cuts would be alike.
    setTimeout(() => {
      for (const socket of pair) {
        if (cut === 'rst') socket.resetAndDestroy();
        else if (cut === 'fin') socket.end();
        else if (cut === 'mid-frame') socket.destroy();
      }
    }, 2);
  }
}
