import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { isFields } from '../fields.js';
import type { Permission, ToldCall, ToldField, ToolEntry } from './entries.js';

type CallFields = Pick<ToolEntry, 'title' | 'toolKind' | 'rawInput' | 'content' | 'locations'>;

const FIELDS = ['title', 'kind', 'rawInput', 'content', 'locations'] as const satisfies readonly ToldField[];

/**
 * What the agent has said about a call besides the request itself: fields that the request leaves out or words
 * otherwise. A request shows both, so nothing that was said before can hide behind it. `before` is what was already
 * known when the request was made; it stays unless the agent has replaced it.
 */
export function toldBesides(entry: CallFields | null, asked: ToolCallUpdate, before: ToldCall = {}): ToldCall {
  if (!entry) return before;
  const now: Record<ToldField, unknown> = { ...entry, kind: entry.toolKind === 'other' ? null : entry.toolKind };
  const told: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const known = [asked[field], joined(before[field], asked[field])].map(canonicalJson);
    const isNews = !isBlank(now[field]) && !known.includes(canonicalJson(now[field]));
    const kept = isNews ? now[field] : before[field];
    if (!isBlank(kept)) told[field] = kept;
  }
  return told;
}

/** What was said before and in the request as one input, which is how some agents tell it again. */
function joined(before: unknown, asked: unknown): unknown {
  return isFields(before) && isFields(asked) ? { ...before, ...asked } : asked;
}

/** The fields in which two tellings differ. */
export function changedFields(one: ToldCall, other: ToldCall): ToldField[] {
  return FIELDS.filter((field) => canonicalJson(one[field]) !== canonicalJson(other[field]));
}

/** All that is decided on, as one text: the same for everyone who sees the same. */
export function decidedText(request: {
  toolCall: ToolCallUpdate;
  told: ToldCall;
  options: readonly PermissionOption[];
}): string {
  const { toolCall, told, options } = request;
  return canonicalJson({ toolCall, told, options });
}

/** The call of a request as one, with what the request says in the place of what was said before. */
export function joinedCall({ toolCall, told = {} }: Pick<Permission, 'toolCall' | 'told'>): CallFields {
  return {
    title: told.title ?? toolCall.title ?? '',
    toolKind: told.kind ?? toolCall.kind ?? 'other',
    rawInput: told.rawInput ?? toolCall.rawInput ?? null,
    content: told.content ?? toolCall.content ?? [],
    locations: told.locations ?? toolCall.locations ?? [],
  };
}

/** Whether a field says nothing; agents announce calls with an empty input that they fill later. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** JSON in which the order of an object's fields makes no difference. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
