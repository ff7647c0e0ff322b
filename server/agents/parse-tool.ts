import type {
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk';
import { cutText } from './cut-text.js';
import { parseContent } from './parse-content.js';
import { countOf, type Fields, fieldsOf, idOf, isFields, listOf, present, textOf, wordOf } from './read-fields.js';
import { stripControl } from './strip-control.js';

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
      name: textOf(value.name),
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

function titleOf(value: unknown): string | null {
  return typeof value === 'string' ? cutText(stripControl(value), TITLE_CHARS) : null;
}

/** Version 1 has no word for a cancelled call; some agents say it all the same. */
function statusOf(value: unknown): ToolCallStatus | null {
  return value === 'cancelled' || value === 'canceled' ? 'failed' : wordOf(value, STATUSES);
}

function parseToolContent(value: unknown): ToolCallContent | null {
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

function parseDiff({ path, oldText, newText }: Fields): ToolCallContent | null {
  if (typeof path !== 'string' || typeof newText !== 'string') return null;
  return { type: 'diff', path, newText, oldText: textOf(oldText) };
}

function parseLocation(value: unknown): ToolCallLocation | null {
  const { path, line } = fieldsOf(value);
  return typeof path === 'string' ? { path, ...present({ line: countOf(line) }) } : null;
}
