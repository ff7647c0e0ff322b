import { AgentFault, AUTH_REQUIRED } from './agent-fault.js';
import { cutText } from './cut-text.js';
import { fieldsOf, textOf } from './read-fields.js';
import { stripControl } from './strip-control.js';

const MESSAGE_CHARS = 2_000;

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
  if (overMs !== null) return new AgentFault(`${agentName} did not answer "${method}" within ${overMs / 1000} s.`);
  const { code, message, data } = fieldsOf(error);
  const words = wordsOf(textOf(message) ?? (error instanceof Error ? error.message : String(error)), data);
  if (typeof code !== 'number') return new AgentFault(`${agentName}: ${words}`);
  if (code !== AUTH_REQUIRED) return new AgentFault(words, code);
  return new AgentFault(`${agentName} needs you to sign in (${words}). ${request.login}`, code);
}

/** The agent's message, with the details that many put beside it. */
function wordsOf(message: string, data: unknown): string {
  const { details, message: inner } = fieldsOf(data);
  const extra = textOf(data) ?? textOf(details) ?? textOf(inner);
  const isNew = extra && !message.includes(extra);
  return cutText(stripControl(isNew ? `${message}: ${extra}` : message).trim(), MESSAGE_CHARS) || 'no reason was given';
}
