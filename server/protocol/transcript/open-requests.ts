import type { EventStamp } from '../events.js';
import { LIMITS } from '../limits.js';
import { changeEntry, makeRoom, setOpen } from './edit-transcript.js';
import type { PermissionOutcome, QuestionOutcome } from './entries.js';
import type { Pending, Transcript } from './transcript.js';

/** A request waits for a person. A log that opens more than anyone could answer withdraws the oldest. */
export function awaitAnswer(t: Transcript, event: EventStamp, request: Pending): Transcript {
  const oldest = t.pending.length < LIMITS.openEntries ? undefined : t.pending[0];
  const voided = { status: 'voided', reason: { code: 'agent_withdrew' }, at: event.at } as const;
  const next = oldest ? settle(t, oldest, voided) : t;
  return { ...next, pending: [...next.pending, request] };
}

/** The same for a call, which is unfinished until then. */
export function awaitPermission(t: Transcript, event: EventStamp, permissionId: string, entry: number): Transcript {
  const roomy = t.open.includes(entry) ? t : makeRoom(t, event);
  return setOpen(awaitAnswer(roomy, event, { kind: 'permission', id: permissionId, entry }), entry, true);
}

export function findPending(t: Transcript, kind: Pending['kind'], id: string): Pending | undefined {
  return t.pending.find((item) => item.kind === kind && item.id === id);
}

/** The entries with a request of this id that is still open. */
export function entriesAwaiting({ pending }: Transcript, id: string): number[] {
  return pending.filter((request) => request.id === id).map(({ entry }) => entry);
}

/** All entries that aren't finished. */
export function unfinishedEntries({ open, pending }: Transcript): number[] {
  return [...open, ...pending.map(({ entry }) => entry)];
}

/** Settles a permission once; a second outcome changes nothing. */
export function settlePermission(t: Transcript, permissionId: string, outcome: PermissionOutcome): Transcript {
  const pending = findPending(t, 'permission', permissionId);
  if (!pending) return t;
  const settled = changeEntry(t, pending.entry, 'tool', (entry) => ({
    ...entry,
    permissions: entry.permissions.map((p) => (p.permissionId === permissionId ? { ...p, outcome } : p)),
  }));
  return without(settled, pending);
}

/** Settles a question once; a second outcome changes nothing. */
export function settleQuestion(t: Transcript, questionId: string, outcome: QuestionOutcome): Transcript {
  const pending = findPending(t, 'question', questionId);
  if (!pending) return t;
  return without(
    changeEntry(t, pending.entry, 'question', (entry) => ({ ...entry, outcome })),
    pending,
  );
}

/** Settles either without an answer. */
export function settle(
  t: Transcript,
  { kind, id }: Pending,
  outcome: Extract<PermissionOutcome & QuestionOutcome, { status: 'voided' }>,
): Transcript {
  return kind === 'permission' ? settlePermission(t, id, outcome) : settleQuestion(t, id, outcome);
}

function without(t: Transcript, pending: Pending): Transcript {
  return { ...t, pending: t.pending.filter((item) => item !== pending) };
}
