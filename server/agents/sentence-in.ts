import { fieldsOf, textOf } from './read-fields.js';

/** Errors of models come wrapped in the errors of those who asked them; deeper than this nobody nests. */
const MOST_DEPTH = 5;
/** Longer messages are no sentences, and parsing them costs time. */
const MOST_CHARS = 256 * 1024;

/** The sentence for people in a message that is JSON, or ends in JSON, of an error; null if there is none. */
export function sentenceIn(message: string, depth = MOST_DEPTH): string | null {
  const start = message.search(/[[{]/);
  if (start < 0 || depth === 0 || message.length > MOST_CHARS) return null;
  const inner = messageIn(parsed(message.slice(start)));
  return inner === null ? null : (sentenceIn(inner, depth - 1) ?? inner);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where the words stand in the forms that models and their servers use. */
function messageIn(value: unknown): string | null {
  const fields = fieldsOf(Array.isArray(value) ? value[0] : value);
  const error = fieldsOf(fields.error);
  const found = textOf(error.message) ?? textOf(fields.error) ?? textOf(fields.message) ?? textOf(fields.detail);
  return found?.trim() || null;
}
