import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GraphRow, GraphWish } from '../../../server/protocol/api/history.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import type { FileHit, SearchPage } from '../../../server/protocol/api/search.js';
import { GraphStore } from './graph-store.js';
import { SearchStore } from './search-store.js';

const commit = (n: number): GraphRow => {
  return { oid: `c${n}`, parents: [`c${n + 1}`], subject: `Commit ${n}`, author: 'A', at: 0, refs: [] };
};

/** A history of so many commits behind the contract of `Repo`. */
class FakeHistory {
  readonly asked: string[] = [];
  walks = 0;
  #at = 0;
  constructor(readonly count: number) {}

  readonly get_commit_graph = async (wish: GraphWish, limit: number) => {
    this.asked.push(JSON.stringify(wish));
    this.walks += 1;
    this.#at = 0;
    return this.#page(limit);
  };
  readonly get_more_commits = async (walkId: string, limit: number) => {
    if (walkId !== `w${this.walks}`) throw new RpcError('not_found', 'gone', { code: 'walk_gone' });
    return this.#page(limit);
  };
  readonly get_file_log = async (path: string, after: number, limit: number) => {
    this.asked.push(`${path} ${after}`);
    const rows = Array.from({ length: Math.min(limit, this.count - after) }, (_, n) => {
      return { ...commit(after + n), path, renamedFrom: null, parent: null };
    });
    return { rows, next: after + rows.length < this.count ? after + rows.length : null };
  };

  #page(limit: number) {
    const rows = Array.from({ length: Math.min(limit, this.count - this.#at) }, (_, n) => commit(this.#at + n));
    this.#at += rows.length;
    return { walkId: this.#at < this.count ? `w${this.walks}` : null, rows };
  }
}

describe('the history of a tab', () => {
  it('[HI21] reads on as somebody scrolls, once at a time, to the end', async () => {
    const repo = new FakeHistory(2_500);
    const store = new GraphStore(repo);
    await store.load({ scope: 'all', path: null });
    assert.deepEqual([store.value.rows.length, store.value.phase, store.hasLanes], [200, 'ready', true]);
    await Promise.all([store.more(), store.more()]);
    assert.equal(store.value.rows.length, 1_200);
    while (store.value.phase === 'ready') await store.more();
    assert.deepEqual([store.value.rows.length, store.value.rows.at(-1)?.row.oid], [2_500, 'c2499']);
    await store.more();
    assert.equal(store.value.rows.length, 2_500);
  });

  it('[HI21] begins anew when the server has put it away, and takes only the newest wish', async () => {
    const repo = new FakeHistory(2_500);
    const store = new GraphStore(repo);
    await store.load({ scope: 'all', path: null });
    repo.walks += 1;
    await store.more();
    assert.deepEqual([store.value.rows.length, store.value.phase], [200, 'ready']);
    const late = store.load({ scope: 'head', path: null });
    await store.load({ scope: 'head', path: null, query: 'x', by: 'author' });
    await late;
    assert.deepEqual([store.hasLanes, repo.asked.at(-1)], [false, '{"scope":"head","query":"x","by":"author"}']);
  });

  it('[HI24] of a file comes in pages too', async () => {
    const repo = new FakeHistory(450);
    const store = new GraphStore(repo);
    await store.load({ scope: 'head', path: 'a.ts' });
    while (store.value.phase === 'ready') await store.more();
    assert.deepEqual([store.value.rows.length, repo.asked], [450, ['a.ts 0', 'a.ts 200', 'a.ts 400']]);
  });
});

describe('the search of a tab', () => {
  const hit = (path: string, line: number): FileHit => ({ path, line, text: 'x', ranges: [[0, 1]] });

  it('[SE20] shows hits by file as they come, and only those of the newest search', async () => {
    const pages: SearchPage[] = [
      { hits: [hit('a', 1), hit('b', 1)], next: 2, isEnd: false, isCut: false, engine: 'git' },
      { hits: [hit('a', 2)], next: 3, isEnd: true, isCut: true, engine: 'git' },
    ];
    const stopped: string[] = [];
    let searches = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store = new SearchStore({
      search_files: async () => ({ searchId: `s${++searches}` }),
      get_search_hits: async (id, after) => {
        if (id === 's1') await held;
        return pages[after === 0 ? 0 : 1]!;
      },
      stop_search: async () => {
        stopped.push('stop');
        return null;
      },
    });
    const query = { text: 'x', isRegex: false, isWord: false, isCase: false, include: [], exclude: [] };
    const old = store.search(query);
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.value.count));
    await store.search(query);
    release();
    await old;
    assert.deepEqual(
      store.value.files.map(({ path, hits }) => [path, hits.map(({ line }) => line)]),
      [
        ['a', [1, 2]],
        ['b', [1]],
      ],
    );
    assert.deepEqual([store.value.phase, store.value.isCut, seen.includes(2)], ['done', true, true]);
    store.clear();
    assert.deepEqual([store.value.phase, stopped], ['idle', []]);
  });
});
