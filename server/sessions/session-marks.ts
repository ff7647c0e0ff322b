import { AUTH_REQUIRED } from '../protocol/acp-codes.js';
import { endOf, entriesOf, entryAt } from '../protocol/entry-list.js';
import type { SessionEvent } from '../protocol/events.js';
import type { Transcript } from '../protocol/transcript.js';
import type { AgentSession } from './agent-port.js';
import type { SeatFault } from './agent-seat.js';
import type { EventLog } from './log/event-log.js';

const SERVER_STOPPED = 'The server was stopped';

/** How the page tells that the agent is there (again), and whether it remembers what the page shows. */
export function describeOpening({ facts, memory }: AgentSession, t: Transcript, agentName: string): SessionEvent[] {
  const events: SessionEvent[] = [{ type: 'agent_session_opened', facts, memory }];
  if (t.turn.n === 0) return events;
  if (!isMarked(t)) events.unshift({ type: 'agent_restarted' });
  // Whoever was told so has not said a word since.
  if (memory === 'kept' || t.handover) return events;
  return [
    ...events,
    {
      type: 'notice_shown',
      severity: 'warning',
      title: 'The previous session could not be restored',
      description: `${agentName} has begun a new one and does not remember what is above this line; it is kept here. With your next message it gets a short summary of the last request and where it stood, which you can unfold there.`,
    },
  ];
}

/** How the page tells that a history was taken from the agent. */
export function describeImport({ facts, memory }: AgentSession, t: Transcript, agentName: string): SessionEvent[] {
  const opened: SessionEvent = { type: 'agent_session_opened', facts, memory };
  if (t.lastOutputAt !== null) return [opened];
  const title = `${agentName} told nothing of what was said in this session`;
  const description = 'It may remember more than is shown here.';
  return [opened, { type: 'notice_shown', severity: 'info', title, description }];
}

/** What ends with the server: the running turn and the terminals. */
export function interruption(log: EventLog, reason: string): SessionEvent[] {
  const { turn, open } = log.transcript;
  const terminals = open.flatMap((n): SessionEvent[] => {
    const entry = log.entry(n);
    if (entry?.kind !== 'terminal') return [];
    return [
      { type: 'terminal_closed', terminalId: entry.terminalId, exitCode: null, signal: null, reason: SERVER_STOPPED },
    ];
  });
  return turn.status === 'idle' ? terminals : [...terminals, { type: 'turn_interrupted', reason }];
}

/** Why the agent is not here, for people who wait for it; said once. */
export function seatNotice(fault: SeatFault, t: Transcript, isWaitedFor = t.queue.length > 0): SessionEvent[] {
  // While nobody waits, the health of the agent says that it does not run.
  if (!fault.isRunning && !isWaitedFor) return [];
  const title = fault.isRunning ? 'The agent could not open this session' : 'The agent could not be started';
  const last = entryAt(t.entries, endOf(t.entries) - 1);
  if (last?.kind === 'notice' && last.title === title && last.description === fault.message) return [];
  const action = fault.code === AUTH_REQUIRED ? 'sign_in' : 'restart_agent';
  return [{ type: 'notice_shown', severity: 'error', title, description: fault.message, action }];
}

/** Whether the restart is marked already: several in a row, with nothing said between them, are one. */
function isMarked(t: Transcript): boolean {
  const since = entriesOf(t.entries).findLast((entry) => entry.kind === 'user' || entry.kind === 'mark');
  return since?.kind === 'mark' && since.mark === 'restarted';
}
