import type { TerminalEntry } from '../../server/protocol/entries.js';
import { plainLine } from '../ansi/ansi-spans.js';
import { TerminalLines } from '../ansi/terminal-lines.js';

/** What is kept of a long output: how it began, and more of how it ended. */
const HEAD_CHARS = 4_000;
const TAIL_CHARS = 12_000;
const ALL_LINES = 1_000_000;

/** The output of a command for a prompt: what was run, its words without their colours, and how it ended. */
export function quoteOutput({ command, output, exit, truncated }: TerminalEntry): string {
  const text = new TerminalLines(ALL_LINES).update(output).flat().map(plainLine).join('\n').trimEnd();
  const cut = shorten(truncated ? `[the beginning is no longer there]\n${text}` : text);
  return `$ ${command}\n${cut || '[no output]'}\n[${endOf(exit)}]\n`;
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
