import type { Costs } from './costs.js';
import type { ImportGraph } from './import-graph.js';
import { suiteOf } from './test-files.js';

/** How the files of a run are put into processes. */
export interface Plan {
  /** Without processes, sockets or a database of their own: they get along in one process. */
  shared: string[][];
  /** Each in a process of its own. */
  alone: string[];
  components: string[];
}

/** What leaves traces in the process that loads it, or needs one for itself. */
const UNSOCIABLE =
  /^(node:(child_process|cluster|dgram|http|https|net|tls|worker_threads)|libsql|playwright-core|vite|ws)$/;

export function planRun(files: readonly string[], costs: Costs, graph: ImportGraph, groups: number): Plan {
  const byCost = files.toSorted((a, b) => (costs[b]?.wallMs ?? 0) - (costs[a]?.wallMs ?? 0));
  const nodeFiles = byCost.filter((file) => suiteOf(file) !== 'components');
  // What nobody has measured may take long: it is not put before others.
  const isSociable = (file: string) =>
    file in costs && suiteOf(file) === 'server' && ![...graph.packages(file)].some((name) => UNSOCIABLE.test(name));
  const sociable = nodeFiles.filter(isSociable);
  return {
    shared: dealOut(sociable, groups, (file) => costs[file]!.wallMs),
    alone: nodeFiles.filter((file) => !sociable.includes(file)),
    components: byCost.filter((file) => suiteOf(file) === 'components'),
  };
}

/** Groups of about the same cost: each file, from the largest, goes where there is least. */
function dealOut(files: readonly string[], groups: number, cost: (file: string) => number): string[][] {
  const dealt = Array.from({ length: groups }, () => ({ files: [] as string[], cost: 0 }));
  for (const file of files) {
    const least = dealt.reduce((a, b) => (b.cost < a.cost ? b : a));
    least.files.push(file);
    least.cost += cost(file);
  }
  return dealt.map((group) => group.files).filter((group) => group.length > 0);
}
