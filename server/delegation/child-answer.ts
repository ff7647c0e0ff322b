import type { AgentTrouble } from '../protocol/agent-trouble.js';
import { DELEGATION_LIMITS } from '../protocol/delegation-limits.js';
import type { LoggedEvent } from '../protocol/session/session-event.js';
import type { Entry } from '../protocol/transcript/entries.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { promptWords } from '../protocol/transcript/reduce-turn.js';
import type { Transcript } from '../protocol/transcript/transcript.js';
import { cutText } from '../text/cut-text.js';
import { stripControl } from '../text/strip-control.js';

const CHANGES: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);
const MOST_FILES = 50;

/** What a turn brought, for whoever had asked for it. */
export interface TurnResult {
  /** The agent's last message in it, clean and whole. */
  readonly answer: string;
  readonly files: readonly string[];
}

export function resultOf(t: Transcript, turn: number): TurnResult {
  const said = entriesOf(t.entries).filter((entry) => entry.turn === turn);
  const last = said.findLastIndex((entry) => entry.kind === 'agent');
  const begins = said.findLastIndex((entry, n) => n <= last && entry.kind === 'agent' && !entry.continues);
  const message = last < 0 ? [] : said.slice(begins, last + 1);
  const answer = message.map((entry) => (entry.kind === 'agent' ? promptWords(entry.content) : '')).join('');
  return { answer: cleanWords(answer).trim(), files: [...new Set(said.flatMap(changedBy))].slice(0, MOST_FILES) };
}

function changedBy(entry: Entry): string[] {
  if (entry.kind !== 'tool' || entry.status !== 'completed') return [];
  const written = entry.written?.map(({ path }) => path) ?? [];
  return CHANGES.has(entry.toolKind) ? [...written, ...entry.locations.map(({ path }) => path)] : written;
}

/** Characters that show nothing and can carry words that nobody sees. */
const INVISIBLE = /[\p{Cf}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]/gu;
/** What joins emoji, and is of use between them only. */
const JOINED = /\p{Extended_Pictographic}\u200d(?=\p{Extended_Pictographic})/gu;
const KEPT = '\ue000';

/** An agent's words as another may read them: nothing that steers a terminal, nothing that cannot be seen. */
export function cleanWords(text: string): string {
  const marked = stripControl(text.replaceAll(KEPT, '')).replace(JOINED, (pair) => pair.replace('\u200d', KEPT));
  return marked.replace(INVISIBLE, '').replaceAll(KEPT, '\u200d');
}

/** The same as data: marked with who said it, so that no line of it can pass for ours. */
export function quoteAnswer(answer: string, from: { agent: string; name: string }): string {
  const room = DELEGATION_LIMITS.answerChars;
  const cut = cutText(cleanWords(answer), room);
  const tag = `answer from="${attribute(from.agent)}" name="${attribute(from.name)}"`;
  const more = answer.length > room ? `\nThe answer was cut. read_session "${from.name}" has the rest.` : '';
  return `<${tag}>\n${cut.replace(/<(\/?)answer\b/gi, '<$1 answer')}\n</answer>${more}`;
}

function attribute(text: string): string {
  return cleanWords(text).replace(/["<>\n]/g, ' ');
}

/** What went wrong in a turn, by the event that ended it. */
export function turnTrouble(event: LoggedEvent, agent: string): AgentTrouble | null {
  if (event.type === 'turn_failed') return event.trouble;
  if (event.type !== 'agent_exited') return null;
  const line = event.stderr.trim().split('\n').at(-1);
  const end = { exitCode: event.exitCode, signal: event.signal, ...(event.reason ? { reason: event.reason } : {}) };
  return { code: 'stopped', agent, end, output: line ? { line: line.slice(0, 300) } : {} };
}

/** The same in a few words for an agent; the page has sentences for people. */
export function troubleWords(trouble: AgentTrouble): string {
  const code = trouble.code.replaceAll('_', ' ');
  const said = 'text' in trouble ? trouble.text : 'said' in trouble ? trouble.said : null;
  const line = 'output' in trouble ? trouble.output.line : null;
  return cleanWords([code, said ?? line].filter(Boolean).join(': '));
}
