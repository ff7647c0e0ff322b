import type { SignInOutput } from '../protocol/agent-sign-in.js';
import type { Done } from '../protocol/rpc.js';
import type { QuestionAnswer } from '../sessions/agent-port.js';
import type { Act } from '../sessions/session-service.js';
import type { TabPort } from '../sessions/tab-port.js';

/** A tab as a sign-in terminal sees it. */
export interface SignInTab extends Pick<TabPort, 'id' | 'isWritable' | 'onceWritable'> {
  tell(method: 'signInOutput', agentId: string, output: SignInOutput): void;
}

/** Signing in to agents, for the RPC classes. Everything answers at once: how it goes is in the app's state. */
export interface SignInService {
  start(act: Act, agentId: string, wish: { methodId: string; consent: string | null }): Done;
  cancel(act: Act, agentId: string): Done;
  signOut(act: Act, agentId: string): Done;
  /** What the terminal of the running sign-in shows; from here on the tab is told of more. */
  watch(tab: SignInTab, agentId: string): SignInOutput | null;
  answer(agentId: string, questionId: string, answer: QuestionAnswer): void;
  input(agentId: string, attemptId: string, text: string): void;
  resize(agentId: string, attemptId: string, size: { cols: number; rows: number }): void;
  /** The tab is gone. */
  dropTab(tab: Pick<TabPort, 'id'>): void;
}
