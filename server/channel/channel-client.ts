import { closeSync, openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { ChannelHello } from './channel-hello.js';
import { type ChannelNews, OPENED } from './channel-wire.js';
import { SocketLines } from './read-lines.js';

/** What a running server answered; what it gives for the API is good until `leave`. */
export type ChannelAnswer = Exclude<ChannelNews, { kind: 'challenge' | 'waiting' }>;

export interface AskedChannel {
  /** Null when nobody answers there. */
  readonly answer: ChannelAnswer | null;
  /** Ends the connection. */
  leave(): void;
  /** Settles when the server has ended it. */
  readonly ended: Promise<void>;
}

export interface ChannelWish extends Omit<ChannelHello, 'pid'> {
  readonly socket: string;
  /** How long the server may take to say anything; a person may take longer. */
  readonly patienceMs: number;
  /** A person is being asked. */
  onWaiting?(): void;
}

/** Asks a running server for a way in, over its local socket. */
export async function askChannel(wish: ChannelWish): Promise<AskedChannel> {
  const { socket: path, patienceMs, onWaiting, ...hello } = wish;
  const socket = connect({ path });
  const lines = new SocketLines(socket);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const limit = setTimeout(() => socket.destroy(), patienceMs);
  const leave = () => {
    clearTimeout(limit);
    socket.destroy();
  };
  say(socket, JSON.stringify({ ...hello, pid: process.pid }));
  let file: number | null = null;
  try {
    for (;;) {
      const news = newsIn(await lines.next());
      if (news === null) return { answer: null, leave, ended };
      if (news.kind === 'challenge') {
        // Open until the server has looked, for the system to show.
        file = openSync(news.file, 'r');
        say(socket, OPENED);
      } else if (news.kind === 'waiting') {
        clearTimeout(limit);
        onWaiting?.();
      } else {
        clearTimeout(limit);
        return { answer: news, leave, ended };
      }
    }
  } finally {
    if (file !== null) closeSync(file);
  }
}

function say(socket: Socket, line: string): void {
  socket.write(`${line}\n`);
}

/** The other end is a server of ours: nobody else can have made a socket in that folder. */
function newsIn(line: string | null): ChannelNews | null {
  try {
    return line === null ? null : (JSON.parse(line) as ChannelNews);
  } catch {
    return null;
  }
}
