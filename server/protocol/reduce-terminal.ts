import { addEntry, changeEntry, setOpen } from './edit-transcript.js';
import type { TerminalEntry } from './entries.js';
import { entryAt, findEntry } from './entry-list.js';
import type { LoggedEvent } from './events.js';
import { LIMITS } from './limits.js';
import type { Transcript } from './transcript.js';

type EventOf<T extends LoggedEvent['type']> = Extract<LoggedEvent, { type: T }>;

/** A terminal from its first line to its end, whether the agent or a person wanted it. */
export function reduceTerminal(
  t: Transcript,
  event: EventOf<'terminal_opened' | 'terminal_output' | 'terminal_closed'>,
): Transcript {
  const n = findEntry(t.entries, `terminal:${event.terminalId}`);
  switch (event.type) {
    case 'terminal_opened': {
      const { terminalId, command, cwd, by } = event;
      const blank = { output: '', truncated: false, exit: null, endedAt: null, embedded: false, ...(by ? { by } : {}) };
      return addEntry(t, event, { kind: 'terminal', terminalId, command, cwd, ...blank }, true);
    }
    case 'terminal_output':
      return changeEntry(hearAgent(t, n, event.at), n, 'terminal', (entry) => grow(entry, event.text));
    case 'terminal_closed': {
      const { exitCode, signal, reason, at } = event;
      const exit = { exitCode, signal, ...(reason === undefined ? {} : { reason }) };
      const closed = changeEntry(t, n, 'terminal', (entry) => ({ ...entry, exit, endedAt: at }));
      return setOpen(closed, n, false);
    }
  }
}

/** What a person runs is no sign of life of the agent. */
function hearAgent(t: Transcript, n: number, at: number): Transcript {
  const entry = entryAt(t.entries, n);
  return entry?.kind === 'terminal' && entry.by ? t : { ...t, lastOutputAt: at };
}

function grow(entry: TerminalEntry, text: string): TerminalEntry {
  const output = entry.output + text;
  if (output.length <= LIMITS.terminalChars) return { ...entry, output };
  // More than is needed, because cutting copies all that is kept: it must not happen at every event.
  return { ...entry, output: output.slice(-LIMITS.terminalChars * 0.75), truncated: true };
}
