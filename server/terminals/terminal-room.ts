import type { TerminalTab } from '../ports/terminal-tab.js';
import { GuardedPty, type PtyExit, type PtyPlan } from '../processes/guarded-pty.js';
import type { Pty } from '../processes/load-pty.js';
import type { GroupGuard } from '../processes/process-guard.js';
import { type OwnTerminalOutput, TERMINAL_LIMITS } from '../protocol/api/own-terminal.js';
import type { Clock } from '../protocol/clock.js';
import { LIMITS } from '../protocol/limits.js';
import { KeptOutput } from './kept-output.js';

const { keptChars, pieceChars, windowChars } = TERMINAL_LIMITS;
/** A tab that draws nothing for so long no longer holds the terminal up. */
const PATIENCE_MS = 5_000;

export interface RoomSurroundings {
  readonly pty: Pty;
  readonly guard: GroupGuard;
  readonly clock: Clock;
}

/** A tab that shows the terminal. */
interface Watcher {
  readonly tab: TerminalTab;
  /** How far it was told, and how far it has drawn that. */
  told: number;
  seen: number;
  isWaiting: boolean;
  /** It has drawn nothing for too long, so nobody waits for it. */
  isLate: boolean;
}

/**
 * One terminal and the tabs that show it. One of them leads: it gives the size, it answers what programs ask of their
 * terminal, and a flood goes no faster than it can draw. The others follow, and skip what is no longer kept.
 */
export class TerminalRoom {
  /** Settles when the shell has ended and nothing of it is left. */
  readonly ended: Promise<PtyExit>;
  readonly #id: string;
  readonly #pty: GuardedPty;
  readonly #clock: Clock;
  readonly #output = new KeptOutput(keptChars);
  readonly #watchers = new Map<string, Watcher>();
  #leader: Watcher | null = null;
  /** How far a leading tab was told: what programs asked before that was answered or never will be. */
  #heard = 0;
  #waiting = '';
  #callOffFlush: (() => void) | null = null;
  #callOffWait: (() => void) | null = null;

  constructor(id: string, plan: PtyPlan, { pty, guard, clock }: RoomSurroundings) {
    this.#id = id;
    this.#clock = clock;
    this.#pty = new GuardedPty(plan, {
      pty,
      guard,
      onText: (text) => this.#take(text),
      onExit: () => this.#flush(),
    });
    this.ended = this.#pty.ended;
  }

  /** Shows the terminal in a tab that has its first `from` characters; later output follows by itself. */
  watch(tab: TerminalTab, from: number): OwnTerminalOutput {
    this.leave(tab);
    const { end } = this.#output;
    // More than there is was another terminal's.
    const known = from > end ? 0 : from;
    const watcher = { tab, told: end, seen: known, isWaiting: false, isLate: false };
    this.#watchers.set(tab.id, watcher);
    this.#leader ??= watcher;
    return this.#piece(watcher, known, keptChars * 2);
  }

  leave({ id }: Pick<TerminalTab, 'id'>): void {
    const watcher = this.#watchers.get(id);
    if (!watcher) return;
    this.#watchers.delete(id);
    if (this.#leader !== watcher) return;
    [this.#leader = null] = this.#watchers.values();
    this.#goOn();
  }

  /** A tab has drawn the first `offset` characters. */
  confirm({ id }: Pick<TerminalTab, 'id'>, offset: number): void {
    const watcher = this.#watchers.get(id);
    if (!watcher) return;
    watcher.seen = Math.max(watcher.seen, Math.min(offset, watcher.told));
    watcher.isLate = false;
    this.#tell(watcher);
    this.#goOn();
  }

  type(tab: Pick<TerminalTab, 'id'>, text: string): void {
    this.#lead(tab);
    this.#pty.write(text);
  }

  resize(tab: Pick<TerminalTab, 'id'>, cols: number, rows: number): void {
    this.#lead(tab);
    this.#pty.resize(cols, rows);
  }

  kill(): Promise<void> {
    return this.#pty.kill();
  }

  #lead({ id }: Pick<TerminalTab, 'id'>): void {
    this.#leader = this.#watchers.get(id) ?? this.#leader;
  }

  #take(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > pieceChars) this.#pty.pause();
    this.#callOffFlush ??= this.#clock.after(LIMITS.tickMs, () => this.#flush());
  }

  #flush(): void {
    this.#callOffFlush?.();
    this.#callOffFlush = null;
    this.#output.append(this.#waiting);
    this.#waiting = '';
    for (const watcher of this.#watchers.values()) this.#tell(watcher);
    this.#goOn();
  }

  /** Reads on unless the tab that leads has too much to draw. Without one, nobody is waited for. */
  #goOn(): void {
    const leader = this.#leader;
    const isBehind = leader !== null && !leader.isLate && this.#output.end - leader.seen > windowChars;
    if (!isBehind) {
      this.#callOffWait?.();
      this.#callOffWait = null;
      this.#pty.resume();
      return;
    }
    this.#pty.pause();
    this.#callOffWait ??= this.#clock.after(PATIENCE_MS, () => {
      this.#callOffWait = null;
      if (this.#leader) this.#leader.isLate = true;
      this.#goOn();
    });
  }

  #tell(watcher: Watcher): void {
    const { tab } = watcher;
    while (!watcher.isWaiting && watcher.told < this.#output.end && watcher.told - watcher.seen < windowChars) {
      if (!tab.isWritable) {
        watcher.isWaiting = true;
        tab.onceWritable(() => this.#resume(watcher));
        return;
      }
      const piece = this.#piece(watcher, watcher.told, pieceChars);
      watcher.told = piece.offset + piece.text.length;
      if (piece.modes !== undefined) watcher.seen = piece.offset;
      tab.tell('terminalOutput', piece);
    }
  }

  #resume(watcher: Watcher): void {
    watcher.isWaiting = false;
    if (this.#watchers.get(watcher.tab.id) === watcher) this.#tell(watcher);
  }

  #piece(watcher: Watcher, from: number, most: number): OwnTerminalOutput {
    const offset = Math.max(from, this.#output.offset);
    const text = this.#output.from(offset, most);
    const isLeading = watcher === this.#leader;
    const answerFrom = isLeading ? Math.max(offset, this.#heard) : null;
    if (isLeading) this.#heard = Math.max(this.#heard, offset + text.length);
    const modes = offset > from ? { modes: this.#output.modes } : {};
    return { terminalId: this.#id, offset, text, ...modes, answerFrom };
  }
}
