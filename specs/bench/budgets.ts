/** What a figure counts: time of a processor, time that a person waits, or things. */
export type Measure = 'cpu' | 'wait' | 'count';

/** What something may cost at most. */
export interface Budget {
  /** What is measured, in a few words. */
  what: string;
  /** The benchmark that measures it, by its name in the registry. */
  bench: string;
  measure: Measure;
  unit: string;
  limit: number;
}

const cpu = (bench: string, what: string, limit: number): Budget => ({
  bench,
  what,
  limit,
  measure: 'cpu',
  unit: 'ms',
});
const wait = (bench: string, what: string, limit: number): Budget => ({
  bench,
  what,
  limit,
  measure: 'wait',
  unit: 'ms',
});
const count = (bench: string, what: string, [limit, unit]: readonly [number, string]): Budget => ({
  bench,
  what,
  limit,
  measure: 'count',
  unit,
});

/** Everything that `npm run bench` holds the app to. `UX` and a number is an acceptance criterion; the rest is ours. */
export const BUDGETS = {
  UX2: wait('first-paint', 'first paint of the page with its composer, nothing cached', 500),
  start: wait('first-paint', 'from the command to a page that takes words', 1_000),
  UX4: wait('keystrokes', 'key to paint while 200 kB stream, 4× throttled, 95th percentile', 50),
  UX5: cpu('markdown', '200 kB of Markdown in 20-character chunks: script', 3_000),
  'UX5-task': cpu('markdown', '… its longest task', 100),
  list: cpu('markdown', 'a list of 600 items in 20-character chunks: script', 7_500),
  'list-task': cpu('markdown', '… its longest task', 100),
  code: cpu('markdown', 'a code fence of 50 kB in 20-character chunks: script', 3_000),
  'code-task': cpu('markdown', '… its longest task', 100),
  redraw: count('markdown', 'one streamed update, as a share of a whole drawing', [0.1, '×']),
  UX7: wait('long-session', 'opening 10,000 messages: the newest is in sight', 1_000),
  'UX7-heap': count('long-session', '… growth of the heap', [120, 'MB']),
  'UX7-dom': count('long-session', '… elements in the page', [8_000, 'elements']),
  UX15: wait('stop', 'from the Stop key to “Stopping…”', 100),
  UX17: wait('mention', 'from “@au” to files, of 50,000', 50),
  'find-files': cpu('find-files', 'the slowest search in 50,000 paths', 50),
  'find-growth': count('find-files', '… four times the paths, in times the cost', [8, '×']),
  UX23: wait('permission', 'from the agent’s question to the page', 100),
  UX25: wait('permission', 'from an answer in one browser to the other browser', 300),
  UX26: wait('diff', 'a diff of 5,000 lines, 1 % changed: to the first rows', 400),
  'UX26-task': cpu('diff', '… its longest task', 100),
  'UX26-rows': count('diff', '… rows drawn, the rest folded', [1_000, 'rows']),
  'UX26-words': count('diff', '… changes without marked words', [0, 'changes']),
  'diff-rewrite': cpu('diff', 'a diff of 5,000 lines, all changed: longest task', 100),
  terminal: cpu('terminal', '1 MB of terminal output at once: longest task', 400),
  'terminal-stream': cpu('terminal', '1 MB of terminal output in 1 kB chunks: script', 5_000),
  'terminal-stream-task': cpu('terminal', '… its longest task', 100),
  fold: cpu('fold', 'folding 100,000 events, the slowest kind', 6_000),
  'fold-growth': count('fold', '… its last three tenths, in times the second to fourth', [3, '×']),
  'fresh-tab': wait('server', 'a fresh tab has the end of 100,000 events', 1_000),
  'fresh-tab-restart': wait('server', '… after a restart of the server', 2_000),
  memory: count('server', 'memory of the server while 100 MB of text pass', [600, 'MB']),
} as const satisfies Record<string, Budget>;

export type BudgetId = keyof typeof BUDGETS;
