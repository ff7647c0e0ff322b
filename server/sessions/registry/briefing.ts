import { LIMITS } from '../../protocol/limits.js';
import type { Entry, ToolEntry, UserEntry } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { promptWords } from '../../protocol/transcript/reduce-turn.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import { cutText } from '../../text/cut-text.js';
import { stripControl } from '../../text/strip-control.js';

const MOST_REQUESTS = 5;
const MOST_FILES = 50;
const REQUEST_CHARS = 1_000;
const REPLY_CHARS = 4_000;
const CHANGES: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);

/** What another agent needs to go on with a conversation that it has not seen; the person reads and changes it first. */
export function briefingFrom(t: Transcript, agent: string): string {
  const entries = entriesOf(t.entries);
  const parts = [
    `Please take over from ${agent}. You don't see our conversation. This is a summary of it.`,
    section('What I asked for', requestsIn(entries)),
    section('Files changed so far', changedFiles(entries)),
    section('Steps that are still open', openSteps(entries)),
    section(`The last reply of ${agent}`, lastReply(entries)),
    'Look at the files first, then go on from there. Ask me if something is missing.',
  ];
  return cutText(stripControl(parts.filter((part) => part !== '').join('\n\n')), LIMITS.briefingChars);
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`## ${title}`, '', ...lines].join('\n');
}

/** The first and the newest: what it was about, and what it came to. */
function requestsIn(entries: readonly Entry[]): string[] {
  const asked = entries.filter((entry): entry is UserEntry => entry.kind === 'user');
  const chosen = asked.length > MOST_REQUESTS ? [asked[0]!, ...asked.slice(1 - MOST_REQUESTS)] : asked;
  return chosen.map(({ content }) => `- ${cut(promptWords(content), REQUEST_CHARS).replace(/\n/g, '\n  ')}`);
}

function changedFiles(entries: readonly Entry[]): string[] {
  const calls = entries.filter(
    (entry): entry is ToolEntry => entry.kind === 'tool' && entry.status === 'completed' && CHANGES.has(entry.toolKind),
  );
  const paths = new Set(calls.flatMap(({ locations }) => locations.map(({ path }) => path.replace(/\s+/g, ' '))));
  return [...paths].slice(-MOST_FILES).map((path) => `- ${cut(path, 300)}`);
}

function openSteps(entries: readonly Entry[]): string[] {
  const plan = entries.findLast((entry) => entry.kind === 'plan');
  const steps = plan?.kind === 'plan' ? plan.steps : [];
  return steps.filter(({ status }) => status !== 'completed').map(({ content }) => `- ${cut(content, 300)}`);
}

function lastReply(entries: readonly Entry[]): string[] {
  const reply = entries.findLast((entry) => entry.kind === 'agent');
  const words = reply?.kind === 'agent' ? promptWords(reply.content).trim() : '';
  if (words === '') return [];
  return [words.length > REPLY_CHARS ? `…${words.slice(-REPLY_CHARS)}` : words];
}

function cut(text: string, chars: number): string {
  return text.trim().length > chars ? `${text.trim().slice(0, chars)}…` : text.trim();
}
