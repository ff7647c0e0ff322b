import type {
  PermissionOption,
  PermissionOptionKind,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk';
import type { PermissionAsk } from '../../ports/agent.js';
import { type Fields, fieldsOf, isFields } from '../../protocol/fields.js';
import { withFacts } from '../../protocol/shown-diff.js';
import { tooLargeNote } from '../../protocol/transcript/left-out.js';
import { cutName, cutText } from '../../text/cut-text.js';
import { cleanLine, keepWords } from '../../text/strip-control.js';
import { fitUpdate } from './fit-update.js';
import { parseContent } from './parse-content.js';
import { countOf, idOf, LABEL_CHARS, listOf, MOST_ITEMS, present, stringField, wordOf } from './read-fields.js';
import { tameValue } from './tame-value.js';

const KINDS: readonly ToolKind[] = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
];
const STATUSES: readonly ToolCallStatus[] = ['pending', 'in_progress', 'completed', 'failed'];
/** Agents put whole commands into the title, which a person must see before allowing it. */
const TITLE_CHARS = 4_000;

/** The call that an update or a permission request is about; null without an id. */
export function parseToolCall(value: Fields): ToolCallUpdate | null {
  const toolCallId = idOf(value.toolCallId);
  if (toolCallId === null) return null;
  return {
    toolCallId,
    ...present({
      title: titleOf(value.title),
      name: stringField(value.name) ?? nameInParts(value._meta),
      kind: wordOf(value.kind, KINDS),
      status: statusOf(value.status),
      content: listOf(value.content, parseToolContent),
      locations: listOf(value.locations, parseLocation),
      rawInput: value.rawInput,
      rawOutput: value.rawOutput,
      _meta: isFields(value._meta) ? value._meta : null,
    }),
  };
}

/** A tool and its server, where an agent (goose) tells them apart beside a title that doesn't. */
function nameInParts(meta: unknown): string | null {
  for (const own of Object.values(fieldsOf(meta))) {
    const { toolName, extensionName } = fieldsOf(fieldsOf(own).toolCall);
    const [name, server] = [stringField(toolName), stringField(extensionName)];
    if (name && server && name.startsWith(`${server}__`)) return `mcp__${name}`;
  }
  return null;
}

function titleOf(value: unknown): string | null {
  return typeof value === 'string' ? cutText(keepWords(value), TITLE_CHARS) : null;
}

/** Version 1 has no word for a cancelled call; some agents say it all the same. */
function statusOf(value: unknown): ToolCallStatus | null {
  return value === 'cancelled' || value === 'canceled' ? 'failed' : wordOf(value, STATUSES);
}

/** One thing that a call brings, or null if it is nothing that we know. */
export function parseToolContent(value: unknown): ToolCallContent | null {
  if (!isFields(value)) return null;
  switch (value.type) {
    case 'content':
      return wrap(parseContent(value.content));
    case 'diff':
      return parseDiff(value);
    case 'terminal': {
      const terminalId = idOf(value.terminalId);
      return terminalId === null ? null : { type: 'terminal', terminalId };
    }
    default:
      // Some agents, and an example of ACP's own pages, leave out the wrapping.
      return wrap(parseContent(value));
  }
}

function wrap(content: ReturnType<typeof parseContent>): ToolCallContent | null {
  return content ? { type: 'content', content } : null;
}

function parseDiff({ path, oldText, newText, _meta }: Fields): ToolCallContent | null {
  if (typeof path !== 'string' || typeof newText !== 'string') return null;
  const diff = { type: 'diff' as const, path, newText, oldText: stringField(oldText) };
  // Without a word on it, a file that goes looks like one that becomes empty.
  return newText === '' && fieldsOf(_meta).kind === 'delete' ? withFacts(diff, { isDeleted: true }) : diff;
}

function parseLocation(value: unknown): ToolCallLocation | null {
  const { path, line } = fieldsOf(value);
  return typeof path === 'string' ? { path, ...present({ line: countOf(line) }) } : null;
}

const OPTION_KINDS: readonly PermissionOptionKind[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

/**
 * A request for permission with the options that a person can use: one whose kind is not known might allow
 * anything, so it is left out. Null if the request says not even for what it asks.
 */
export function parsePermission(value: unknown): PermissionAsk | null {
  const { toolCall, options } = fieldsOf(value);
  const call = parseToolCall(fieldsOf(toolCall));
  if (!call) return null;
  const known = listOf(options, parseOption) ?? [];
  const usable = known.filter((option, n) => known.findIndex((other) => other.optionId === option.optionId) === n);
  // It is kept as updates are, so it has to fit as they do.
  const whole = { sessionUpdate: 'tool_call_update' as const, ...call, ...wholeContent(fieldsOf(toolCall).content) };
  const [fitting] = fitUpdate(whole, Number.POSITIVE_INFINITY);
  const { sessionUpdate: _kind, ...fields } = fitting as typeof call & { sessionUpdate: string };
  return { toolCall: fields, options: usable };
}

/** A person decides on this, so what we do not know how to draw is shown by its fields instead of left out. */
function wholeContent(value: unknown): { content?: ToolCallContent[] } {
  if (value === undefined || value === null) return {};
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const content = items.slice(0, MOST_ITEMS).map((item) => (isKnown(item) && parseToolContent(item)) || asText(item));
  const more = items.length - content.length;
  return { content: more > 0 ? [...content, textContent(tooLargeNote(`${more} more items`))] : content };
}

const KNOWN = new Set<unknown>(['content', 'diff', 'terminal', 'text', 'image', 'audio', 'resource', 'resource_link']);

function isKnown(item: unknown): boolean {
  const { type, content } = fieldsOf(item);
  return KNOWN.has(type) && (type !== 'content' || KNOWN.has(fieldsOf(content).type));
}

function asText(item: unknown): ToolCallContent {
  return textContent(
    typeof item === 'string' ? item : JSON.stringify(tameValue(item, Number.POSITIVE_INFINITY), null, 2),
  );
}

function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

function parseOption(value: unknown): PermissionOption | null {
  const { optionId, name, kind } = fieldsOf(value);
  const id = idOf(optionId);
  const known = wordOf(kind, OPTION_KINDS);
  if (id === null || known === null) return null;
  const label = cleanLine(stringField(name) ?? '') || known.replace('_', ' ');
  return { optionId: id, name: cutName(label, LABEL_CHARS), kind: known };
}
