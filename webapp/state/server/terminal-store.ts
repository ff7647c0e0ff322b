import { type OwnTerminalOutput, TERMINAL_LIMITS } from '../../../server/protocol/api/own-terminal.js';
import type { AcpBridgeApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { Store } from '../base/store.js';

/** Where the text of a terminal goes. */
export interface OwnTerminalSink {
  /** Calls `onDrawn` when it is on the screen. `canAnswer`: what a program asks in it is answered from here. */
  write(text: string, canAnswer: boolean, onDrawn: () => void): void;
  /** What came before is gone: the screen begins anew. */
  reset(): void;
}

interface Shown {
  readonly terminalId: string;
  readonly sink: OwnTerminalSink;
  /** How many characters of the terminal were written to the sink, drawn, and reported as drawn. */
  next: number;
  drawn: number;
  confirmed: number;
}

/** What the page says about terminals besides the terminals themselves. */
export interface TerminalsState {
  readonly isOpening: boolean;
  /** Why the last one could not be opened. */
  readonly refusal: RpcError | null;
  /** The terminal that is to have the focus as soon as it is on the screen. */
  readonly wanted: string | null;
}

type TerminalServer = Pick<
  AcpBridgeApi,
  'watch_terminal' | 'leave_terminal' | 'type_in_terminal' | 'resize_terminal' | 'confirm_terminal'
>;

/** The way between this tab and the terminals that people work in. Nothing typed there is kept. */
export class TerminalStore extends Store<TerminalsState> {
  readonly #server: TerminalServer;
  readonly #shown = new Map<string, Shown>();

  constructor(server: TerminalServer) {
    super({ isOpening: false, refusal: null, wanted: null });
    this.#server = server;
  }

  /** Waits for a terminal that is being opened. */
  async follow<T extends { id: string }>(opening: Promise<T>): Promise<T | null> {
    this.set({ ...this.value, isOpening: true, refusal: null });
    try {
      const terminal = await opening;
      this.set({ isOpening: false, refusal: null, wanted: terminal.id });
      return terminal;
    } catch (error) {
      this.set({ ...this.value, isOpening: false, refusal: RpcError.from(error) });
      return null;
    }
  }

  want(terminalId: string | null): void {
    if (this.value.wanted !== terminalId) this.set({ ...this.value, wanted: terminalId });
  }

  /** Shows a terminal: all that is kept of it, once, and all that follows. The result ends that. */
  show(terminalId: string, sink: OwnTerminalSink): () => void {
    const shown = { terminalId, sink, next: 0, drawn: 0, confirmed: 0 };
    this.#shown.set(terminalId, shown);
    void this.#ask(shown);
    return () => {
      if (this.#shown.get(terminalId) !== shown) return;
      this.#shown.delete(terminalId);
      this.#server.leave_terminal(terminalId).catch(() => {});
    };
  }

  /** There is a fresh connection, which knows nothing of what is on the screen. */
  catchUp(): void {
    for (const shown of this.#shown.values()) void this.#ask(shown);
  }

  take({ terminalId, offset, text, modes, answerFrom }: OwnTerminalOutput): void {
    const shown = this.#shown.get(terminalId);
    if (!shown) return;
    if (offset > shown.next) {
      shown.sink.reset();
      if (modes) shown.sink.write(modes, false, () => {});
      shown.drawn = offset;
    }
    const from = Math.max(offset, shown.next);
    const end = offset + text.length;
    shown.next = Math.max(shown.next, end);
    const split = Math.min(Math.max(answerFrom ?? end, from), end);
    this.#write(shown, text.slice(from - offset, split - offset), false);
    this.#write(shown, text.slice(split - offset), true);
  }

  /** Without a connection nothing is typed, and the page says that there is none. */
  type(terminalId: string, text: string): void {
    const { inputChars } = TERMINAL_LIMITS;
    for (let at = 0; at < text.length; at += inputChars) {
      this.#server.type_in_terminal(terminalId, text.slice(at, at + inputChars)).catch(() => {});
    }
  }

  resize(terminalId: string, cols: number, rows: number): void {
    this.#server.resize_terminal(terminalId, cols, rows).catch(() => {});
  }

  #write(shown: Shown, text: string, canAnswer: boolean): void {
    if (text === '') return;
    shown.sink.write(text, canAnswer, () => {
      shown.drawn += text.length;
      if (shown.drawn - shown.confirmed < TERMINAL_LIMITS.confirmChars) return;
      shown.confirmed = shown.drawn;
      if (this.#shown.get(shown.terminalId) !== shown) return;
      this.#server.confirm_terminal(shown.terminalId, shown.drawn).catch(() => {});
    });
  }

  async #ask(shown: Shown): Promise<void> {
    // A lost connection is reported elsewhere, and the next one asks again.
    const output = await this.#server.watch_terminal(shown.terminalId, shown.next).catch(() => null);
    if (output && this.#shown.get(shown.terminalId) === shown) this.take(output);
  }
}
