import { DELEGATION_LIMITS } from '../protocol/delegation-limits.js';
import type { Entry } from '../protocol/transcript/entries.js';
import { endOf, entriesOf } from '../protocol/transcript/entry-list.js';
import { promptWords } from '../protocol/transcript/reduce-turn.js';
import type { Transcript } from '../protocol/transcript/transcript.js';
import { unknownKind } from '../protocol/unreachable.js';
import { cutName, cutText } from '../text/cut-text.js';
import { cleanWords } from './child-answer.js';

export interface ReadWish {
  /** How many entries at most, the newest ones. */
  readonly last: number;
  /** Only those after this number. */
  readonly after?: number;
}

/** A session's newest entries as lines of text, numbered, for an agent that may read it. */
export function readSession(t: Transcript, { last, after = -1 }: ReadWish): string {
  const { first } = t.entries;
  const all = entriesOf(t.entries).map((entry, n) => ({ n: first + n, words: wordsOf(entry) }));
  const wanted = all.filter(({ n, words }) => n > after && words !== null).slice(-last);
  const lines = wanted.map(({ n, words }) => `[${n}] ${words}`);
  const head = `${lines.length} of ${endOf(t.entries)} entries.`;
  return cutText([head, ...lines].join('\n'), DELEGATION_LIMITS.answerChars);
}

function wordsOf(entry: Entry): string | null {
  switch (entry.kind) {
    case 'user':
      return `task: ${cleanWords(promptWords(entry.content))}`;
    case 'agent':
      return `agent: ${cleanWords(promptWords(entry.content))}`;
    case 'tool':
      return `tool: ${cutName(cleanWords(entry.title), 300)} (${entry.status})`;
    case 'terminal':
      return `command: ${cutName(cleanWords(entry.command), 300)}`;
    case 'delegation':
      return `delegated: ${entry.name} to ${entry.agentId} (${entry.end?.outcome ?? 'running'})`;
    case 'plan':
      return `plan: ${entry.steps.map(({ status, content }) => `${status}: ${cleanWords(content)}`).join('; ')}`;
    case 'error':
      return `error: ${entry.trouble.code}`;
    case 'mark':
      return `mark: ${entry.mark.code}`;
    case 'thought':
    case 'question':
    case 'compaction':
    case 'notice':
      return null;
    default:
      return unknownKind(entry, null);
  }
}
