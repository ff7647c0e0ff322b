import type { Socket } from 'node:net';

/** How much we know of who is at the other end; those that we know least of make room first. */
type Standing = 'silent' | 'idle' | 'busy' | 'known';

const MAKE_ROOM: readonly Standing[] = ['silent', 'idle', 'busy'];

/** Connections of strangers that may be open at a time. */
export const MAX_STRANGERS = 256;

/**
 * Every connection of the server. Anyone who is not known can have only so many: one more ends the oldest of those that
 * have never asked for anything, else one between two requests, else one in the middle. So idle connections, however
 * many, keep no page from loading; those of tabs and uploads are not counted and never end for this.
 */
export class Connections {
  readonly #standings = new Map<Socket, Standing>();

  get strangers(): number {
    return [...this.#standings.values()].filter((standing) => standing !== 'known').length;
  }

  add(socket: Socket): void {
    this.#standings.set(socket, 'silent');
    socket.once('close', () => this.#standings.delete(socket));
    if (this.strangers > MAX_STRANGERS) this.#endOldest(socket);
  }

  set(socket: Socket, standing: Standing): void {
    if (this.#standings.has(socket)) this.#standings.set(socket, standing);
  }

  endAll(): void {
    for (const socket of this.#standings.keys()) socket.destroy();
  }

  /** A map keeps the order in which its keys came. */
  #endOldest(newest: Socket): void {
    const others = [...this.#standings].filter(([socket]) => socket !== newest);
    for (const wanted of MAKE_ROOM) {
      const [oldest] = others.find(([, standing]) => standing === wanted) ?? [];
      if (!oldest) continue;
      this.#standings.delete(oldest);
      oldest.destroy();
      return;
    }
  }
}
