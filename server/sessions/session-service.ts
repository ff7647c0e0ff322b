import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { SessionSummary } from '../protocol/app-state.js';
import type { DraftChip } from '../protocol/draft.js';
import type { Actor, Position } from '../protocol/events.js';
import type { Done, PermissionExtras, SessionHit, SessionSync } from '../protocol/rpc.js';
import type { OlderEntries } from '../protocol/snapshot.js';
import type { QuestionAnswer } from './agent-port.js';
import type { RuleService } from './permissions/rule-service.js';
import type { TabPort } from './tab-port.js';

/** One act of a person: the id by which a repeat is known, and who acts. */
export interface Act {
  readonly cmdId: string;
  readonly by: Actor;
  /** Whether it came from another machine than this one. */
  readonly isRemote?: boolean;
}

/** Which question is answered how, and what goes with the answer. */
export type PermissionAnswerArgs = [
  sessionId: string,
  permissionId: string,
  optionId: string,
  extras?: PermissionExtras,
];

/**
 * What the RPC classes call. Everything answers at once: effects are in the log when it returns,
 * what an agent makes of them comes as events. Failures are `RpcError`s.
 */
export interface SessionService {
  readonly rules: RuleService;

  sync(tab: TabPort, sessionId: string, since: Position | null): SessionSync;
  entriesBefore(sessionId: string, epoch: string, before: number, limit: number): OlderEntries;
  leave(tab: TabPort, sessionId: string): void;
  /** The tab is gone: all its cursors end. */
  dropTab(tab: TabPort): void;

  prompt(act: Act, sessionId: string, content: ContentBlock[]): Done;
  cancel(act: Act, sessionId: string): Done;
  forceStop(act: Act, sessionId: string): Done;
  answerPermission(act: Act, ...answer: PermissionAnswerArgs): Done;
  answerQuestion(act: Act, sessionId: string, questionId: string, answer: QuestionAnswer): Done;
  editQueued(act: Act, sessionId: string, promptId: string, content: ContentBlock[]): Done;
  moveQueued(act: Act, sessionId: string, promptId: string, before: string | null): Done;
  removeQueued(act: Act, sessionId: string, promptId: string): Done;
  pauseQueue(act: Act, sessionId: string, paused: boolean): Done;
  sendNow(act: Act, sessionId: string, promptId: string): Done;
  setMode(act: Act, sessionId: string, modeId: string): Done;
  setOption(act: Act, sessionId: string, optionId: string, value: string | boolean): Done;
  restartAgent(act: Act, agentId: string): Done;
  runShell(act: Act, sessionId: string, command: string): Done;
  stopShell(act: Act, sessionId: string, terminalId: string): Done;

  create(act: Act, agentId: string | null): SessionSummary;
  open(sessionId: string): SessionSummary;
  list(): SessionSummary[];
  search(query: string, limit: number): SessionHit[];
  rename(act: Act, sessionId: string, title: string): Done;
  remove(act: Act, sessionId: string): Done;
  /** Takes the agent's own history as the session's log; ours is kept as a copy. */
  updateFromAgent(act: Act, sessionId: string): Done;
  setDraft(tab: TabPort, sessionId: string, text: string, chips?: readonly DraftChip[]): void;
}
