import type { AgentSummary, AppState, SessionSummary } from '../../server/protocol/app-state.js';
import type { UserEntry } from '../../server/protocol/entries.js';
import { entriesOf } from '../../server/protocol/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import type { EntryPlace } from './entry-place.js';

/** Where the entries of a session stand; the same object again while nothing of it has changed. */
export function placeFor(
  before: EntryPlace | null,
  about: { app: AppState | null; session: SessionSummary | null; agent: AgentSummary | null; transcript: Transcript },
): EntryPlace {
  const { app, session, agent, transcript } = about;
  const isIdle = transcript.turn.status === 'idle';
  const next: EntryPlace = {
    folder: session?.cwd ?? app?.folder.path ?? '',
    agentId: agent?.id ?? '',
    agentName: agent?.name ?? 'Agent',
    isAgentUp: agent?.health.state === 'ready' || agent?.health.state === 'starting',
    needsSignIn: agent?.health.state === 'needs_login',
    isQueueEmpty: transcript.queue.length === 0,
    others: otherAgents(app, agent),
    // What can only be read offers nothing to do.
    lastTurn: isIdle && session?.writable !== false ? transcript.turn.n : null,
    lastPrompt: isIdle ? lastPromptIn(transcript) : null,
  };
  return before && isSame(before, next) ? before : next;
}

const CANNOT_START: readonly string[] = ['missing', 'untrusted'] satisfies AgentSummary['health']['state'][];

/** Agents that could be used instead. */
export function otherAgents(app: AppState | null, agent: AgentSummary | null): readonly AgentSummary[] {
  return (app?.agents ?? []).filter(({ id, health }) => id !== agent?.id && !CANNOT_START.includes(health.state));
}

function lastPromptIn({ entries }: Transcript): UserEntry['content'] | null {
  const entry = entriesOf(entries).findLast((found): found is UserEntry => found.kind === 'user');
  return entry?.content ?? null;
}

function isSame(a: EntryPlace, b: EntryPlace): boolean {
  const isSamePlace = a.folder === b.folder && a.agentId === b.agentId && a.agentName === b.agentName;
  const isSameOthers = a.others.length === b.others.length && a.others.every(({ id }, n) => id === b.others[n]?.id);
  return (
    isSamePlace &&
    isSameOthers &&
    a.isAgentUp === b.isAgentUp &&
    a.needsSignIn === b.needsSignIn &&
    a.isQueueEmpty === b.isQueueEmpty &&
    a.lastTurn === b.lastTurn &&
    a.lastPrompt === b.lastPrompt
  );
}
