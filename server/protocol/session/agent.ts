import type { ShapeKit } from '../event-shape.js';
import { agentMemory, oldSessionState, replacedSession, sessionFacts } from '../events.js';
import { addEntry, closeText } from '../transcript/edit-transcript.js';
import { unfinishedEntries } from '../transcript/open-requests.js';
import { closeTurn, endTools, signTurn } from '../transcript/reduce-turn.js';
import type { Transcript } from '../transcript/transcript.js';
import type { CasesOf, ReachOf } from './event-case.js';
import type { EventOf } from './session-event.js';

/** The agent's process and its own session. */
export const agentShapes = (kit: ShapeKit) => {
  const { z, name, text, number, yes } = kit;
  return {
    agent_session_opened: {
      facts: sessionFacts(kit),
      memory: agentMemory(kit),
      /** The earlier session that could not be opened, where this one was begun instead. */
      replaced: replacedSession(kit).exactOptional(),
    },
    /** What becomes of that earlier session: a person has it tried again, it waits for that, or nobody wants to hear of it. */
    old_session_changed: { state: oldSessionState(kit) },
    agent_exited: {
      exitCode: number.nullable(),
      signal: name.nullable(),
      stderr: text,
      /** It ends the turn that ran. */
      duringTurn: yes,
      /** We ended it, because it read nothing of what we wrote. */
      reason: z.literal('unread').exactOptional(),
    },
    agent_restarted: {},
    history_imported: { from: name },
  };
};

export const agentCases: CasesOf<typeof agentShapes> = {
  agent_session_opened: { fold: openAgentSession },
  old_session_changed: {
    fold: (t, { state }) => (t.oldSession ? { ...t, oldSession: { ...t.oldSession, state } } : t),
  },
  agent_exited: { fold: endWithAgent },
  agent_restarted: {
    fold: (t, event) => addEntry(t, event, { kind: 'mark', mark: { code: 'restarted' }, action: null }),
  },
  history_imported: {
    fold: (t, event) =>
      addEntry({ ...t, isRetold: true }, event, {
        kind: 'mark',
        mark: { code: 'imported', from: event.from },
        action: null,
      }),
  },
};

export const agentReach: ReachOf<typeof agentShapes> = {
  agent_session_opened: (_event, t) => unfinishedEntries(t),
  agent_exited: (_event, t) => unfinishedEntries(t),
};

/** The agent's process is gone, and with it the turn that it was in. */
function endWithAgent(t: Transcript, event: EventOf<'agent_exited'>): Transcript {
  const { exitCode, signal, stderr, reason, duringTurn = false } = event;
  const end = { exitCode, signal, ...(reason ? { reason } : {}) };
  const trouble = { code: 'agent_exited', end, duringTurn } as const;
  const error = { kind: 'error', trouble, details: stderr || null, action: 'restart_agent' } as const;
  if (!duringTurn) return addEntry(t, event, error);
  const closed = closeTurn(t, event, 'cancelled', { code: 'agent_stopped' });
  return signTurn(t, addEntry(closed, event, { ...error, canResend: true }), event);
}

/** The agent is here (again): nothing that it left unfinished in an earlier life, or in its retelling, goes on. */
function openAgentSession(t: Transcript, event: EventOf<'agent_session_opened'>): Transcript {
  const { agentSessionId, modes, options, commands } = event.facts;
  const { oldSession: _old, gapAfter: _gap, agentTurn: _turn, forgotten: _forgotten, ...rest } = t;
  return {
    ...(t.turn.status === 'idle' ? endTools(closeText(rest, event), event, 'ended') : rest),
    ...memoryAfter(t, event),
    // Another session of the agent's has cost nothing yet.
    ...(event.memory === 'kept' ? {} : { totals: {} }),
    agentSessionId,
    modes: modes ?? t.modes,
    options: options ?? t.options,
    commands: commands ?? t.commands,
  };
}

type Memory = Pick<Transcript, 'memory' | 'handover' | 'gapAfter' | 'agentTurn' | 'forgotten' | 'oldSession'>;

/** What the agent knows of the session in the one of its own that is open now. */
function memoryAfter(t: Transcript, event: EventOf<'agent_session_opened'>): Memory {
  const { memory, facts, replaced } = event;
  const { handover, gapAfter, agentTurn, forgotten, oldSession } = t;
  const said = saidBefore(t);
  if (memory === 'kept' && oldSession?.agentSessionId === facts.agentSessionId) {
    const missed = said > oldSession.turn;
    return { memory, handover: missed, ...(missed ? { gapAfter: oldSession.turn, agentTurn: said } : {}) };
  }
  const old = oldSession ? { oldSession } : {};
  if (memory === 'kept') {
    // A session that was begun in the place of a lost one and never used is kept in vain.
    const isVain = handover && gapAfter === undefined;
    return {
      ...{ memory: isVain ? 'lost' : memory, handover: handover && said > 0, ...old },
      ...(gapAfter === undefined ? {} : { gapAfter }),
      ...(agentTurn === undefined ? {} : { agentTurn }),
      ...(forgotten === undefined ? {} : { forgotten }),
    };
  }
  const fresh: Memory = { memory, handover: memory === 'lost' && said > 0, agentTurn: said };
  if (!replaced) return { ...fresh, ...old };
  // Where nothing was said in the session that is lost now, the one before it is still the one to go back to.
  const isUnused = handover && gapAfter === undefined && oldSession !== undefined;
  const back = isUnused ? oldSession : { ...replaced, turn: said };
  return { ...fresh, oldSession: { ...back, state: 'waiting' } };
}

/** The last turn that is over: the prompt of a running one is still to go to the agent. */
function saidBefore({ turn }: Transcript): number {
  return turn.status === 'idle' ? turn.n : turn.n - 1;
}
