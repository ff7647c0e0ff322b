import type { InputField } from './request-parts.js';

const IDS = /^(?:(?:tool_?)?call|turn|item|approval|request|session|thread|process|event)_?id$/i;
const TIMES = /(?:^|_)(?:at|time|timestamp)(?:_ms)?$/i;
/** Fields in which agents repeat a command or the answers for programs that read them. */
const ECHOES = new Set(['parsed_cmd', 'command_actions', 'available_decisions', 'proposed_execpolicy_amendment']);
const MOST_DEPTH = 8;

/**
 * Whether a field is for programs only: an id, a time, or a repetition of what is drawn. It takes the form of its value
 * and not only a name, or an agent could hide anything under such a name.
 */
export function isDetail({ name, value }: InputField, drawn: string): boolean {
  if (IDS.test(name)) return /^[\w:.-]{1,100}$/.test(value);
  if (TIMES.test(name)) return /^\d{1,20}(?:\.\d{1,9})?$/.test(value);
  return ECHOES.has(name) && isEcho(value, drawn);
}

function isEcho(json: string, drawn: string): boolean {
  try {
    return wordsOf(JSON.parse(json), MOST_DEPTH).every((text) => isPlainWord(text) || drawn.includes(text));
  } catch {
    return false;
  }
}

/** A name such as `approved_for_session`, which says nothing by itself. */
function isPlainWord(text: string): boolean {
  return /^[a-z]{1,20}(?:_[a-z]{1,20}){0,4}$/i.test(text);
}

/** Every text in a value, the names of its fields too. What is too deep counts as a text that nobody has drawn. */
function wordsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (depth === 0) return ['…'];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap((item) => wordsOf(item, depth - 1))];
}
