import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import type { AgentUpdate } from '../../protocol/events.js';
import { type Fields, fieldsOf, isFields } from '../../protocol/fields.js';
import { LIMITS } from '../../protocol/limits.js';
import { own } from '../../protocol/own.js';
import { cutName } from '../../text/cut-text.js';
import { cleanLine, stripControl } from '../../text/strip-control.js';
import { parseContent } from './parse-content.js';
import { parseCommands, parseOptions } from './parse-options.js';
import { parseToolCall } from './parse-tool.js';
import { countOf, idOf, listOf, present, stringField, wordOf } from './read-fields.js';

const KIND_CHARS = 60;
const NOTICE_CHARS = 4_000;

type Parser = (update: Fields) => SessionUpdate | null;

/**
 * Reads one update of an agent, more kindly than ACP's schema: bad optional fields and list items are left
 * out, and what is of no known kind or lacks what it needs is kept under a name that nothing acts on.
 */
export function parseUpdate(value: unknown): AgentUpdate | null {
  if (!isFields(value) || typeof value.sessionUpdate !== 'string') return null;
  const kind = value.sessionUpdate;
  const parser = Object.hasOwn(PARSERS, kind) ? own(PARSERS, kind) : null;
  return parser?.(value) ?? keepUnknown(value, kind);
}

const PARSERS = {
  user_message_chunk: chunkParser('user_message_chunk'),
  agent_message_chunk: chunkParser('agent_message_chunk'),
  agent_thought_chunk: chunkParser('agent_thought_chunk'),
  tool_call: (update) => {
    const call = parseToolCall(update);
    const title = call?.title ?? call?.name ?? '';
    return call && { sessionUpdate: 'tool_call', ...present(call), title };
  },
  tool_call_update: (update) => {
    const call = parseToolCall(update);
    return call && { sessionUpdate: 'tool_call_update', ...call };
  },
  plan: ({ entries }) => {
    const steps = listOf(entries, parseStep);
    return steps && { sessionUpdate: 'plan', entries: steps };
  },
  available_commands_update: ({ availableCommands }) => {
    const commands = parseCommands(availableCommands);
    return commands && { sessionUpdate: 'available_commands_update', availableCommands: commands };
  },
  // The second name is that of an example in ACP's documentation, which agents have followed.
  current_mode_update: ({ currentModeId, modeId }) => {
    const id = idOf(currentModeId) ?? idOf(modeId);
    return id === null ? null : { sessionUpdate: 'current_mode_update', currentModeId: id };
  },
  config_option_update: ({ configOptions }) => {
    const options = parseOptions(configOptions);
    return options && { sessionUpdate: 'config_option_update', configOptions: options };
  },
  session_info_update: parseInfo,
  usage_update: parseUsage,
  notice: parseNotice,
  compaction_update: parseCompaction,
  compaction_summary_chunk: ({ compactionId, content }) => {
    const id = idOf(compactionId);
    const block = parseContent(content);
    return id !== null && block
      ? { sessionUpdate: 'compaction_summary_chunk', compactionId: id, content: block }
      : null;
  },
} satisfies Record<string, Parser>;

function chunkParser(kind: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk'): Parser {
  return ({ content, messageId }) => {
    const block = parseContent(content);
    return block && { sessionUpdate: kind, content: block, ...present({ messageId: idOf(messageId) }) };
  };
}

function keepUnknown(update: Fields, kind: string): AgentUpdate {
  const name = cutName(cleanLine(kind).replace(/^_*/, ''), KIND_CHARS);
  return { ...update, sessionUpdate: `_${name}` };
}

function parseStep(value: unknown): PlanEntry | null {
  const { content, priority, status } = fieldsOf(value);
  if (typeof content !== 'string') return null;
  return {
    content: stripControl(content),
    priority: wordOf(priority, ['high', 'medium', 'low']) ?? 'medium',
    status: wordOf(status, ['pending', 'in_progress', 'completed']) ?? 'pending',
  };
}

/** A field that is left out stays as it was, null clears it. */
function parseInfo({ title, updatedAt }: Fields): SessionUpdate {
  const isTitle = title === null || typeof title === 'string';
  return {
    sessionUpdate: 'session_info_update',
    ...(isTitle ? { title: title === null ? null : cutName(cleanLine(title), LIMITS.titleChars) } : {}),
    ...present({ updatedAt: stringField(updatedAt) }),
  };
}

function parseUsage({ used, size, cost }: Fields): SessionUpdate | null {
  const usedCount = countOf(used);
  const sizeCount = countOf(size);
  if (usedCount === null || sizeCount === null) return null;
  const { amount, currency } = fieldsOf(cost);
  const price = countOf(amount);
  const isCost = price !== null && typeof currency === 'string';
  return {
    sessionUpdate: 'usage_update',
    used: usedCount,
    size: sizeCount,
    ...(isCost ? { cost: { amount: price, currency: cutName(cleanLine(currency), 20) } } : {}),
  };
}

function parseNotice({ severity, title, description }: Fields): SessionUpdate | null {
  if (typeof title !== 'string') return null;
  const details = stringField(description);
  return {
    sessionUpdate: 'notice',
    severity: cutName(cleanLine(stringField(severity) ?? 'info'), KIND_CHARS),
    title: cutName(cleanLine(title), NOTICE_CHARS),
    ...present({ description: details && cutName(stripControl(details), NOTICE_CHARS) }),
  };
}

function parseCompaction({ compactionId, status, summary, error }: Fields): SessionUpdate | null {
  const id = idOf(compactionId);
  if (id === null) return null;
  const blocks = summary === null ? null : (listOf(summary, parseContent) ?? undefined);
  const problem = error === null ? null : (stringField(error) ?? undefined);
  return {
    sessionUpdate: 'compaction_update',
    compactionId: id,
    // Without one, a summary or an error changes and the status stays.
    ...present({ status: stringField(status) }),
    ...(blocks === undefined ? {} : { summary: blocks }),
    ...(problem === undefined ? {} : { error: problem }),
  } as SessionUpdate;
}
