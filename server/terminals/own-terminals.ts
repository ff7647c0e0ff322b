import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { agentEnv } from '../agents/catalog/agent-env.js';
import { shellOf } from '../agents/terminals/shell-host.js';
import type { TerminalTab } from '../ports/terminal-tab.js';
import { loadPty, type Pty } from '../processes/load-pty.js';
import type { GroupGuard } from '../processes/process-guard.js';
import type { ErrorReason } from '../protocol/api/error-reason.js';
import {
  type OwnTerminal,
  type OwnTerminalOutput,
  TERMINAL_LIMITS,
  type TerminalSize,
} from '../protocol/api/own-terminal.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { type Clock, systemClock } from '../protocol/clock.js';
import { TerminalRoom } from './terminal-room.js';

/** What npm sets for the programs that it starts, ours among them; and the size of the terminal that we were started in. */
const FOREIGN = /^(?:npm_|INIT_CWD$|COLUMNS$|LINES$|TERM_PROGRAM)/;

export interface OwnTerminalsOptions {
  readonly guard: GroupGuard;
  /** The person's environment; what is ours in it is not passed on. */
  readonly env: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  readonly loadPty?: () => Promise<Pty | null>;
  /** A terminal was opened, resized, or has ended badly. */
  onChange(terminal: OwnTerminal): void;
  onGone(terminalId: string): void;
}

interface Room {
  view: OwnTerminal;
  readonly room: TerminalRoom;
}

/** The terminals that people work in. What they show is in memory only, and they end with us. */
export class OwnTerminals {
  readonly #options: OwnTerminalsOptions;
  readonly #rooms = new Map<string, Room>();
  #isStopped = false;

  constructor(options: OwnTerminalsOptions) {
    this.#options = options;
  }

  async open(folder: { rootId: string; path: string }, size: TerminalSize): Promise<OwnTerminal> {
    const { env, guard, clock = systemClock, loadPty: load = loadPty, onChange } = this.#options;
    const pty = await load();
    if (!pty)
      throw refused('unavailable', 'The package for terminals is not installed.', { code: 'no_terminal_package' });
    if (this.#isStopped) throw refused('unavailable', 'The server is stopping.', { code: 'no_terminal' });
    const { most } = TERMINAL_LIMITS;
    if (this.#rooms.size >= most) {
      throw refused('conflict', `There are ${most} terminals already.`, { code: 'too_many_terminals', most });
    }
    const shell = shellOf(env);
    // A login shell on a Mac, as its own terminals have it: there the PATH is set in its profile.
    const argv = process.platform === 'darwin' ? [shell, '-l'] : [shell];
    const id = randomUUID();
    const room = startedRoom(id, { argv, cwd: folder.path, env: terminalEnv(env), size }, { pty, guard, clock });
    const view = { id, number: this.#freeNumber(), shell: basename(shell), rootId: folder.rootId, ...size, exit: null };
    const kept: Room = { view, room };
    this.#rooms.set(id, kept);
    onChange(view);
    void room.ended.then((exit) => this.#onEnd(kept, exit));
    return view;
  }

  async close(terminalId: string): Promise<void> {
    const kept = this.#rooms.get(terminalId);
    if (!kept) return;
    this.#forget(terminalId);
    await kept.room.kill();
  }

  watch(tab: TerminalTab, terminalId: string, from: number): OwnTerminalOutput {
    return this.#find(terminalId).room.watch(tab, from);
  }

  leave(tab: TerminalTab, terminalId: string): void {
    this.#rooms.get(terminalId)?.room.leave(tab);
  }

  confirm(tab: TerminalTab, terminalId: string, offset: number): void {
    this.#rooms.get(terminalId)?.room.confirm(tab, offset);
  }

  type(tab: TerminalTab, terminalId: string, text: string): void {
    this.#find(terminalId).room.type(tab, text);
  }

  resize(tab: TerminalTab, terminalId: string, size: TerminalSize): void {
    const kept = this.#find(terminalId);
    const { cols, rows } = size;
    kept.room.resize(tab, cols, rows);
    if (kept.view.cols === cols && kept.view.rows === rows) return;
    kept.view = { ...kept.view, cols, rows };
    this.#options.onChange(kept.view);
  }

  dropTab(tab: Pick<TerminalTab, 'id'>): void {
    for (const { room } of this.#rooms.values()) room.leave(tab);
  }

  /** Ends all terminals; settles when no process is left. */
  async stopAll(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#rooms.values()].map(({ room }) => room.kill()));
  }

  #find(terminalId: string): Room {
    const kept = this.#rooms.get(terminalId);
    if (!kept) throw refused('not_found', 'There is no such terminal.', { code: 'no_terminal' });
    return kept;
  }

  #onEnd(kept: Room, exit: { exitCode: number; signal: number }): void {
    const { id } = kept.view;
    if (this.#rooms.get(id) !== kept) return;
    // A person has said `exit`; anything else they may want to read.
    if (exit.exitCode === 0 && exit.signal === 0) {
      this.#forget(id);
      return;
    }
    kept.view = { ...kept.view, exit };
    this.#options.onChange(kept.view);
  }

  #forget(terminalId: string): void {
    this.#rooms.delete(terminalId);
    this.#options.onGone(terminalId);
  }

  #freeNumber(): number {
    const taken = new Set([...this.#rooms.values()].map(({ view }) => view.number));
    let number = 1;
    while (taken.has(number)) number++;
    return number;
  }
}

function startedRoom(...plan: ConstructorParameters<typeof TerminalRoom>): TerminalRoom {
  try {
    return new TerminalRoom(...plan);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw refused('unavailable', `The terminal could not be started: ${said}`, { code: 'terminal_failed', said });
  }
}

function refused(name: 'conflict' | 'not_found' | 'unavailable', message: string, reason: ErrorReason): RpcError {
  return new RpcError(name, message, reason);
}

/** The person's environment, as in a terminal of their own: without what is ours, and what was set only for us. */
function terminalEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(agentEnv(env)).filter(([name]) => !FOREIGN.test(name));
  return { ...Object.fromEntries(kept), COLORTERM: 'truecolor', TERM_PROGRAM: 'acdeck' };
}
