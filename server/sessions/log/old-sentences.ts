import type { Actor } from '../../protocol/events.js';
import type { Notice } from '../../protocol/notices.js';
import type { OldSentence, PauseReason } from '../../protocol/reasons.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import type { Entry, Mark, Permission, StopCause } from '../../protocol/transcript/entries.js';
import type { OldSession, Transcript } from '../../protocol/transcript/transcript.js';

/**
 * Earlier versions wrote sentences where there are codes now. Everything that is read from the store passes here, and
 * nothing behind it knows of that: a sentence stays one and is shown as it was. Only those that decide something get
 * their code.
 */
type Old = Record<string, unknown>;

/** An event as an earlier version may have written it. */
export function upgradeEvent(event: LoggedEvent): LoggedEvent {
  const old = event as unknown as Old;
  switch (event.type) {
    case 'notice_shown':
      return typeof old.title === 'string' ? upgraded(old, ['title', 'description'], { notice: noticeOf(old) }) : event;
    case 'turn_failed':
      return typeof old.message === 'string' ? upgraded(old, ['message'], { trouble: sentence(old.message) }) : event;
    case 'queue_paused':
      return typeof old.reason === 'string' ? { ...event, reason: pauseOf(old.reason) } : event;
    case 'turn_interrupted':
    case 'permission_voided':
    case 'question_voided':
    case 'terminal_closed':
      return typeof old.reason === 'string' ? { ...event, reason: sentence(old.reason) } : event;
    case 'agent_session_opened':
      return event.replaced ? { ...event, replaced: replacedOf(event.replaced) } : event;
    case 'permission_answered':
      return { ...event, by: actorOf(event.by), ...storedOf(old) };
    case 'question_answered':
    case 'cancel_requested':
    case 'prompt_sent':
    case 'prompt_queued':
      return { ...event, by: actorOf(event.by) };
    default:
      return event;
  }
}

/** An entry as an earlier version may have kept it. */
export function upgradeEntry(entry: Entry): Entry {
  const old = entry as unknown as Old;
  switch (entry.kind) {
    case 'notice':
      return typeof old.title === 'string' ? upgraded(old, ['title', 'description'], { notice: noticeOf(old) }) : entry;
    case 'error':
      return typeof old.message === 'string' ? upgraded(old, ['message'], { trouble: sentence(old.message) }) : entry;
    case 'mark':
      return typeof old.mark === 'string'
        ? upgraded(old, ['text'], { mark: markOf(old.mark, String(old.text)) })
        : entry;
    case 'question':
      return { ...entry, outcome: outcomeOf(entry.outcome) };
    case 'tool': {
      const permissions = (entry.permissions ?? []).map((asked) => ({ ...asked, outcome: outcomeOf(asked.outcome) }));
      return permissions.length === 0 ? entry : { ...entry, permissions };
    }
    case 'terminal': {
      const reason: unknown = entry.exit?.reason;
      return entry.exit && typeof reason === 'string'
        ? { ...entry, exit: { ...entry.exit, reason: sentence(reason) } }
        : entry;
    }
    case 'user':
      return entry.by === null ? entry : { ...entry, by: actorOf(entry.by) };
    default:
      return entry;
  }
}

/** The rest of a transcript as an earlier version may have kept it. */
export function upgradeState<T extends Omit<Transcript, 'entries'>>(state: T): T {
  const { queuePaused, oldSession } = state as unknown as { queuePaused: unknown; oldSession?: OldSession };
  return {
    ...state,
    ...((state as { spent?: unknown }).spent === undefined ? { spent: lastTotals(state) } : {}),
    ...(typeof queuePaused === 'string' ? { queuePaused: pauseOf(queuePaused) } : {}),
    ...(oldSession ? { oldSession: replacedOf(oldSession) } : {}),
  };
}

/** All that is known of what a session has cost that kept no sum of it. */
function lastTotals({ totals, usage }: Pick<Transcript, 'totals' | 'usage'>): Transcript['spent'] {
  if (totals) return totals;
  return usage?.cost ? { [usage.cost.currency]: usage.cost.amount } : {};
}

function upgraded<T>(old: Old, dropped: readonly string[], added: Old): T {
  const kept = Object.entries(old).filter(([name]) => !dropped.includes(name));
  return { ...Object.fromEntries(kept), ...added } as T;
}

function sentence(text: string): OldSentence {
  return { code: 'sentence', text };
}

const ACTS_UNASKED = / acts without asking$/;

function noticeOf({ title, description }: Old): Notice {
  const text = String(title);
  // Said once in a session: the next start must know that it was.
  if (ACTS_UNASKED.test(text)) return { code: 'acts_unasked', agent: text.replace(ACTS_UNASKED, '') };
  return { code: 'sentences', title: text, ...(typeof description === 'string' ? { description } : {}) };
}

/** A queue that waits for a sign-in goes on by itself after it. */
function pauseOf(reason: string): PauseReason {
  return reason === 'Waiting for you to sign in' ? { code: 'sign_in_needed' } : sentence(reason);
}

function markOf(mark: string, text: string): Mark {
  switch (mark) {
    case 'restarted':
    case 'cancelled':
      return { code: mark };
    case 'interrupted':
      return { code: 'interrupted', reason: sentence(text) };
    case 'imported':
      return { code: 'imported', from: text.replace(/^History from /, '') };
    default:
      return { code: 'stopped', cause: sentence(text) satisfies StopCause };
  }
}

type Outcome = Permission['outcome'] | Extract<Entry, { kind: 'question' }>['outcome'];

function outcomeOf<T extends Outcome>(outcome: T): T {
  const old = outcome as unknown as Old;
  if (outcome.status === 'voided' && typeof old.reason === 'string')
    return { ...outcome, reason: sentence(old.reason) };
  return outcome.status === 'answered' ? { ...outcome, by: actorOf(outcome.by), ...storedOf(old) } : outcome;
}

function storedOf({ stored }: Old): { stored?: OldSentence } {
  return typeof stored === 'string' ? { stored: sentence(stored) } : {};
}

function actorOf(by: Actor): Actor {
  const { kind, reason, rule } = (by ?? {}) as unknown as Old;
  if (kind === 'server' && typeof reason === 'string') return { kind: 'server', reason: sentence(reason) };
  return kind === 'rule' && typeof rule === 'string' ? ({ ...by, rule: sentence(rule) } as Actor) : by;
}

function replacedOf<T extends object>(replaced: T): T {
  const old = replaced as unknown as Old;
  if (typeof old.reason !== 'string') return replaced;
  return upgraded(old, ['reason'], { trouble: { code: 'said', text: old.reason } });
}
