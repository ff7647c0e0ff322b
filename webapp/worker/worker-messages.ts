import type { DiffResult } from '../diff/diff-result.js';
import type { PatchAsk } from '../diff/format-patch.js';
import type { MarkAsk } from '../diff/mark-runs.js';
import type { LineHit, LinePattern } from './find-lines.js';
import type { LineSpans } from './line-spans.js';

/** What the page may ask of the worker, and what it gets. */
export interface WorkerTasks {
  /** Colours for code; with `stream`, for lines that follow those asked for before under that number. */
  highlight: { ask: { language: string; code: string; stream: number | null }; answer: LineSpans | null };
  /** Forgets a stream. Answers at once. */
  forget: { ask: { stream: number }; answer: null };
  diff: { ask: { oldText: string; newText: string }; answer: DiffResult };
  /** Which words differ, where the lines are known. */
  mark: { ask: MarkAsk; answer: DiffResult };
  /** Where an expression fits lines; a hostile one can take for ever, which is why it is asked here. */
  find: { ask: { lines: readonly string[]; pattern: LinePattern; most: number }; answer: LineHit[] };
  patch: { ask: PatchAsk; answer: string };
}

export type TaskName = keyof WorkerTasks;

/** A question on its way; answers carry its number. */
export interface WorkerQuestion<T extends TaskName = TaskName> {
  id: number;
  task: T;
  ask: WorkerTasks[T]['ask'];
}

/** An answer, or the reason why there is none. */
export type WorkerAnswer = { id: number; answer: unknown } | { id: number; failure: string };
