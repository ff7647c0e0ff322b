import type { Diff } from '@agentclientprotocol/sdk';
import { knownDiff, rememberDiff } from '../diff/diff-cache.js';
import { codeWorker } from '../worker/code-worker-client.js';

/** Lines that were added and taken away. */
export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

/** The lines of all these edits together. */
export async function countLines(diffs: readonly Diff[]): Promise<LineCount> {
  const counts = await Promise.all(diffs.map(countOne));
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** Where there is no worker the page does it itself, as for a diff that is looked at. */
async function countOne({ oldText, newText }: Diff): Promise<LineCount> {
  const texts = { oldText: oldText ?? '', newText };
  const known = knownDiff(texts.oldText, newText);
  if (known) return known;
  const result = await codeWorker
    .ask('diff', texts)
    .catch(async () => (await import('../diff/compute-diff.js')).computeDiff(texts.oldText, newText));
  rememberDiff(texts.oldText, newText, result);
  return result;
}
