import {
  AUTH_REQUIRED,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  NOT_FOUND,
  REQUEST_CANCELLED,
} from '../../protocol/acp-codes.js';
import type { AgentFault } from '../process/agent-fault.js';

/** Codes that say no more than that something was wrong; the words beside them have to tell. */
const VAGUE: readonly number[] = [INVALID_PARAMS, INTERNAL_ERROR];

const SESSION = /session|conversation|thread|chat|resource|rollout|checkpoint/i;
const ABSENT =
  /not[ _-]?found|no ([\w-]+ ){1,3}found|no (such|previous|matching|known|saved|stored)|unknown|does ?n[o']t exist|do(es)? not exist|could ?n[o']t (be )?(find|found)|could not (be )?(find|found)|cannot (be )?(find|found)|missing|no longer|expired|ENOENT|invalid (session|conversation|thread)/i;

/** Whether an agent's refusal to open a session says that it has none of that id: agents say it in three codes. */
export function saysMissing({ code, message }: AgentFault): boolean {
  if (code === NOT_FOUND || code === METHOD_NOT_FOUND) return true;
  return code !== undefined && VAGUE.includes(code) && ABSENT.test(message) && SESSION.test(message);
}

/** Whether the refusal says that the session is open in this very process. */
export function saysLoaded({ message }: AgentFault): boolean {
  return /already (been )?(loaded|active|open|running|live)/i.test(message);
}

const TIMED_OUT = /tim(ed?|ing)[ -]?out|deadline exceeded|ETIMEDOUT|took too long/i;
const CALLED_OFF =
  /\b(request|operation|call|load\w*) (was |has been )?(cancel+ed|aborted)|\bAbortError\b|^(cancel+ed|aborted)\b/i;
const BUSY =
  /\bbusy\b|\blocked\b|\bin use\b|in progress|overloaded|rate.?limit|too many requests|\b(429|503|529)\b|try again (later|in)|temporarily unavailable|EBUSY|EAGAIN|another (process|client|instance|prompt|turn|request)|still (loading|starting|running)/i;

/**
 * Whether the session may be fine although it was not opened: nobody answered, somebody has to sign in, the request
 * was cancelled, or the agent has something else to do. A new session would then cost a memory for nothing.
 */
export function mayPass({ code, message }: AgentFault): boolean {
  // Without a code the agent did not answer at all.
  if (code === undefined || code === AUTH_REQUIRED || code === REQUEST_CANCELLED) return true;
  // Anyone who knows that there is no such session has looked.
  if (code === NOT_FOUND || code === METHOD_NOT_FOUND) return false;
  return TIMED_OUT.test(message) || CALLED_OFF.test(message) || BUSY.test(message);
}
