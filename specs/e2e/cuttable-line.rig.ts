import type { BrowserContext, WebSocketRoute } from 'playwright-core';
import { DOOR } from '../../server/protocol/api/door.js';

/** The connection of a device's pages to the server, which a test can cut and mend. */
export class CuttableLine {
  readonly #open = new Set<WebSocketRoute>();
  #isCut = false;
  /** How often a page has tried in vain. */
  refused = 0;

  static async of(device: BrowserContext): Promise<CuttableLine> {
    const line = new CuttableLine();
    await device.routeWebSocket(
      (url) => url.pathname === DOOR.rpcPath,
      (socket) => line.#take(socket),
    );
    return line;
  }

  /** Ends what is connected, and lets nobody in until it is mended. */
  async cut(): Promise<void> {
    this.#isCut = true;
    this.refused = 0;
    await Promise.all([...this.#open].map((socket) => socket.close({ code: 1001 })));
  }

  mend(): void {
    this.#isCut = false;
  }

  #take(socket: WebSocketRoute): void {
    if (this.#isCut) {
      this.refused += 1;
      void socket.close({ code: 1001 });
      return;
    }
    this.#open.add(socket);
    const server = socket.connectToServer();
    server.onClose((code, reason) => void socket.close({ ...(code && { code }), ...(reason && { reason }) }));
    socket.onClose(() => {
      this.#open.delete(socket);
      void server.close();
    });
  }
}
