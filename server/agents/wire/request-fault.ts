import { AUTH_REQUIRED, INTERNAL_ERROR } from '../../protocol/acp-codes.js';
import type { SignInHint } from '../../protocol/agent-trouble.js';
import { fieldsOf } from '../../protocol/fields.js';
import { parseJson } from '../../protocol/read-json.js';
import { cutText } from '../../text/cut-text.js';
import { stripControl } from '../../text/strip-control.js';
import { stringField } from '../parse/read-fields.js';
import { AgentFault } from '../process/agent-fault.js';

const MESSAGE_CHARS = 2_000;
const DETAILS_CHARS = 8_000;

/** What agents refuse while nobody is signed in. */
export const NEEDS_SIGN_IN = ['session/new', 'session/load', 'session/resume', 'session/prompt'];

/** How agents say that with another code than ACP's; goose, for one, has a provider chosen instead. */
const SAID_OTHERWISE =
  /failed to resolve provider|authentication required|\bnot (logged|signed) in\b|\b(log|sign) in first\b/i;

/** What else means the same when a session is to be opened; in a turn it may be about something that the agent does. */
const OPENINGS = ['session/new', 'session/load', 'session/resume'];
const SAID_WHILE_OPENING =
  /\bunauthori[sz]ed\b|\bunauthenticated\b|\b401\b|\b(invalid|missing|no|incorrect|expired) (api[ _-]?key|credentials?|access token|auth token)|api[ _-]?key (is )?(missing|invalid|expired|required|not (set|found|configured))|\b(token|credentials?|log-?in|sign-?in|authentication) (has |have |is |are )?(expired|invalid|missing|failed)|\b(please|must|need to|run) [^.]{0,60}\b(log ?in|sign in|authenticate)\b/i;

/** The name of a code of JSON-RPC, which only says that something else follows; alone it is all there is. */
const NOISE = /^internal error:\s+(?=\S)/i;

/** Marks the error that we put in the place of an answer which was too long to be read. */
export const OVERSIZED = 'acdeck/oversized';

/** What is known of a request when it fails. */
export interface FailedRequest {
  agentName: string;
  login: SignInHint;
  method: string;
  /** The time limit that was over, if that is why. */
  overMs: number | null;
}

/** Makes a fault of any error of a request to an agent. */
export function faultOf(error: unknown, request: FailedRequest): AgentFault {
  if (error instanceof AgentFault) return error;
  const { agentName, method, overMs } = request;
  if (overMs !== null) {
    return new AgentFault({ code: 'no_answer', agent: agentName, method, seconds: overMs / 1000 });
  }
  const { code, message, data } = fieldsOf(error);
  if (fieldsOf(data)[OVERSIZED] === true) {
    return new AgentFault({ code: 'answer_too_large', agent: agentName, mebibytes: 16 }, INTERNAL_ERROR);
  }
  const said = stringField(message) ?? (error instanceof Error ? error.message : String(error));
  const { words, details } = wordsOf(said.replace(NOISE, ''), data);
  if (typeof code !== 'number') {
    return new AgentFault({ code: 'failed', agent: agentName, text: words }, undefined, details);
  }
  const wantsSignIn = code === AUTH_REQUIRED || saysSignIn(words, method);
  if (!wantsSignIn) return new AgentFault({ code: 'said', text: words }, code, details);
  const trouble = { code: 'sign_in_needed', agent: agentName, said: words, help: request.login } as const;
  return new AgentFault(trouble, AUTH_REQUIRED, details);
}

function saysSignIn(words: string, method: string): boolean {
  if (!NEEDS_SIGN_IN.includes(method)) return false;
  return SAID_OTHERWISE.test(words) || (OPENINGS.includes(method) && SAID_WHILE_OPENING.test(words));
}

/** The agent's message, with the details that many put beside it; of a message in JSON, its sentence. */
function wordsOf(message: string, data: unknown): { words: string; details?: string } {
  const sentence = sentenceIn(message);
  if (sentence !== null) return { words: shown(sentence, MESSAGE_CHARS), details: shown(message, DETAILS_CHARS) };
  const { details, message: inner } = fieldsOf(data);
  const extra = stringField(data) ?? stringField(details) ?? stringField(inner);
  if (!extra || message.includes(extra)) return { words: shown(message, MESSAGE_CHARS) };
  const inside = sentenceIn(extra);
  const isNamed = !/^internal error$/i.test(message.trim());
  const words = shown(`${isNamed ? `${message}: ` : ''}${inside ?? extra}`, MESSAGE_CHARS);
  return inside === null ? { words } : { words, details: shown(extra, DETAILS_CHARS) };
}

function shown(text: string, limit: number): string {
  return cutText(stripControl(text).trim(), limit);
}

/** Errors of models come wrapped in the errors of those who asked them; deeper than this nobody nests. */
const MOST_DEPTH = 5;
/** Longer messages aren't sentences, and parsing them costs time. */
const MOST_CHARS = 256 * 1024;

/** The sentence for people in a message that is JSON, or ends in JSON, of an error; null if there is none. */
export function sentenceIn(message: string, depth = MOST_DEPTH): string | null {
  const start = message.search(/[[{]/);
  if (start < 0 || depth === 0 || message.length > MOST_CHARS) return null;
  const inner = messageIn(parseJson(message.slice(start)));
  return inner === null ? null : (sentenceIn(inner, depth - 1) ?? inner);
}

/** Where the words are in the forms that models and their servers use. */
function messageIn(value: unknown): string | null {
  const fields = fieldsOf(Array.isArray(value) ? value[0] : value);
  const error = fieldsOf(fields.error);
  const found =
    stringField(error.message) ??
    stringField(fields.error) ??
    stringField(fields.message) ??
    stringField(fields.detail);
  return found?.trim() || null;
}
