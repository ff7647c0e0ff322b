/**
 * Outlives the server by a moment: it reads the groups that the server runs from its stdin and, when that
 * ends without a word, the server was killed, and it ends them. Started by `Watchdog`.
 */
import { createInterface } from 'node:readline';
import { endGroup, type ProcessGroup } from './end-group.js';

/** Agents that heard their stdin end are given this long to go by themselves. */
const GRACE_MS = 1_000;

const groups = new Map<number, ProcessGroup>();
// Ctrl-C and a closing terminal reach the server too; it alone decides what that means.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const [act, group, marker = ''] = line.split(' ');
  if (act === '+') groups.set(Number(group), { group: Number(group), marker });
  else groups.delete(Number(group));
}
await Promise.all([...groups.values()].map((target) => endGroup(target, GRACE_MS)));
process.exit(0);
