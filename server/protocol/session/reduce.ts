import { own } from '../own.js';
import { findEntry } from '../transcript/entry-list.js';
import type { Transcript } from '../transcript/transcript.js';
import { agentCases } from './agent.js';
import { budgetCases } from './budgets.js';
import { delegationCases } from './delegation.js';
import { type CasesOf, type EventCase, NO_CASE } from './event-case.js';
import { noticeCases } from './notices.js';
import { permissionCases } from './permissions.js';
import { questionCases } from './questions.js';
import { queueCases } from './queue.js';
import type { LoggedEvent, sessionShapes } from './session-event.js';
import { settingCases } from './session-settings.js';
import { terminalCases } from './terminals.js';
import { toolCallCases } from './tool-calls.js';
import { turnCases } from './turns.js';
import { updateCases } from './updates.js';
import { addUse } from './used-by.js';

const CASES: CasesOf<typeof sessionShapes> = {
  ...queueCases,
  ...turnCases,
  ...budgetCases,
  ...updateCases,
  ...toolCallCases,
  ...permissionCases,
  ...questionCases,
  ...terminalCases,
  ...agentCases,
  ...delegationCases,
  ...settingCases,
  ...noticeCases,
};

/** The case of an event; a newer server may have written one that we do not know. */
function caseOf(event: LoggedEvent): EventCase<LoggedEvent> {
  return (own(CASES, event.type) ?? NO_CASE) as EventCase<LoggedEvent>;
}

/** Pure and total: no clock, no randomness, no I/O. An event of an unknown type only counts. */
export function reduceTranscript(before: Transcript, told: LoggedEvent): Transcript {
  // The time in which no server ran is part of nothing.
  const event = told.until === undefined ? told : { ...told, at: told.until };
  const t = addUse({ ...before, seq: event.seq }, event.used);
  const key = keyNamedBy(event, t);
  return caseOf(event).fold(t, event, key === null ? -1 : findEntry(t.entries, key));
}

/** The key of the entry that an event is about, if it names one; see `keyOf`. */
export function keyNamedBy(event: LoggedEvent, t: Transcript): string | null {
  return caseOf(event).names?.(event, t) ?? null;
}
