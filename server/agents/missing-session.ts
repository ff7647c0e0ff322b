import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, NOT_FOUND } from '../protocol/acp-codes.js';
import type { AgentFault } from './agent-fault.js';

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
