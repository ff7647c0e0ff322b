import type { AgentTrouble } from '../agent-trouble.js';
import type { ShapeKit } from '../event-shape.js';
import { delegationOutcome } from '../events.js';
import { LIMITS } from '../limits.js';
import { addEntry, changeEntry, setOpen } from '../transcript/edit-transcript.js';
import { findEntry } from '../transcript/entry-list.js';
import { newest } from '../transcript/reduce-tool.js';
import type { Transcript } from '../transcript/transcript.js';
import { usageSum } from '../usage-sum.js';
import type { CasesOf, ReachOf } from './event-case.js';

/**
 * Tasks that the agent has given to others; they outlive the turn in which they were given. What they do is in the log of
 * `sessionId`, and nothing of it is copied here.
 */
export const delegationShapes = (kit: ShapeKit) => {
  const { id, name, text, number, code } = kit;
  return {
    delegation_started: {
      delegationId: id,
      sessionId: id,
      name,
      agentId: id,
      /** How the task begins. */
      task: text,
      /** The call of the agent that wanted it, where that is known. */
      toolCallId: id.exactOptional(),
    },
    delegation_changed: {
      delegationId: id,
      toolCallId: id.exactOptional(),
      /** The other session's turn, once the task has been sent. */
      turn: number.exactOptional(),
    },
    delegation_ended: {
      delegationId: id,
      outcome: delegationOutcome(kit),
      /** How the last message there begins. */
      answer: text,
      trouble: code<AgentTrouble>().exactOptional(),
      /** What the reply there has used. */
      usage: usageSum(kit).exactOptional(),
    },
  };
};

const delegation = ({ delegationId }: { delegationId: string }) => `delegation:${delegationId}`;

export const delegationCases: CasesOf<typeof delegationShapes> = {
  delegation_started: {
    fold(t, event) {
      const { delegationId, sessionId, name, agentId, task, toolCallId = null } = event;
      const about = { delegationId, sessionId, name, agentId, task, toolCallId };
      const blank = { sentAs: null, embedded: toolCallId !== null, end: null, endedAt: null };
      return showInCall(addEntry(t, event, { kind: 'delegation', ...about, ...blank }, true), event);
    },
  },
  delegation_changed: {
    names: delegation,
    fold(t, event, n) {
      const { toolCallId, turn } = event;
      const changed = changeEntry(t, n, 'delegation', (entry) => ({
        ...entry,
        ...(turn === undefined ? {} : { sentAs: turn }),
        ...(toolCallId === undefined ? {} : { toolCallId, embedded: true }),
      }));
      return showInCall(changed, event);
    },
  },
  delegation_ended: {
    names: delegation,
    fold(t, { outcome, answer, trouble, usage, at }, n) {
      const more = { ...(trouble === undefined ? {} : { trouble }), ...(usage === undefined ? {} : { usage }) };
      const end = { outcome, answer, ...more };
      return setOpen(
        changeEntry(t, n, 'delegation', (entry) => ({ ...entry, end, endedAt: at })),
        n,
        false,
      );
    },
  },
};

const call = ({ toolCallId }: { toolCallId?: string }) => (toolCallId === undefined ? [] : [`tool:${toolCallId}`]);

export const delegationReach: ReachOf<typeof delegationShapes> = {
  delegation_started: call,
  delegation_changed: call,
};

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
