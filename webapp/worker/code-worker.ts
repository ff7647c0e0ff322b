import { computeDiff } from '../diff/compute-diff.js';
import { formatGitPatch } from '../diff/format-patch.js';
import { markDiff } from '../diff/mark-runs.js';
import { findInLines } from './find-lines.js';
import type { Highlighter } from './highlighter.js';
import type { TaskName, WorkerAnswer, WorkerQuestion, WorkerTasks } from './worker-messages.js';

type Tasks = { [T in TaskName]: (ask: WorkerTasks[T]['ask']) => Promise<WorkerTasks[T]['answer']> };

let highlighter: Promise<Highlighter> | null = null;

const tasks: Tasks = {
  async highlight({ language, code, stream }) {
    highlighter ??= import('./highlighter.js').then((module) => module.Highlighter.create());
    return (await highlighter).highlight(language, code, stream);
  },
  async forget({ stream }) {
    (await highlighter)?.forget(stream);
    return null;
  },
  diff: async ({ oldText, newText }) => computeDiff(oldText, newText),
  mark: async (ask) => markDiff(ask),
  find: async ({ lines, pattern, most }) => findInLines(lines, pattern, most),
  patch: async (ask) => formatGitPatch(ask),
};

/** One after the other: lines of a stream must be coloured in their order. */
let queue = Promise.resolve();

async function answer({ id, task, ask }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    return { id, answer: await (tasks[task] as (ask: unknown) => Promise<unknown>)(ask) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  queue = queue.then(async () => postMessage(await answer(data)));
});
