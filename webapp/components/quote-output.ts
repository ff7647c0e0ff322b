import type { TerminalEntry } from '../../server/protocol/entries.js';
import { plainLine } from '../ansi/ansi-spans.js';
import { TerminalLines } from '../ansi/terminal-lines.js';

/** What is kept of a long output: how it began, and more of how it ended. */
const HEAD_CHARS = 4_000;
const TAIL_CHARS = 12_000;
const ALL_LINES = 1_000_000;

/** The output of a command as a part of a prompt: what was run, how it ended, and the words without their colours. */
export function quoteOutput({ command, output, exit, truncated }: TerminalEntry): string {
  const text = new TerminalLines(ALL_LINES).update(output).flat().map(plainLine).join('\n').trimEnd();
  const cut = shorten(truncated ? `[the beginning is no longer there]\n${text}` : text);
  const fence = '`'.repeat(Math.max(3, longestRun(`${cut}${command}`) + 1));
  return `I ran this command (${endOf(exit)}):\n\n${fence}sh\n${command}\n${fence}\n\nIts output:\n\n${fence}\n${cut || '(nothing)'}\n${fence}`;
}

function endOf(exit: TerminalEntry['exit']): string {
  if (!exit) return 'it is still running';
  if (exit.reason) return exit.reason;
  return exit.signal ? `ended by ${exit.signal}` : `exit code ${exit.exitCode ?? 'unknown'}`;
}

function shorten(text: string): string {
  const excess = text.length - HEAD_CHARS - TAIL_CHARS;
  if (excess <= 0) return text;
  return `${text.slice(0, HEAD_CHARS)}\n[${excess.toLocaleString('en')} characters left out]\n${text.slice(-TAIL_CHARS)}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
