import type { ShapeKit } from '../event-shape.js';
import { actor } from '../events.js';
import { LIMITS } from '../limits.js';
import type { TerminalEnd } from '../reasons.js';
import { addEntry, changeEntry, setOpen } from '../transcript/edit-transcript.js';
import type { TerminalEntry } from '../transcript/entries.js';
import { entryAt, findEntry } from '../transcript/entry-list.js';
import type { Transcript } from '../transcript/transcript.js';
import type { CasesOf } from './event-case.js';

/** Terminals that the server runs for the agent or, with `by`, for a person. */
export const terminalShapes = (kit: ShapeKit) => {
  const { id, name, text, number, yes, code } = kit;
  return {
    terminal_opened: {
      terminalId: id,
      command: text,
      cwd: text,
      by: actor(kit).exactOptional(),
      /** The agent runs it by itself and only reports it. */
      isTold: yes,
      /** The call that includes it. */
      toolCallId: id.exactOptional(),
    },
    terminal_output: { terminalId: id, text },
    /** It was begun although the agent was to ask first, and no call has shown it by then. */
    terminal_flagged: { terminalId: id },
    terminal_closed: {
      terminalId: id,
      exitCode: number.nullable(),
      signal: name.nullable(),
      /** Why it ended, where that was not its own doing. */
      reason: code<TerminalEnd>().exactOptional(),
    },
  };
};

const terminal = ({ terminalId }: { terminalId: string }) => `terminal:${terminalId}`;

export const terminalCases: CasesOf<typeof terminalShapes> = {
  terminal_opened: {
    fold(t, event) {
      const { terminalId, command, cwd, by, toolCallId, used } = event;
      const blank = { output: '', truncated: false, exit: null, endedAt: null, embedded: false, ...(by ? { by } : {}) };
      const counted = used?.calls ? { isCounted: true as const } : {};
      const its = toolCallId === undefined ? -1 : findEntry(t.entries, `tool:${toolCallId}`);
      const told = changeEntry(t, its, 'tool', (call) => ({ ...call, terminals: (call.terminals ?? 0) + 1 }));
      return addEntry(told, event, { kind: 'terminal', terminalId, command, cwd, ...blank, ...counted }, true);
    },
  },
  terminal_output: {
    names: terminal,
    fold: (t, { text, at }, n) => changeEntry(hearAgent(t, n, at), n, 'terminal', (entry) => grow(entry, text)),
  },
  terminal_flagged: {
    names: terminal,
    fold: (t, _event, n) => changeEntry(t, n, 'terminal', (entry) => ({ ...entry, unasked: true })),
  },
  terminal_closed: {
    names: terminal,
    fold(t, { exitCode, signal, reason, at }, n) {
      const exit = { exitCode, signal, ...(reason === undefined ? {} : { reason }) };
      const closed = changeEntry(t, n, 'terminal', (entry) => ({ ...entry, exit, endedAt: at }));
      return setOpen(closed, n, false);
    },
  },
};

/** What a person runs isn't a sign of life of the agent. */
function hearAgent(t: Transcript, n: number, at: number): Transcript {
  const entry = entryAt(t.entries, n);
  return entry?.kind === 'terminal' && entry.by ? t : { ...t, lastOutputAt: at };
}

function grow(entry: TerminalEntry, text: string): TerminalEntry {
  const output = entry.output + text;
  if (output.length <= LIMITS.terminalChars) return { ...entry, output };
  // More than is needed, because cutting copies all that is kept: it must not happen at every event.
  const atLeast = output.length - LIMITS.terminalChars * 0.75;
  const lineEnd = output.indexOf('\n', atLeast);
  // A line is cut in two only if it is so long that little else would be left.
  const cut = lineEnd >= 0 && lineEnd < output.length - LIMITS.terminalChars / 2 ? lineEnd + 1 : atLeast;
  const cutLines = (entry.cutLines ?? 0) + countLineEnds(output, cut);
  return { ...entry, output: output.slice(cut), truncated: true, cutLines };
}

function countLineEnds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
