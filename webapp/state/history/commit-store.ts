import type { CommitFacts } from '../../../server/protocol/api/changes.js';
import type { CommitFiles } from '../../../server/protocol/api/history.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { Store } from '../base/store.js';

export interface OpenCommit {
  readonly oid: string | null;
  readonly facts: CommitFacts | null;
  readonly files: CommitFiles | null;
  readonly failure: RpcError | null;
}

const NONE: OpenCommit = { oid: null, facts: null, files: null, failure: null };

/** The commit that is looked at. */
export class CommitStore extends Store<OpenCommit> {
  readonly #repo: Pick<RepoApi, 'get_commit' | 'get_commit_files'>;

  constructor(repo: Pick<RepoApi, 'get_commit' | 'get_commit_files'>) {
    super(NONE);
    this.#repo = repo;
  }

  async show(oid: string | null): Promise<void> {
    this.set({ ...NONE, oid });
    if (oid === null) return;
    try {
      const [facts, files] = await Promise.all([this.#repo.get_commit(oid), this.#repo.get_commit_files(oid)]);
      if (this.value.oid === oid) this.set({ oid, facts, files, failure: null });
    } catch (error) {
      if (this.value.oid === oid) this.set({ ...NONE, oid, failure: RpcError.from(error) });
    }
  }
}
