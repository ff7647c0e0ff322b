import { WHOLE } from '../call-fields.js';
import { inputIn, readInput } from '../call-reading.js';
import { type ShownDiff, withFacts } from '../shown-diff.js';
import type { ToolEntry } from './entries.js';

const MOST_EDITS = 100;

/**
 * The changes that an edit was told to make, for an agent that shows none of them (pi, where its own look at the file
 * came too late). Nobody knows where in the file they are, or whether there was one.
 */
export function inputDiffs({ toolKind, status, rawInput }: ToolEntry): ShownDiff[] {
  const isMade = status === 'completed' || status === 'ended';
  if (toolKind !== 'edit' || !isMade) return [];
  const reading = readInput(inputIn(rawInput), toolKind);
  const { file: path, parts, pairs } = reading;
  if (path === null) return [];
  const steps = parts.flatMap((part) => (part.is === 'steps' ? part.steps : [])).slice(0, MOST_EDITS);
  const diffOf = (oldText: string | null, newText: string) =>
    withFacts({ type: 'diff' as const, path, oldText, newText }, { firstLine: null });
  const replaced = [...pairs, ...steps.flatMap((step) => step.pairs)];
  if (replaced.length > 0) return replaced.map(({ oldText, newText }) => diffOf(oldText, newText));
  const whole = WHOLE.map((name) => parts.find((part) => part.name === name)?.value).find((text) => text !== undefined);
  return typeof whole === 'string' ? [diffOf(null, whole)] : [];
}
