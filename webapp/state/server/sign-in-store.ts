import type { SignInOutput } from '../../../server/protocol/api/agent-sign-in.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { AcpBridgeApi } from '../../../server/protocol/api/rpc.js';
import { Store } from '../base/store.js';

/** Where the text of a sign-in terminal goes. */
export interface TerminalSink {
  write(text: string): void;
  /** Some of it was missed: what follows stands by itself. */
  reset(): void;
}

interface Shown {
  readonly agentId: string;
  readonly attemptId: string;
  readonly sink: TerminalSink;
  /** How many characters of the terminal were written. */
  next: number;
}

type SignInServer = Pick<AcpBridgeApi, 'sign_in_answer' | 'sign_in_output' | 'sign_in_input' | 'sign_in_resize'>;

/** Which agent a person wants to sign in to in this tab, and the way to its terminal. Nothing typed there is kept. */
export class SignInStore extends Store<string | null> {
  readonly #server: SignInServer;
  #shown: Shown | null = null;

  constructor(server: SignInServer) {
    super(null);
    this.#server = server;
  }

  open(agentId: string): void {
    this.set(agentId);
  }

  close(): void {
    this.set(null);
  }

  /** Somebody who is signed in, here or elsewhere, wants it no more. */
  follow(agents: readonly AgentSummary[]): void {
    const agent = agents.find(({ id }) => id === this.value);
    if (agent && agent.health.state !== 'needs_login' && !agent.signIn?.attempt) this.close();
  }

  /** Shows a terminal: all that is kept of it, and all that follows. The result ends that. */
  show(agentId: string, attemptId: string, sink: TerminalSink): () => void {
    const shown = { agentId, attemptId, sink, next: 0 };
    this.#shown = shown;
    void this.#ask(shown);
    return () => {
      if (this.#shown === shown) this.#shown = null;
    };
  }

  /** There is a fresh connection, which knows nothing of the terminal on screen. */
  catchUp(): void {
    if (this.#shown) void this.#ask(this.#shown);
  }

  take(output: SignInOutput): void {
    const shown = this.#shown;
    if (shown?.attemptId !== output.attemptId) return;
    const { offset, text } = output;
    if (offset > shown.next) shown.sink.reset();
    const news = text.slice(Math.max(0, shown.next - offset));
    shown.next = Math.max(shown.next, offset + text.length);
    if (news) shown.sink.write(news);
  }

  /** What a form of a sign-in takes may be secret: it goes straight to the server, and is never kept to be sent again. */
  answer(...answer: Parameters<AcpBridgeApi['sign_in_answer']>): Promise<null> {
    return this.#server.sign_in_answer(...answer);
  }

  /** Without a connection nothing is typed, and the page says that there is none. */
  type(text: string): void {
    const shown = this.#shown;
    if (shown) this.#server.sign_in_input(shown.agentId, shown.attemptId, text).catch(() => {});
  }

  resize(cols: number, rows: number): void {
    const shown = this.#shown;
    if (shown) this.#server.sign_in_resize(shown.agentId, shown.attemptId, cols, rows).catch(() => {});
  }

  async #ask(shown: Shown): Promise<void> {
    // A lost connection is reported elsewhere; the next one asks again.
    const output = await this.#server.sign_in_output(shown.agentId).catch(() => null);
    if (output && this.#shown === shown) this.take(output);
  }
}
