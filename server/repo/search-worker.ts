import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { SEARCH_LIMITS } from '../protocol/api/search.js';
import { listByWalk } from './list-by-walk.js';
import type { WalkerNews, WalkerTask } from './search/engines.js';
import { globFilter } from './search/glob-match.js';
import { expressionOf, hitsIn } from './search/walk-search.js';

const MOST_BYTES = 16 * 1024 * 1024;

const { folder, query } = workerData as WalkerTask;

/** Looks through all files; whoever started the thread ends it. */
async function search(): Promise<void> {
  let expression: RegExp;
  try {
    expression = expressionOf(query);
  } catch (error) {
    tell({ problem: (error as Error).message });
    return;
  }
  const isFit = globFilter(query.include, query.exclude);
  const { paths } = await listByWalk(folder);
  for (const path of paths.filter(isFit)) {
    const place = join(folder, path);
    const about = await stat(place).catch(() => null);
    if (!about?.isFile() || about.size > MOST_BYTES) continue;
    const bytes = await readFile(place).catch(() => null);
    if (!bytes || bytes.includes(0)) continue;
    const hits = hitsIn(path, bytes.toString('utf8'), expression, SEARCH_LIMITS.fileHits + 1);
    if (hits.length > 0) tell({ hits });
  }
  tell({ isEnd: true });
}

function tell(news: WalkerNews): void {
  parentPort?.postMessage(news);
}

void search();
