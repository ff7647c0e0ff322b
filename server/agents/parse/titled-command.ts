import type { PermissionAsk } from '../../ports/agent.js';
import { type Fields, fieldsOf, isFields } from '../../protocol/fields.js';

/** All that is known to be told of such a call; with anything else it may be another one. */
const KNOWN = new Set(['toolCallId', 'status', 'title', 'content', 'locations', 'kind']);
/** A longer command may be told by its description instead, or cut. */
const MOST_CHARS = 150;

/**
 * The request of an agent that tells commands only by titles, with the command as the call's input. It stays as it is
 * where the title may not be the whole command, word for word, or where it runs in another folder than that of the session.
 */
export function withTitledCommand(ask: PermissionAsk, params: unknown, cwd: string): PermissionAsk {
  const call = fieldsOf(fieldsOf(params).toolCall);
  const { title } = ask.toolCall;
  if (typeof title !== 'string' || call.title !== title || !isWhole(title)) return ask;
  if (call.kind !== 'execute' || !Object.keys(call).every((name) => KNOWN.has(name))) return ask;
  if (!isNone(call.locations) || !runsIn(call.content, cwd)) return ask;
  // Without a word on what to remember, more than the command is asked for: that it may leave the agent's sandbox.
  if (!ask.options.some(({ kind }) => kind === 'allow_always')) return ask;
  return { ...ask, toolCall: { ...ask.toolCall, rawInput: { command: title } } };
}

/** Other versions put the folder and the description into the title, where nobody can tell them from the command. */
function isWhole(title: string): boolean {
  const isCut = /(?:…|\.\.\.)\W*$/.test(title);
  return (
    title.trim() !== '' && [...title].length <= MOST_CHARS && !isCut && !title.includes('[current working directory ')
  );
}

/** Whether the text beside the command says that it runs in this folder; a description may follow, and is for people. */
function runsIn(content: unknown, cwd: string): boolean {
  const [item, ...others]: readonly unknown[] = Array.isArray(content) ? content : [];
  const { type, content: block } = fieldsOf(item);
  if (others.length > 0 || type !== 'content' || !isText(block)) return false;
  const start = `[current working directory ${cwd}]`;
  return block.text.startsWith(start) && /^(?: \(.*\))?(?: \[background\])?$/.test(block.text.slice(start.length));
}

function isText(block: unknown): block is Fields & { text: string } {
  return isFields(block) && block.type === 'text' && typeof block.text === 'string';
}

function isNone(locations: unknown): boolean {
  return locations === undefined || (Array.isArray(locations) && locations.length === 0);
}
