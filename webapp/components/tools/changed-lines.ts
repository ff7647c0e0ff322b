import type { Diff } from '@agentclientprotocol/sdk';

const known = new WeakMap<object, number>();

/** About how many lines a diff touches, without comparing them all: what is between the same head and tail. */
export function changedLines(diff: Pick<Diff, 'oldText' | 'newText'>): number {
  // Entries are immutable, and the transcript asks again with every page that comes.
  const size = known.get(diff) ?? countLines(diff);
  known.set(diff, size);
  return size;
}

function countLines({ oldText, newText }: Pick<Diff, 'oldText' | 'newText'>): number {
  const [before, after] = [(oldText ?? '').split('\n'), newText.split('\n')];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return before.length + after.length - 2 * (head + tail);
}
