import type { Diff, ToolCallContent } from '@agentclientprotocol/sdk';
import { type InputPart, inputIn, readInput } from '../call-reading.js';
import type { WrittenFile } from '../events.js';
import { factsOfDiff, isDiff, type ShownDiff, withFacts } from '../shown-diff.js';
import { canonicalJson } from './asked-call.js';
import type { Permission, ToolEntry } from './entries.js';
import { inputDiffs } from './input-diffs.js';
import { type PatchedFile, parsePatch } from './parse-patch.js';
import { wasRejected } from './reduce-tool.js';

/**
 * What a call brought. Some agents show the change only when they ask for permission, and leave it out when they have
 * made it: then the change that was asked for stays. Others tell it only in the tool's input, as a patch or as texts.
 */
export function contentOf(entry: ToolEntry): readonly ToolCallContent[] {
  const told = withPatch(entry, toldContent(entry));
  const isTold = (file: WrittenFile) => told.some((item) => isDiff(item) && isAbout(file, item.path));
  // A write that changed nothing comes after one that the agent made by itself.
  const written = (entry.written ?? []).filter(
    (file) => !file.untold && (file.oldText !== file.newText || !isTold(file)),
  );
  if (written.length === 0) return told;
  // What we wrote ourselves is certain, and whole; the agent's own account of it would show it twice.
  const rest = told.filter((item) => !isDiff(item) || !written.some((file) => isAbout(file, item.path)));
  return [...written.map(({ path, oldText, newText }) => ({ type: 'diff' as const, path, oldText, newText })), ...rest];
}

function isAbout({ path, named }: WrittenFile, told: string): boolean {
  return isSamePath(told, path) || told === named;
}

function isSamePath(told: string, path: string): boolean {
  return told === path || (!told.startsWith('/') && path.endsWith(`/${told.replace(/^\.\//, '')}`));
}

function toldContent({ content, permissions }: ToolEntry): readonly ToolCallContent[] {
  const asked = permissions.flatMap(({ toolCall }) => (toolCall.content ?? []).filter(isDiff));
  if (asked.length === 0) return content;
  const newest = newestPerFile(asked);
  if (!content.some(isDiff)) return [...newest, ...content];
  return content.map((item) => (isDiff(item) ? (newest.find((one) => covers(one, item)) ?? item) : item));
}

/** Whether a change is the same as another one and shows more of the file around it. */
function covers(asked: Diff, told: Diff): boolean {
  if (!isSamePath(told.path, asked.path) && !isSamePath(asked.path, told.path)) return false;
  const [before, part] = [asked.oldText ?? '', told.oldText ?? ''];
  if (typeof factsOfDiff(told).firstLine === 'number' || part === '' || before.length <= part.length) return false;
  return before.includes(part) && before.replace(part, () => told.newText) === asked.newText;
}

/** Entries never change, and the transcript asks again with every page that comes. */
const patches = new WeakMap<object, readonly PatchedFile[]>();

/** What the patch in a call's input does; nothing if there is none that can be read for certain. */
export function patchOfCall(entry: Pick<ToolEntry, 'rawInput' | 'permissions' | 'toolKind'>): readonly PatchedFile[] {
  const known = patches.get(entry);
  if (known) return known;
  const inputs = [entry.rawInput, ...entry.permissions.map(({ toolCall }) => toolCall.rawInput)].map(inputIn);
  const texts = inputs.flatMap((input) =>
    typeof input === 'string' ? [input] : readInput(input, entry.toolKind).parts.flatMap(patchTextIn),
  );
  const files =
    texts
      .filter((text) => text.includes('\n'))
      .reduce<PatchedFile[] | null>((found, text) => found ?? parsePatch(text), null) ?? [];
  patches.set(entry, files);
  return files;
}

function patchTextIn(part: InputPart): string[] {
  return part.is === 'patch' || (part.is === 'text' && part.isWhole) ? [part.text] : [];
}

function withPatch(entry: ToolEntry, content: readonly ToolCallContent[]): readonly ToolCallContent[] {
  if (content.some(isDiff)) return content;
  const patched = patchOfCall(entry);
  const diffs = patched.length > 0 ? patched.flatMap(diffsOfFile) : inputDiffs(entry);
  return diffs.length === 0 ? content : [...diffs, ...content];
}

function diffsOfFile({ kind, path, movedTo, hunks }: PatchedFile): ShownDiff[] {
  const moved = movedTo === null ? {} : { movedFrom: path };
  return hunks.map(({ oldText, newText, firstLine }) => {
    const diff = { type: 'diff' as const, path: movedTo ?? path, oldText: kind === 'add' ? null : oldText, newText };
    if (kind === 'add') return diff;
    return withFacts(diff, { firstLine, ...moved, ...(kind === 'delete' ? { isDeleted: true } : {}) });
  });
}

/** What a request is about: what it says itself, then what the agent had said about the call before. */
export function askedContent({ toolCall, told }: Permission): readonly ToolCallContent[] {
  const asked = toolCall.content ?? [];
  const known = new Set(asked.map(canonicalJson));
  return [...asked, ...(told?.content ?? []).filter((item) => !known.has(canonicalJson(item)))];
}

/** A call that asked twice shows what it asked for last. */
function newestPerFile<D extends Diff>(diffs: readonly D[]): D[] {
  return [...new Map(diffs.map((diff) => [diff.path, diff])).values()];
}

/** Success that a diff beside it says already. */
const APPLIED =
  /^(?:the |your )?(?:edits?|files?|patch|changes?|updates?|wrote|successfully|success|done)\b.{0,200}\b(?:success(?:ful|fully)?|applied|updated|written|created|saved|overwritten|edited|modified|replaced)\b.{0,200}$/i;

/** The content without a sentence that says no more than that the change beside it was made. */
export function withoutNoise(entry: ToolEntry, content: readonly ToolCallContent[]): readonly ToolCallContent[] {
  if (entry.status !== 'completed' || wasRejected(entry) || !content.some(isDiff)) return content;
  return content.filter((item) => {
    if (item.type !== 'content' || item.content.type !== 'text') return true;
    const text = item.content.text.trim();
    return !(text.length <= 300 && !text.includes('\n') && APPLIED.test(text));
  });
}
