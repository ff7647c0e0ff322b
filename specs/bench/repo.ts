import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchdogGuard } from '../../server/processes/process-guard.js';
import type { SearchQuery } from '../../server/protocol/api/search.js';
import { systemClock } from '../../server/protocol/clock.js';
import { ProjectRepo } from '../../server/repo/project-repo.js';
import { findRipgrep } from '../../server/repo/search/find-ripgrep.js';
import { type Bench, median } from './figure.js';

const FOLDERS = 2_000;
const FILES = 25;
/** Folders are of so many kinds: what git looks at counts, and not what it stores once. */
const KINDS = 20;
const DIRTY = 70;
const LINES = 20_000;
const ROUNDS = 10;
const COMMITS = 40_000;

/** What git itself takes for the same, in the same folder and the same run, is the floor. */
export const measure: Bench = async () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-bench-repo-')));
  const folder = join(place, 'work');
  const env = { PATH: process.env.PATH ?? '', HOME: place, GIT_CONFIG_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '0' };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=B', '-c', 'user.email=b@example.org', ...args], {
      ...{ cwd: folder, env, maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] },
    });
  const quiet = { isTrusted: () => false, set: () => {} };
  try {
    fill(folder);
    git('init', '-q');
    git('-c', 'core.looseCompression=0', 'add', '.');
    git('commit', '-q', '-m', 'all');
    for (let n = 0; n < DIRTY; n++) writeFileSync(join(folder, `d${n * 7}`, 'f3.ts'), `changed ${n}\n`);
    const long = join(place, 'long');
    makeHistory(long);
    const open = (where: string) =>
      new ProjectRepo({
        ...{
          folder: where,
          dataDir: join(place, 'data'),
          env,
          guard: watchdogGuard(),
          clock: systemClock,
          trust: quiet,
        },
        ask: () => Promise.reject(new Error('nobody is asked here')),
        messageAgent: () => ({ agentId: 'demo', model: null }),
        onRoot: () => {},
        onStatus: () => {},
        onStatusFailure: () => {},
        onTask: () => {},
      });
    const [repo, history] = [open(folder), open(long)];
    // Somebody works: one of the changed files is another one each time.
    let edits = 0;
    const edit = () => {
      edits += 1;
      writeFileSync(join(folder, 'd7', 'f3.ts'), `edit ${edits}\n`);
    };
    const status = await sideBySide(
      () => repo.status(0),
      () => git('status', '--porcelain=v2', '-z', '--branch', '-uall'),
      edit,
    );
    writeFileSync(join(folder, 'long.txt'), linesOf(true));
    const list = await sideBySide(
      () => repo.list(null),
      () => git('ls-files', '--cached', '--others', '--exclude-standard', '-z'),
    );
    const diff = await sideBySide(
      () => repo.fileDiff('long.txt', { from: 'index', to: 'worktree' }, null),
      () => git('diff', '--histogram', '--', 'long.txt'),
    );
    const query = {
      text: 'export const n7 = 3;',
      isRegex: false,
      isWord: false,
      isCase: true,
      include: [],
      exclude: [],
    };
    const rg = (await findRipgrep()) ?? 'rg';
    const rgArgs = ['--json', '--hidden', '--glob', '!.git', '--fixed-strings', '--', query.text, '.'];
    const search = await sideBySide(
      () => beginSearch(repo, query),
      () => beginProgram(rg, folder, rgArgs),
    );
    const wholeSearch = await sideBySide(
      async () => (await beginSearch(repo, query))(),
      () => run(rg, folder, ...rgArgs),
    );
    const more: number[] = [];
    const graph = await sideBySide(
      async () => {
        const { walkId } = await history.history.graph({ id: 'bench' }, { scope: 'all' }, 200);
        return async () => {
          more.push(await timed(() => history.history.more(walkId!, 1_000)));
          history.dropTab({ id: 'bench' });
        };
      },
      () => run('git', long, 'log', '--all', '-200', '--format=%H %P %an %at %D %s'),
    );
    await history.close();
    await repo.close();
    return {
      ...{ 'repo-status': status, 'repo-list': list, 'repo-diff': diff },
      ...{ 'repo-search': search, 'repo-search-all': wholeSearch },
      ...{ 'repo-graph': graph, 'repo-graph-more': median(more) },
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

function fill(folder: string): void {
  for (let d = 0; d < FOLDERS; d++) {
    mkdirSync(join(folder, `d${d}`), { recursive: true });
    for (let n = 0; n < FILES; n++)
      writeFileSync(join(folder, `d${d}`, `f${n}.ts`), `export const n${n} = ${d % KINDS};\n`);
  }
  writeFileSync(join(folder, 'long.txt'), linesOf(false));
}

/** 40,000 commits with merges, made quickly. */
function makeHistory(folder: string): void {
  mkdirSync(folder);
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder });
  const commits = Array.from({ length: COMMITS }, (_, at) => {
    const n = at + 1;
    const who = `B <b@example.org> ${1_600_000_000 + n * 60} +0000`;
    const merge = n > 5 && n % 5 === 0 ? `merge :${n - 4}\n` : '';
    const from = n > 1 ? `from :${n - 1}\n` : '';
    return `commit refs/heads/main\nmark :${n}\nauthor ${who}\ncommitter ${who}\ndata <<E\nCommit ${n}\nE\n${from}${merge}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('') });
}

/** What is left to do when the clock has stopped. */
type Rest = () => Promise<void>;

/** A search to its first hits; what is left goes to its end. */
async function beginSearch(repo: ProjectRepo, query: SearchQuery): Promise<Rest> {
  const { searchId } = await repo.search.begin({ id: 'bench' }, query);
  let page = await repo.search.hits(searchId, 0);
  return async () => {
    while (!page.isEnd) page = await repo.search.hits(searchId, page.next);
  };
}

/** A program to its first output; what is left goes to its end. */
async function beginProgram(program: string, cwd: string, args: readonly string[]): Promise<Rest> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  child.stdout.resume();
  return async () => void (await ended);
}

function run(program: string, cwd: string, ...args: string[]): void {
  execFileSync(program, args, { cwd, maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A text of which every tenth line differs. */
function linesOf(isChanged: boolean): string {
  const line = (n: number) => `line ${n} of a long text${isChanged && n % 10 === 0 ? ', changed' : ''}\n`;
  return Array.from({ length: LINES }, (_, n) => line(n)).join('');
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  const rest = await work();
  const took = performance.now() - begun;
  if (typeof rest === 'function') await rest();
  return took;
}

/** In turns, and each first as often as second, so that both meet the same machine. */
async function sideBySide(ours: () => Promise<unknown>, theirs: () => unknown, before: () => void = () => {}) {
  const took: { value: number[]; floor: number[] } = { value: [], floor: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    before();
    const isFirst = round % 2 === 0;
    const first = await timed(isFirst ? ours : theirs);
    const second = await timed(isFirst ? theirs : ours);
    // The first round warms both up.
    if (round === 0) continue;
    took.value.push(isFirst ? first : second);
    took.floor.push(isFirst ? second : first);
  }
  return { value: median(took.value), floor: median(took.floor) };
}
