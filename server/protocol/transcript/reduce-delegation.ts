import type { LoggedEvent } from '../events.js';
import { LIMITS } from '../limits.js';
import { addEntry, changeEntry, setOpen } from './edit-transcript.js';
import { findEntry } from './entry-list.js';
import { newest } from './reduce-tool.js';
import type { Transcript } from './transcript.js';

type EventOf<T extends LoggedEvent['type']> = Extract<LoggedEvent, { type: T }>;

/** A task for another agent from its beginning to its end; it outlives the turn in which it was given. */
export function reduceDelegation(
  t: Transcript,
  event: EventOf<'delegation_started' | 'delegation_changed' | 'delegation_ended'>,
): Transcript {
  const { delegationId } = event;
  const n = findEntry(t.entries, `delegation:${delegationId}`);
  switch (event.type) {
    case 'delegation_started': {
      const { sessionId, name, agentId, task, toolCallId = null } = event;
      const about = { delegationId, sessionId, name, agentId, task, toolCallId };
      const blank = { sentAs: null, embedded: toolCallId !== null, end: null, endedAt: null };
      return showInCall(addEntry(t, event, { kind: 'delegation', ...about, ...blank }, true), event);
    }
    case 'delegation_changed': {
      const { toolCallId, turn } = event;
      const changed = changeEntry(t, n, 'delegation', (entry) => ({
        ...entry,
        ...(turn === undefined ? {} : { sentAs: turn }),
        ...(toolCallId === undefined ? {} : { toolCallId, embedded: true }),
      }));
      return showInCall(changed, event);
    }
    case 'delegation_ended': {
      const { outcome, answer, trouble, usage, at } = event;
      const more = { ...(trouble === undefined ? {} : { trouble }), ...(usage === undefined ? {} : { usage }) };
      const end = { outcome, answer, ...more };
      return setOpen(
        changeEntry(t, n, 'delegation', (entry) => ({ ...entry, end, endedAt: at })),
        n,
        false,
      );
    }
  }
}

/** A task that a tool call shows is drawn there and not a second time by itself. */
function showInCall(t: Transcript, { delegationId, toolCallId }: { delegationId: string; toolCallId?: string }) {
  if (toolCallId === undefined) return t;
  const n = findEntry(t.entries, `tool:${toolCallId}`);
  return changeEntry(t, n, 'tool', (entry) => {
    const known = entry.delegations ?? [];
    return known.includes(delegationId)
      ? entry
      : { ...entry, delegations: newest([...known, delegationId], LIMITS.callTasks) };
  });
}
