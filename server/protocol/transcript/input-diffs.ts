import { own } from '../own.js';
import { type ShownDiff, withFacts } from '../shown-diff.js';
import type { ToolEntry } from './entries.js';

const PATHS = ['path', 'file_path', 'filePath', 'absolute_path', 'target_file'];
/** How agents call what is replaced and what takes its place. */
const PAIRS = [
  ['oldText', 'newText'],
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['old_text', 'new_text'],
  ['before', 'after'],
] as const;
const WHOLE = ['content', 'contents', 'file_text', 'fileText'];
const MOST_EDITS = 100;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The changes that an edit was told to make, for an agent that shows none of them (pi, where its own look at the file
 * came too late). Nobody knows where in the file they are, or whether there was one.
 */
export function inputDiffs({ toolKind, status, rawInput }: ToolEntry): ShownDiff[] {
  const isMade = status === 'completed' || status === 'ended';
  if (toolKind !== 'edit' || !isMade || !isFields(rawInput)) return [];
  const path = PATHS.map((name) => textAt(rawInput, name)).find((text) => text);
  if (!path) return [];
  const steps = Array.isArray(rawInput.edits) ? rawInput.edits.filter(isFields).slice(0, MOST_EDITS) : [];
  const diffOf = (oldText: string | null, newText: string) =>
    withFacts({ type: 'diff' as const, path, oldText, newText }, { firstLine: null });
  const replaced = [rawInput, ...steps].flatMap(pairsIn).map(([before, after]) => diffOf(before, after));
  if (replaced.length > 0) return replaced;
  const whole = WHOLE.map((name) => textAt(rawInput, name)).find((text) => text !== null);
  return typeof whole === 'string' ? [diffOf(null, whole)] : [];
}

function pairsIn(fields: Fields): (readonly [string, string])[] {
  return PAIRS.flatMap(([before, after]) => {
    const [oldText, newText] = [textAt(fields, before), textAt(fields, after)];
    return oldText === null || newText === null ? [] : [[oldText, newText] as const];
  });
}

function textAt(fields: Fields, name: string): string | null {
  const value = own(fields, name);
  return typeof value === 'string' ? value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
