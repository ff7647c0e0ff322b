import type { Diff, ToolCallContent } from '@agentclientprotocol/sdk';
import type { Permission, ToolEntry } from './entries.js';

/**
 * What a call brought. Some agents show the change only when they ask for permission, and leave it out when they have
 * made it: then the change that was asked for stays.
 */
export function contentOf({ content, permissions }: ToolEntry): readonly ToolCallContent[] {
  if (content.some(({ type }) => type === 'diff')) return content;
  const asked = permissions.flatMap(({ toolCall }) => (toolCall.content ?? []).filter(isDiff));
  return asked.length === 0 ? content : [...newestPerFile(asked), ...content];
}

/** What a question is about: what it says itself and, where that is no change of a file, what the call said before. */
export function askedContent({ toolCall }: Permission, entry: Pick<ToolEntry, 'content'>): readonly ToolCallContent[] {
  const asked = toolCall.content ?? [];
  if (asked.some(isDiff)) return asked;
  const told = new Set(asked.map((item) => JSON.stringify(item)));
  return [...asked, ...entry.content.filter((item) => !told.has(JSON.stringify(item)))];
}

function isDiff(item: ToolCallContent): item is Diff & { type: 'diff' } {
  return item.type === 'diff';
}

/** A call that asked twice shows what it asked for last. */
function newestPerFile<D extends Diff>(diffs: readonly D[]): D[] {
  return [...new Map(diffs.map((diff) => [diff.path, diff])).values()];
}
