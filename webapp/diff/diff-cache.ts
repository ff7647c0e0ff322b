import type { DiffResult } from './diff-result.js';

const MOST = 40;

interface Kept {
  readonly oldText: string;
  readonly newText: string;
  readonly result: DiffResult;
}

/** The newest last. Compared by the texts themselves: a clash of hashes would show a change that is not the one asked for. */
let kept: readonly Kept[] = [];

/** The result for these texts if it was computed lately. */
export function knownDiff(oldText: string, newText: string): DiffResult | null {
  return kept.find((entry) => entry.oldText === oldText && entry.newText === newText)?.result ?? null;
}

export function rememberDiff(oldText: string, newText: string, result: DiffResult): void {
  kept = [...kept.slice(1 - MOST), { oldText, newText, result }];
}
