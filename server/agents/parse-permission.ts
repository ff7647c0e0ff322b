import type { PermissionOption, PermissionOptionKind } from '@agentclientprotocol/sdk';
import { LIMITS } from '../protocol/limits.js';
import type { PermissionAsk } from './agent-link.js';
import { cutName } from './cut-text.js';
import { fitUpdate } from './fit-update.js';
import { parseToolCall } from './parse-tool.js';
import { fieldsOf, idOf, listOf, textOf, wordOf } from './read-fields.js';
import { oneLine } from './strip-control.js';

const KINDS: readonly PermissionOptionKind[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

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
  const [fitting] = fitUpdate({ sessionUpdate: 'tool_call_update', ...call }, Number.POSITIVE_INFINITY);
  const { sessionUpdate: _kind, ...fields } = fitting as typeof call & { sessionUpdate: string };
  return { toolCall: fields, options: usable };
}

function parseOption(value: unknown): PermissionOption | null {
  const { optionId, name, kind } = fieldsOf(value);
  const id = idOf(optionId);
  const known = wordOf(kind, KINDS);
  if (id === null || known === null) return null;
  const label = oneLine(textOf(name) ?? '') || known.replace('_', ' ');
  return { optionId: id, name: cutName(label, LIMITS.labelChars), kind: known };
}
