import { knownDiff, rememberDiff } from '../diff/diff-cache.js';
import type { DiffResult } from '../diff/diff-result.js';
import type { MarkAsk } from '../diff/mark-runs.js';
import { codeWorker } from './code-worker-client.js';

/** How one text becomes the other, from the worker or from memory. Without a worker the page itself compares: late is better than never. */
export async function compareTexts(oldText: string, newText: string, worker = codeWorker): Promise<DiffResult> {
  const known = knownDiff(oldText, newText);
  if (known) return known;
  const result = await worker
    .ask('diff', { oldText, newText })
    .catch(async () => (await import('../diff/compute-diff.js')).computeDiff(oldText, newText));
  rememberDiff(oldText, newText, result);
  return result;
}

/** Which words differ in a diff whose lines are known, from the worker or, without one, from the page itself. */
export async function markTexts(ask: MarkAsk, worker = codeWorker): Promise<DiffResult> {
  return worker.ask('mark', ask).catch(async () => (await import('../diff/mark-runs.js')).markDiff(ask));
}
