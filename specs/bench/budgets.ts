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
  /** What it may be; beside a floor, what it may be at least. */
  limit: number;
  /** The same was measured of the smallest page there can be, in the same run: so many times that, and so much more, is allowed. */
  floor?: { readonly times: number; readonly plus: number };
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

const beside = (budget: Budget, times: number, plus = 0): Budget => ({ ...budget, floor: { times, plus } });

/** Everything that `npm run bench` holds the app to. `UX` and a number is an acceptance criterion; the rest is ours. */
export const BUDGETS = {
  UX2: wait('first-paint', 'first paint of the page with its composer, nothing cached', 500),
  start: wait('first-paint', 'from the command to a page that takes words', 1_000),
  'minute-answers': beside(wait('first-minute', 'from the command to the first answer over HTTP', 0), 1.9),
  'minute-paint': beside(wait('first-minute', 'from opening the page to its first paint', 0), 3.2),
  'minute-typable': beside(wait('first-minute', '… until it takes words', 0), 1.7),
  'minute-echo': beside(wait('first-minute', 'from the first Enter to the message in the conversation', 0), 1.1),
  'minute-requests': count('first-minute', 'requests of a first visit with its first message', [12, 'requests']),
  'minute-bytes': count('first-minute', '… what they bring', [300, 'kB']),
  'minute-slow-agent': beside(
    wait('first-minute', 'until the page takes words, with an agent that needs 10 s', 0),
    1.1,
  ),
  'reading-busy': count('reading', '200 kB in 20-character pieces, 200 a second: main thread busy', [40, '%']),
  'reading-busy-end': count('reading', '… in its last fifth', [40, '%']),
  'reading-late': beside(wait('reading', '… from the agent to the screen, median', 0), 1, 50),
  'reading-late-99': beside(wait('reading', '… 99th percentile', 0), 1, 150),
  'reading-keys': beside(wait('reading', '… key to paint meanwhile, 95th percentile', 50), 1.2),
  'tabs-200-1': beside(wait('tabs', '200 pieces a second, 1 tab: 99 of 100 on the screen', 0), 1, 150),
  'tabs-200-5': beside(wait('tabs', '… 5 tabs', 0), 1, 150),
  'tabs-200-20': beside(wait('tabs', '… 20 tabs', 0), 1, 1_000),
  'tabs-2000-1': beside(wait('tabs', '2,000 pieces a second, 1 tab: 99 of 100 on the screen', 0), 1, 250),
  'tabs-2000-5': beside(wait('tabs', '… 5 tabs', 0), 1, 500),
  'tabs-2000-20': beside(wait('tabs', '… 20 tabs', 0), 1, 2_000),
  tasks: beside(wait('tasks', 'four tasks stream into open blocks, 95 of 100 frames; beside one session', 0), 1, 16),
  'growth-server': count('growth', 'an event after 10,000 or 100,000, in times one after 1,000: server', [2, '×']),
  'growth-page': count('growth', '… page', [2, '×']),
  'turns-dom': count('turns', 'nodes of a page that saw 2,000 turns', [20_000, 'nodes']),
  'turns-dom-growth': count('turns', '… in times those after 250', [1.5, '×']),
  'turns-heap': count('turns', '… growth of its heap since', [40, 'MB']),
  'turns-server': count('turns', '… growth of the server since', [120, 'MB']),
  'store-start': beside(
    wait('large-store', 'start with 10,000 sessions and 1,000,000 events, beside an empty one', 0),
    1.5,
  ),
  'store-list': beside(wait('large-store', '… the list of a tab, beside 100 sessions with 10,000 events', 0), 2, 20),
  'store-filter': beside(wait('large-store', '… a filter with its counts', 0), 1, 50),
  'store-search': beside(wait('large-store', '… a search in all of it', 0), 1, 100),
  'store-open': beside(wait('large-store', '… one session', 0), 1.5, 20),
  'store-scroll': beside(wait('large-store', '… scrolling through the list, 95 of 100 frames', 17), 1.5),
  'store-dom': count('large-store', '… elements in the page then', [12_000, 'elements']),
  UX4: wait('keystrokes', 'key to paint while 200 kB stream, 4× throttled, 95th percentile', 50),
  UX5: cpu('markdown', '200 kB of Markdown in 20-character chunks: script', 3_000),
  'UX5-task': cpu('markdown', '… its longest task', 100),
  list: cpu('markdown', 'a list of 600 items in 20-character chunks: script', 7_500),
  'list-task': cpu('markdown', '… its longest task', 100),
  code: cpu('markdown', 'a code fence of 50 kB in 20-character chunks: script', 3_000),
  'code-task': cpu('markdown', '… its longest task', 100),
  redraw: count('markdown', 'one streamed update, as a share of a whole drawing', [0.1, '×']),
  'reload-1000': wait('long-session', 'a reload with 1,000 messages: the newest is in sight', 1_000),
  'reload-10000': beside(wait('long-session', '… with 10,000, beside that', 0), 1.3, 50),
  UX7: wait('long-session', 'opening 10,000 messages: the newest is in sight', 1_000),
  'UX7-heap': count('long-session', '… growth of the heap', [120, 'MB']),
  'UX7-dom': count('long-session', '… elements in the page', [8_000, 'elements']),
  UX15: wait('stop', 'from the Stop key to “Stopping…”', 100),
  UX17: wait('mention', 'from “@au” to files, of 50,000', 50),
  'find-files': cpu('find-files', 'the slowest search in 50,000 paths', 50),
  'find-growth': count('find-files', '… four times the paths, in times the cost', [8, '×']),
  'repo-status': beside(wait('repo', 'status of 50,000 files with 70 changed, beside git status', 0), 1.3, 50),
  'repo-list': beside(wait('repo', 'a list of 50,000 files, beside git ls-files', 0), 1.3, 100),
  'repo-search': beside(wait('repo', 'a search of 50,000 files: first hits, beside ripgrep', 0), 1, 100),
  'repo-search-all': beside(wait('repo', '… all of them', 0), 1.2, 100),
  'repo-graph': beside(wait('repo', '200 rows of a graph of 40,000 commits, beside git log', 0), 1, 150),
  'repo-graph-more': wait('repo', '… the next 1,000', 100),
  'repo-diff': beside(wait('repo', 'a diff of 20,000 lines, 10 % changed, beside git diff', 0), 1, 150),
  'changes-diff': beside(
    wait('changes', 'a diff of 20,000 lines, 10 % changed: press to first rows, beside git diff', 0),
    1,
    150,
  ),
  'changes-diff-task': cpu('changes', '… its longest task', 100),
  'changes-diff-rows': count('changes', '… rows in the page', [1_000, 'rows']),
  'changes-list': beside(
    wait('changes', '2,000 changed files: press to a list that can be used, beside git diff --numstat', 0),
    1,
    300,
  ),
  'changes-list-dom': count('changes', '… elements in the page, also after scrolling through', [8_000, 'elements']),
  'checkbox-files': count('acts', 'a checkbox of the settings: files that run, in the server and two tabs', [
    122,
    'files',
  ]),
  'checkbox-server': count('acts', '… in the server', [42, 'files']),
  'checkbox-here': count('acts', '… in its tab', [29, 'files']),
  'checkbox-there': count('acts', '… in the other tab, which shows a conversation', [14, 'files']),
  'stage-calls': count('acts', 'one staged line: calls until the page shows what is left', [2, 'calls']),
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
  'linear-fold': count('linear', 'folding 20,000 and 40,000 events of every kind, in times half of them', [3, '×']),
  'linear-import': count('linear', '… reading them from a file', [3, '×']),
  'linear-log': count('linear', '… writing them to the log of a session', [3, '×']),
  'fresh-tab': wait('server', 'a fresh tab has the end of 100,000 events', 1_000),
  'fresh-tab-restart': wait('server', '… after a restart of the server', 2_000),
  memory: count('server', 'memory of the server while 100 MB of text pass', [600, 'MB']),
} as const satisfies Record<string, Budget>;

export type BudgetId = keyof typeof BUDGETS;
