import type { FileChange } from '../state/file-changes.js';
import { shortPath } from '../tool-views/tool-input.js';
import type { CodeWorkerClient } from '../worker/code-worker-client.js';

/** Changes as a patch that `git apply` takes, one file after the other. */
export async function patchOf(
  worker: CodeWorkerClient,
  changes: readonly FileChange[],
  folder: string,
): Promise<string> {
  const patches: string[] = [];
  for (const { path, parts } of changes) {
    for (const { oldText, newText } of parts) {
      const ask = { path: shortPath(path, folder), oldText, newText };
      const local = async () => (await import('../diff/format-patch.js')).formatGitPatch(ask);
      patches.push(await worker.ask('patch', ask).catch(local));
    }
  }
  return patches.join('');
}
