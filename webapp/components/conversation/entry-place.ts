import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { AgentSummary, AppState, SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { UserEntry } from '../../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import { conversationWords } from './words.js';

/** Where an entry stands, for what it says and offers. */
export interface EntryPlace {
  readonly folder: string;
  readonly agentId: string;
  readonly agentName: string;
  /** Whether the agent runs, so that nobody has to start it again. */
  readonly isAgentUp: boolean;
  /** Whether the agent waits for a person to sign in. */
  readonly needsSignIn: boolean;
  readonly isQueueEmpty: boolean;
  /** Whether a person can write here: in a session of theirs, that is on screen as itself. */
  readonly isWritable: boolean;
  /** The turn whose troubles something can still be done about; null while one runs. */
  readonly lastTurn: number | null;
  /** What a person last sent. */
  readonly lastPrompt: readonly ContentBlock[] | null;
}

/** Where the entries of a session stand; the same object again while nothing of it has changed. */
export function placeFor(
  before: EntryPlace | null,
  about: {
    app: Pick<AppState, 'folder'> | null;
    session: SessionSummary | null;
    agent: AgentSummary | null;
    transcript: Transcript;
    /** It is shown inside of another session. */
    isInner?: boolean;
  },
): EntryPlace {
  const { app, session, agent, transcript, isInner = false } = about;
  const isIdle = transcript.turn.status === 'idle';
  const next: EntryPlace = {
    folder: session?.cwd ?? app?.folder.path ?? '',
    agentId: agent?.id ?? '',
    agentName: agent?.name ?? conversationWords.agent,
    isAgentUp: agent?.health.state === 'ready' || agent?.health.state === 'starting',
    needsSignIn: agent?.health.state === 'needs_login',
    isQueueEmpty: transcript.queue.length === 0 && transcript.queuePaused?.code !== 'budget',
    isWritable: session?.writable !== false && !isInner,
    // What can only be read offers nothing to do.
    lastTurn: isIdle && session?.writable !== false ? transcript.turn.n : null,
    lastPrompt: isIdle ? lastPromptIn(transcript) : null,
  };
  return before && isSame(before, next) ? before : next;
}

function lastPromptIn({ entries }: Transcript): UserEntry['content'] | null {
  const entry = entriesOf(entries).findLast((found): found is UserEntry => found.kind === 'user');
  return entry?.content ?? null;
}

function isSame(a: EntryPlace, b: EntryPlace): boolean {
  const isSamePlace = a.folder === b.folder && a.agentId === b.agentId && a.agentName === b.agentName;
  return (
    isSamePlace &&
    a.isAgentUp === b.isAgentUp &&
    a.needsSignIn === b.needsSignIn &&
    a.isQueueEmpty === b.isQueueEmpty &&
    a.isWritable === b.isWritable &&
    a.lastTurn === b.lastTurn &&
    a.lastPrompt === b.lastPrompt
  );
}
