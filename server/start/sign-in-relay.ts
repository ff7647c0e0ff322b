import type { AgentFault } from '../agents/process/agent-fault.js';
import type { AgentAuth, SignInRefusal } from '../agents/sign-in/agent-auth.js';
import type { QuestionAnswer } from '../ports/agent.js';
import { SIGN_IN_LIMITS, type SignInOutput } from '../protocol/api/agent-sign-in.js';
import type { Done } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { SignInPort, SignInTab } from '../rpc/services.js';

/** Who knows how to sign in to each agent. */
export interface SignInHost {
  authOf(agentId: string): Pick<AgentAuth, 'start' | 'cancel' | 'signOut' | 'answer' | 'input' | 'resize' | 'output'>;
}

/** How much of a terminal a tab was told. */
interface Watcher {
  readonly tab: SignInTab;
  readonly agentId: string;
  attemptId: string | null;
  told: number;
  isWaiting: boolean;
}

/** Brings sign-ins to the tabs, in memory only: what a terminal of theirs shows and takes may be secret. */
export class SignInRelay implements SignInPort {
  readonly #head: () => number;
  readonly #watchers = new Map<string, Watcher>();
  #host: SignInHost | null = null;

  /** `head` is where the app's log stands, in which everybody sees how a sign-in goes. */
  constructor(head: () => number) {
    this.#head = head;
  }

  /** The agents' code is loaded. */
  arrive(host: SignInHost): void {
    this.#host = host;
  }

  start(agentId: string, wish: { methodId: string; consent: string | null }): Done {
    return this.#do(() => this.#authOf(agentId).start(wish));
  }

  cancel(agentId: string): Done {
    return this.#do(() => this.#authOf(agentId).cancel());
  }

  signOut(agentId: string): Done {
    return this.#do(() => this.#authOf(agentId).signOut());
  }

  watch(tab: SignInTab, agentId: string): SignInOutput | null {
    const output = this.#authOf(agentId).output;
    const told = output ? output.offset + output.text.length : 0;
    const attemptId = output?.attemptId ?? null;
    this.#watchers.set(tab.id, { tab, agentId, attemptId, told, isWaiting: false });
    return output;
  }

  answer(agentId: string, questionId: string, answer: QuestionAnswer): void {
    asked(() => this.#authOf(agentId).answer(questionId, answer));
  }

  input(agentId: string, attemptId: string, text: string): void {
    asked(() => this.#authOf(agentId).input(attemptId, text));
  }

  resize(agentId: string, attemptId: string, { cols, rows }: { cols: number; rows: number }): void {
    asked(() => this.#authOf(agentId).resize(attemptId, cols, rows));
  }

  dropTab({ id }: { id: string }): void {
    this.#watchers.delete(id);
  }

  /** A terminal has more to show. */
  tellOutput(agentId: string): void {
    for (const watcher of this.#watchers.values()) if (watcher.agentId === agentId) this.#tell(watcher);
  }

  /** A tab that is slow waits, and misses what is no longer kept by then. */
  #tell(watcher: Watcher): void {
    const { tab, agentId } = watcher;
    const output = this.#authOf(agentId).output;
    if (!output || watcher.isWaiting) return;
    if (watcher.attemptId !== output.attemptId) Object.assign(watcher, { attemptId: output.attemptId, told: 0 });
    const { attemptId, offset, text } = output;
    for (let at = Math.max(watcher.told, offset); at < offset + text.length; at = watcher.told) {
      if (!tab.isWritable) {
        watcher.isWaiting = true;
        tab.onceWritable(() => this.#resume(watcher));
        return;
      }
      const piece = text.slice(at - offset, at - offset + SIGN_IN_LIMITS.pieceChars);
      tab.tell('signInOutput', agentId, { attemptId, offset: at, text: piece });
      watcher.told = at + piece.length;
    }
  }

  #resume(watcher: Watcher): void {
    watcher.isWaiting = false;
    if (this.#watchers.get(watcher.tab.id) === watcher) this.#tell(watcher);
  }

  #do(perform: () => void): Done {
    asked(perform);
    return { seq: this.#head() };
  }

  #authOf(agentId: string): ReturnType<SignInHost['authOf']> {
    if (!this.#host)
      throw new RpcError('unavailable', 'The agents are still being loaded.', { code: 'agents_loading' });
    const host = this.#host;
    return asked(() => host.authOf(agentId));
  }
}

/** Does something with an agent's sign-in; a refusal is an `RpcError`. */
function asked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const { kind = 'not_found', message, reason, trouble } = error as Partial<SignInRefusal & AgentFault> & Error;
    throw new RpcError(kind, message, reason ?? (trouble ? { code: 'agent_trouble', trouble } : null));
  }
}
