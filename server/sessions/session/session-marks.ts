import type { SessionOpening } from '../../ports/agent.js';
import { AUTH_REQUIRED } from '../../protocol/acp-codes.js';
import type { Notice } from '../../protocol/notices.js';
import type { Interruption } from '../../protocol/reasons.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { endOf, entriesOf, entryAt } from '../../protocol/transcript/entry-list.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { EventLog } from '../log/event-log.js';
import type { SeatFault } from './agent-seat.js';

/** How the page tells that the agent is there (again), and whether it remembers what the page shows. */
export function describeOpening(opening: SessionOpening, t: Transcript, agentName: string): SessionEvent[] {
  const opened = openedEvent(opening);
  if (t.turn.n === 0) return [opened];
  if (isReturn(opening, t)) return [opened, ...returnNotice(t, agentName)];
  const events: SessionEvent[] = isMarked(t) ? [opened] : [{ type: 'agent_restarted' }, opened];
  // Whoever was told so has not said a word since.
  const isTold = t.handover && t.gapAfter === undefined;
  if (opening.memory === 'kept' || isTold) return events;
  return [...events, lostNotice(agentName, 'next')];
}

/** The same in the middle of a turn, whose prompt the agent is about to get. */
export function describeReopening(opening: SessionOpening, agentName: string, isToldNow: boolean): SessionEvent[] {
  if (opening.memory === 'kept') return [];
  return [openedEvent(opening), lostNotice(agentName, isToldNow ? 'sent' : 'none')];
}

function openedEvent({ facts, memory, replaced }: SessionOpening): SessionEvent {
  return { type: 'agent_session_opened', facts, memory, ...(replaced ? { replaced } : {}) };
}

function lostNotice(agent: string, summary: 'next' | 'sent' | 'none'): SessionEvent {
  return { type: 'notice_shown', severity: 'warning', notice: { code: 'started_over', agent, summary } };
}

/** Whether the agent is back in a session that could not be opened before. */
function isReturn({ facts, memory }: SessionOpening, { oldSession }: Transcript): boolean {
  return memory === 'kept' && oldSession?.agentSessionId === facts.agentSessionId;
}

function returnNotice({ oldSession, turn }: Transcript, agent: string): SessionEvent[] {
  const missed = turn.n - (oldSession?.turn ?? turn.n);
  return [{ type: 'notice_shown', severity: 'info', notice: { code: 'back_in_session', agent, missed } }];
}

/** How the page tells that a history was taken from the agent. */
export function describeImport({ facts, memory }: SessionOpening, t: Transcript, agent: string): SessionEvent[] {
  const opened: SessionEvent = { type: 'agent_session_opened', facts, memory };
  if (t.lastOutputAt !== null) return [opened];
  return [opened, { type: 'notice_shown', severity: 'info', notice: { code: 'no_history', agent } }];
}

/** What ends with the server: the running turn, the terminals, and what is known of tasks that others work on. */
export function interruption(log: EventLog, reason: Interruption): SessionEvent[] {
  const { turn, open } = log.transcript;
  const unfinished = open.flatMap((n): SessionEvent[] => {
    const entry = log.entry(n);
    if (entry?.kind === 'delegation') {
      return [{ type: 'delegation_ended', delegationId: entry.delegationId, outcome: 'interrupted', answer: '' }];
    }
    if (entry?.kind !== 'terminal') return [];
    const end = { exitCode: null, signal: null, reason: { code: 'server_stopped' as const } };
    return [{ type: 'terminal_closed', terminalId: entry.terminalId, ...end }];
  });
  return turn.status === 'idle' ? unfinished : [...unfinished, { type: 'turn_interrupted', reason }];
}

/** Whether something besides a turn ends with the agent's process: a request, a task that it has given, or a command of its. */
export function hasAgentWork({ pending, open, entries }: Transcript): boolean {
  const isIts = (n: number) => {
    const entry = entryAt(entries, n);
    return entry?.kind === 'delegation' || (entry?.kind === 'terminal' && !entry.by);
  };
  return pending.length > 0 || open.some(isIts);
}

/** Why a running agent is not in the session, said once; with `isForced` also why it does not run. */
export function seatNotice(fault: SeatFault, t: Transcript, isForced = false): SessionEvent[] {
  // The health of an agent that does not run says so, in one place; what was written waits in the queue.
  if (!fault.isRunning && !isForced) return [];
  const { trouble, isRunning, code } = fault;
  const notice: Notice = { code: isRunning ? 'session_not_opened' : 'agent_not_started', trouble };
  const last = entryAt(t.entries, endOf(t.entries) - 1);
  if (last?.kind === 'notice' && JSON.stringify(last.notice) === JSON.stringify(notice)) return [];
  const action = code === AUTH_REQUIRED ? 'sign_in' : 'restart_agent';
  return [{ type: 'notice_shown', severity: 'error', notice, action }];
}

/** Whether the restart is marked already: several in a row, with nothing said between them, are one. */
function isMarked(t: Transcript): boolean {
  const since = entriesOf(t.entries).findLast((entry) => entry.kind === 'user' || entry.kind === 'mark');
  return since?.kind === 'mark' && since.mark.code === 'restarted';
}
