import { own } from '../protocol/own.js';
import { parseJson } from '../protocol/read-json.js';
import type { ToolEntry } from '../protocol/transcript/entries.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { isFinal } from '../protocol/transcript/reduce-tool.js';
import type { Transcript } from '../protocol/transcript/transcript.js';

/** What is known of the call of a tool: its name, the words it was given, and what the agent told beside that. */
export interface ToolCallHints {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Where agents put the id of their own call. */
const ID_KEYS = ['claudecode/toolUseId', 'callId', 'agent-tool-call-request-id'];
/** Where agents wrap what they give to a tool. */
const WRAPPERS = ['arguments', 'args', 'input', 'params'];

/** A call of the agent's, and whether all that the tool was given can be read there. */
export interface MatchedCall {
  readonly entry: ToolEntry;
  readonly isWhole: boolean;
}

/** The call in the transcript by which the agent has reached the tool, or null. */
export function matchCall(t: Transcript, hints: ToolCallHints): MatchedCall | null {
  const open = entriesOf(t.entries).filter(
    (entry): entry is ToolEntry => entry.kind === 'tool' && entry.turn === t.turn.n && !isFinal(entry.status),
  );
  const ids = ID_KEYS.map((key) => own(hints.meta, key));
  const named = open.findLast(({ toolCallId }) => ids.includes(toolCallId));
  if (named) return { entry: named, isWhole: tellsAll(named, hints.input) };
  const free = open.filter(({ delegations }) => !delegations?.length);
  const alike = free.findLast((entry) => tellsAll(entry, hints.input));
  if (alike) return { entry: alike, isWhole: true };
  const said = free.findLast(
    ({ title, name, rawInput }) => isNamed(`${name ?? ''} ${title}`, hints.tool) && isBare(rawInput),
  );
  return said ? { entry: said, isWhole: false } : null;
}

/**
 * Whether a call tells all that the tool was given: as its input, or as the text that is shown with it (Gemini). A
 * request for it may have put other words in their place (Kimi), and shows both.
 */
function tellsAll(entry: ToolEntry, input: ToolCallHints['input']): boolean {
  const shown = entry.permissions.flatMap(({ toolCall, told = {} }) => [toolCall, told]);
  return [entry, ...shown].some(({ rawInput, content }) => {
    const texts = (content ?? []).flatMap((item) =>
      item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [],
    );
    return [rawInput, ...texts].some((told) => holds(told, input));
  });
}

/** Whether the words name the tool, also with what agents put before it. */
function isNamed(words: string, tool: string): boolean {
  return new RegExp(`(^|[^a-z0-9])${tool}($|[^a-z0-9])`, 'i').test(words);
}

/** A call of which another input is known is another call. */
function isBare(rawInput: unknown): boolean {
  return rawInput === null || rawInput === undefined || JSON.stringify(rawInput) === '{}';
}

/** Whether a call was given all of this, as it is or wrapped. */
function holds(rawInput: unknown, input: Readonly<Record<string, string>>, depth = 3): boolean {
  const value = typeof rawInput === 'string' ? parseJson(rawInput) : rawInput;
  if (typeof value !== 'object' || value === null) return false;
  const given = new Map(Object.entries(value));
  const isSame = Object.entries(input).every(([key, item]) => given.get(key) === item);
  return isSame || (depth > 0 && WRAPPERS.some((key) => holds(given.get(key), input, depth - 1)));
}
