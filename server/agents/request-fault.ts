import { AUTH_REQUIRED } from '../protocol/acp-codes.js';
import { AgentFault } from './agent-fault.js';
import { cutText } from './cut-text.js';
import { fieldsOf, textOf } from './read-fields.js';
import { sentenceIn } from './sentence-in.js';
import { stripControl } from './strip-control.js';

const MESSAGE_CHARS = 2_000;
const DETAILS_CHARS = 8_000;

/** What agents refuse while nobody is signed in. */
export const NEEDS_SIGN_IN = ['session/new', 'session/load', 'session/resume', 'session/prompt'];

/** How agents say that with another code than ACP's; goose, for one, has a provider chosen instead. */
const SAID_OTHERWISE =
  /failed to resolve provider|authentication required|\bnot (logged|signed) in\b|\b(log|sign) in first\b/i;

/** The name of a code of JSON-RPC, which only tells that something else follows; alone it is all there is. */
const NOISE = /^internal error:\s+(?=\S)/i;

/** What is known of a request when it fails. */
export interface FailedRequest {
  agentName: string;
  login: string;
  method: string;
  /** The time limit that was over, if that is why. */
  overMs: number | null;
}

/** Makes a sentence of whatever a request to an agent failed with. */
export function faultOf(error: unknown, request: FailedRequest): AgentFault {
  if (error instanceof AgentFault) return error;
  const { agentName, method, overMs } = request;
  if (overMs !== null) {
    const advice =
      method === 'initialize' ? ' It may not speak ACP, or it hangs: restart it or use another agent.' : '';
    return new AgentFault(`${agentName} did not answer "${method}" within ${overMs / 1000} s.${advice}`);
  }
  const { code, message, data } = fieldsOf(error);
  const said = textOf(message) ?? (error instanceof Error ? error.message : String(error));
  const { words, details } = wordsOf(said.replace(NOISE, ''), data);
  if (typeof code !== 'number') return new AgentFault(`${agentName}: ${words}`, undefined, details);
  const wantsSignIn = code === AUTH_REQUIRED || (NEEDS_SIGN_IN.includes(method) && SAID_OTHERWISE.test(words));
  if (!wantsSignIn) return new AgentFault(words, code, details);
  return new AgentFault(`${agentName} needs you to sign in (${words}). ${request.login}`, AUTH_REQUIRED, details);
}

/** The agent's message, with the details that many put beside it; of a message in JSON, its sentence. */
function wordsOf(message: string, data: unknown): { words: string; details?: string } {
  const sentence = sentenceIn(message);
  if (sentence !== null) return { words: shown(sentence, MESSAGE_CHARS), details: shown(message, DETAILS_CHARS) };
  const { details, message: inner } = fieldsOf(data);
  const extra = textOf(data) ?? textOf(details) ?? textOf(inner);
  if (!extra || message.includes(extra)) return { words: shown(message, MESSAGE_CHARS) || 'no reason was given' };
  const inside = sentenceIn(extra);
  const isNamed = !/^internal error$/i.test(message.trim());
  const words = shown(`${isNamed ? `${message}: ` : ''}${inside ?? extra}`, MESSAGE_CHARS);
  return inside === null ? { words } : { words, details: shown(extra, DETAILS_CHARS) };
}

function shown(text: string, limit: number): string {
  return cutText(stripControl(text).trim(), limit);
}
