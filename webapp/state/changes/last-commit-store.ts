import type { CommitFacts } from '../../../server/protocol/api/changes.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { Store } from '../base/store.js';

/** What the last commit says; asked for anew when HEAD is another one. */
export class LastCommitStore extends Store<CommitFacts | null> {
  readonly #repo: Pick<RepoApi, 'get_commit'>;
  #wanted: string | null = null;

  constructor(repo: Pick<RepoApi, 'get_commit'>) {
    super(null);
    this.#repo = repo;
  }

  /** Sees to it that the facts of this commit are here; null for no commit. */
  async want(oid: string | null): Promise<void> {
    if (oid === this.#wanted) return;
    this.#wanted = oid;
    if (oid === null) return this.set(null);
    try {
      const facts = await this.#repo.get_commit(oid);
      if (oid === this.#wanted) this.set(facts);
    } catch {
      // It is shown in passing only: without it, the box still commits.
      if (oid === this.#wanted) this.#wanted = null;
    }
  }
}
