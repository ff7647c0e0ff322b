import type { BlameLines, CommitFiles, CommitPage, FileLog, GraphWish } from '../../protocol/api/history.js';
import { resolveCommit } from '../changes/file-versions.js';
import type { RepoDoor } from '../changes/repo-door.js';
import { CommitWalk, walkGone } from './commit-walk.js';
import { readBlame, readCommitFiles, readFileLog } from './read-history.js';

/** So many walks are open at once; the oldest one goes first. */
const MOST_WALKS = 6;

/** The history of every root: the graph, what a commit changed, the commits of a file, and who wrote its lines. */
export class RepoHistory {
  readonly #door: RepoDoor;
  readonly #walks = new Map<string, CommitWalk>();

  constructor(door: RepoDoor) {
    this.#door = door;
  }

  /** Begins to walk through the commits; one walk of a tab ends the one before. */
  async graph(tab: { readonly id: string }, wish: GraphWish, limit: number, rootId?: string): Promise<CommitPage> {
    const repository = await this.#door.root(rootId).work.repository();
    this.dropTab(tab);
    const query = wish.query?.trim() ?? '';
    const hasHead = (await resolveCommit(repository, 'HEAD')) !== null;
    if (!hasHead && wish.scope === 'head') return { walkId: null, rows: [] };
    const walk = new CommitWalk(repository, { ...wish, hasHead }, tab.id);
    this.#walks.set(walk.id, walk);
    for (const [id, old] of this.#walks) {
      if (this.#walks.size <= MOST_WALKS) break;
      this.#walks.delete(id);
      void old.close();
    }
    const page = await this.more(walk.id, limit);
    const named = /^[0-9a-f]{4,64}$/i.test(query) ? await resolveCommit(repository, query) : null;
    if (!named || page.rows.some(({ oid }) => oid === named)) return page;
    return { ...page, rows: [...(await this.#one(tab, named, rootId)), ...page.rows] };
  }

  /** The next commits of a walk. */
  async more(walkId: string, limit: number): Promise<CommitPage> {
    const walk = this.#walks.get(walkId);
    if (!walk) throw walkGone();
    try {
      const { rows, isEnd } = await walk.read(limit);
      if (isEnd) this.#walks.delete(walkId);
      return { walkId: isEnd ? null : walkId, rows };
    } catch (error) {
      this.#walks.delete(walkId);
      throw error;
    }
  }

  async commitFiles(name: string, rootId?: string): Promise<CommitFiles> {
    return readCommitFiles(this.#door.root(rootId).work, name);
  }

  async fileLog(path: string, after: number, limit: number, rootId?: string): Promise<FileLog> {
    return readFileLog(await this.#door.root(rootId).work.repository(), path, after, limit);
  }

  async blame(
    path: string,
    part: { version: string | null; from: number; count: number },
    rootId?: string,
  ): Promise<BlameLines> {
    return readBlame(await this.#door.root(rootId).work.repository(), path, part);
  }

  /** The tab looks at no graph any more. */
  dropTab(tab: { readonly id: string }): void {
    for (const [id, walk] of this.#walks) {
      if (walk.tabId !== tab.id) continue;
      this.#walks.delete(id);
      void walk.close();
    }
  }

  async close(): Promise<void> {
    const walks = [...this.#walks.values()];
    this.#walks.clear();
    await Promise.all(walks.map((walk) => walk.close()));
  }

  /** A commit by its id. */
  async #one(tab: { readonly id: string }, oid: string, rootId?: string): Promise<CommitPage['rows']> {
    const repository = await this.#door.root(rootId).work.repository();
    const walk = new CommitWalk(repository, { scope: 'head', hasHead: true }, tab.id, oid);
    const { rows } = await walk.read(1);
    await walk.close();
    return rows;
  }
}
