import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { redactText } from '../diagnostics/redact-text.js';
import { hasOpen, ownerOf, processChain } from '../processes/process-chain.js';
import { isTracedToPerson, viewpoint } from '../processes/trace-to-person.js';
import type { AskingProcess, ProgramWish } from '../protocol/api/programs.js';
import { writePrivateFile } from '../settings/private-file.js';
import type { ChannelHello } from './channel-hello.js';
import { type ChannelNews, type ChannelRefusal, OPENED } from './channel-wire.js';
import { SocketLines } from './read-lines.js';
import type { SocketPlace } from './socket-place.js';

/** How long a program may take to say what it wants, and to open a file. */
const HELLO_MS = 10_000;
const MOST_CONNECTIONS = 64;
const COMMAND_CHARS = 400;
const MOST_PARENTS = 8;

/** One program that has asked, and what becomes of it. */
export interface ProgramStay {
  /** Whether it is let in; later, where a person is asked first. */
  readonly verdict: 'in' | ChannelRefusal | Promise<'in' | ChannelRefusal>;
  /** It has gone, or has got all that it wanted. */
  end(): void;
  /** It is to go now. */
  onOut(listener: () => void): void;
}

export interface ChannelHost {
  admit(wish: ProgramWish, process: AskingProcess | null): ProgramStay;
  /** What a program gets that was let in; `whenGone` hears the end of its connection. */
  give(hello: ChannelHello, process: AskingProcess | null, whenGone: (listener: () => void) => void): Promise<Given>;
  onFault(error: unknown): void;
}

export type Given = Exclude<ChannelNews, { kind: 'challenge' | 'waiting' }>;

export interface ChannelServerParts {
  readonly place: SocketPlace;
  /** A private folder for the files by which processes are recognised. */
  readonly folder: string;
  readonly host: ChannelHost;
}

/**
 * The way from a program of this user to the running server: a socket that nobody else can reach. Which process is at
 * the other end is not taken on trust: it has to open a file, and the system shows who has that open.
 */
export class ChannelServer {
  readonly #parts: ChannelServerParts;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(parts: ChannelServerParts) {
    this.#parts = parts;
    this.#server = createServer((socket) => this.#welcome(socket));
    this.#server.maxConnections = MOST_CONNECTIONS;
  }

  get path(): string {
    return this.#parts.place.path;
  }

  async listen(): Promise<void> {
    const { path } = this.#parts.place;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    chmodSync(path, 0o600);
    this.#server.on('error', (error) => this.#parts.host.onFault(error));
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#parts.place.remove();
  }

  #welcome(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    this.#serve(socket).catch((error: unknown) => {
      socket.destroy();
      this.#parts.host.onFault(error);
    });
  }

  async #serve(socket: Socket): Promise<void> {
    const lines = new SocketLines(socket);
    const limit = setTimeout(() => socket.destroy(), HELLO_MS);
    socket.once('close', () => clearTimeout(limit));
    const hello = await helloIn(await lines.next());
    if (!hello) return part(socket, { kind: 'refused', reason: 'bad_request' });
    const process = await this.#identify(socket, lines, hello.pid);
    clearTimeout(limit);
    if (socket.destroyed) return;
    await this.#admit(socket, hello, process);
  }

  async #admit(socket: Socket, hello: ChannelHello, process: AskingProcess | null): Promise<void> {
    const { host } = this.#parts;
    const stay = host.admit(hello.want, process);
    socket.once('close', () => stay.end());
    stay.onOut(() => socket.destroy());
    if (stay.verdict instanceof Promise) tell(socket, { kind: 'waiting' });
    const verdict = await stay.verdict;
    if (socket.destroyed) return;
    if (verdict !== 'in') return part(socket, { kind: 'refused', reason: verdict });
    const given = await host.give(hello, process, (listener) => {
      if (socket.destroyed) listener();
      else socket.once('close', listener);
    });
    if (given.kind === 'api') tell(socket, given);
    else part(socket, given);
  }

  /** The process at the other end; null if it does not show that it is the one that it says. */
  async #identify(socket: Socket, lines: SocketLines, pid: number): Promise<AskingProcess | null> {
    const file = join(this.#parts.folder, `ask-${randomBytes(16).toString('hex')}`);
    writePrivateFile(file, '');
    try {
      tell(socket, { kind: 'challenge', file });
      const isOpened = (await lines.next()) === OPENED;
      return isOpened && (await hasOpen(pid, file)) ? await describe(pid) : null;
    } finally {
      rmSync(file, { force: true });
    }
  }
}

async function describe(pid: number): Promise<AskingProcess | null> {
  const chain = await processChain(pid);
  // What people type may hold a secret, and every tab is shown this.
  const [own, ...parents] = chain.map((link) => ({
    pid: link.pid,
    command: redactText(link.command.slice(0, COMMAND_CHARS)),
  }));
  if (!own) return null;
  const from = await viewpoint().catch(() => null);
  const isTraced = from !== null && isTracedToPerson(chain, from);
  return { ...own, parents: parents.slice(0, MOST_PARENTS), ...ownerOf(chain, process.pid), isTraced };
}

async function helloIn(line: string | null): Promise<ChannelHello | null> {
  // Loaded with the first program that asks: a start can do without.
  const { channelHello } = await import('./channel-hello.js');
  try {
    const parsed = line === null ? null : channelHello.safeParse(JSON.parse(line));
    return parsed?.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function tell(socket: Socket, news: ChannelNews): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(news)}\n`);
}

function part(socket: Socket, news: ChannelNews): void {
  if (!socket.destroyed) socket.end(`${JSON.stringify(news)}\n`);
}
