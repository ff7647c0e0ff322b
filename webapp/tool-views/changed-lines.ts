import type { Diff } from '@agentclientprotocol/sdk';

/** About how many lines a diff touches, without comparing them all: what is between the same head and tail. */
export function changedLines({ oldText, newText }: Pick<Diff, 'oldText' | 'newText'>): number {
  const [before, after] = [(oldText ?? '').split('\n'), newText.split('\n')];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return before.length + after.length - 2 * (head + tail);
}
