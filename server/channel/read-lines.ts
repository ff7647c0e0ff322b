import type { Socket } from 'node:net';
import { CHANNEL_LINE_CHARS } from './channel-wire.js';

/** The lines of a connection, one at a time; null when it is over or a line is too long. */
export class SocketLines {
  readonly #lines: string[] = [];
  #rest = '';
  #isOver = false;
  #wake: (() => void) | null = null;

  constructor(socket: Socket) {
    socket.setEncoding('utf8').on('data', (text: string) => this.#take(text, socket));
    socket.once('close', () => this.#end());
    socket.on('error', () => socket.destroy());
  }

  async next(): Promise<string | null> {
    while (this.#lines.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#lines.shift() ?? null;
  }

  #take(text: string, socket: Socket): void {
    const [first = '', ...more] = text.split('\n');
    const whole = [this.#rest + first, ...more];
    this.#rest = whole.pop() ?? '';
    if (this.#rest.length > CHANNEL_LINE_CHARS || whole.some((line) => line.length > CHANNEL_LINE_CHARS)) {
      socket.destroy();
      return;
    }
    this.#lines.push(...whole);
    this.#wake?.();
  }

  #end(): void {
    this.#isOver = true;
    this.#wake?.();
  }
}
