import type { Question } from '../../protocol/events.js';
import { fieldsOf, isFields } from '../../protocol/fields.js';
import { cutText } from '../../text/cut-text.js';
import { stripControl } from '../../text/strip-control.js';
import { idOf, present, stringField } from './read-fields.js';
import { tameValue } from './tame-value.js';

const MESSAGE_CHARS = 8_000;
const SCHEMA_BYTES = 256 * 1024;

/** What an agent asks of a person, and where: in a session, or while one of our own requests runs. */
export interface AskedQuestion {
  question: Question;
  sessionId: string | null;
  requestId: string | number | null;
}

/** Reads an elicitation; null if its mode is none that we offer or if it lacks what it needs. */
export function parseQuestion(value: unknown): AskedQuestion | null {
  const { mode, message, sessionId, requestId, toolCallId, requestedSchema, url, elicitationId } = fieldsOf(value);
  const about = {
    message: cutText(stripControl(stringField(message) ?? ''), MESSAGE_CHARS),
    ...present({ toolCallId: idOf(toolCallId) }),
  };
  const isRequest = typeof requestId === 'string' || typeof requestId === 'number';
  const scope = { sessionId: idOf(sessionId), requestId: isRequest ? requestId : null };
  if (mode === 'form' && isFields(requestedSchema)) {
    const schema = tameValue(requestedSchema, MESSAGE_CHARS);
    if (JSON.stringify(schema).length > SCHEMA_BYTES) return null;
    return { ...scope, question: { mode, ...about, schema } };
  }
  const id = idOf(elicitationId);
  if (mode !== 'url' || id === null || !isWebAddress(url)) return null;
  return { ...scope, question: { mode, ...about, url, elicitationId: id } };
}

/** Only addresses of the web are ever offered to a person. */
function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MESSAGE_CHARS || !URL.canParse(value)) return false;
  return /^https?:$/.test(new URL(value).protocol);
}
