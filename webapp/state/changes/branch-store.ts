import type { BranchChanges, BranchFacts, BranchFile } from '../../../server/protocol/api/changes.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { Store } from '../base/store.js';
import type { ChangeRow } from './change-rows.js';

/** More files than this are counted, but not listed. */
const MOST_FILES = 5_000;

export interface BranchView {
  /** All pages that are shown; null before the first answer. */
  readonly changes: (Omit<BranchChanges, 'next'> & { readonly next?: number | null }) | null;
  readonly failure: RpcError | null;
  /** What it can be compared with. */
  readonly branches: readonly BranchFacts[];
  /** What a person chose to compare with; null for what suggests itself. */
  readonly base: string | null;
}

/** What the commits of a branch have changed, asked for when somebody looks and again when HEAD or the base is another one. */
export class BranchStore extends Store<BranchView> {
  readonly #repo: Pick<RepoApi, 'get_branch_changes' | 'list_branches'>;
  #wish = '';

  constructor(repo: Pick<RepoApi, 'get_branch_changes' | 'list_branches'>) {
    super({ changes: null, failure: null, branches: [], base: null });
    this.#repo = repo;
  }

  choose(base: string | null): void {
    this.set({ ...this.value, base });
  }

  /** Sees to it that the comparison is here; `version` is another one when it may be. */
  async want(version: string): Promise<void> {
    const { base } = this.value;
    const wish = JSON.stringify([version, base]);
    if (wish === this.#wish) return;
    this.#wish = wish;
    try {
      const [changes, branches] = await Promise.all([this.#read(base), this.#repo.list_branches()]);
      if (wish === this.#wish) this.set({ ...this.value, changes, branches, failure: null });
    } catch (error) {
      if (wish !== this.#wish) return;
      // The next look asks again.
      this.#wish = '';
      this.set({ ...this.value, changes: null, failure: RpcError.from(error) });
    }
  }

  async #read(base: string | null): Promise<BranchChanges> {
    const first = await this.#repo.get_branch_changes(base, 0);
    const files = [...first.files];
    for (let at = first.next; at !== null && files.length < MOST_FILES; ) {
      const page = await this.#repo.get_branch_changes(base, at);
      files.push(...page.files);
      at = page.next;
    }
    return { ...first, files };
  }
}

/** A file of a branch as a line of the list. */
export function branchRow(file: BranchFile, [from, to]: readonly [string, string]): ChangeRow {
  const { path, renamedFrom, letter, kind, added, removed, isModeChange, attributes, ids } = file;
  return {
    ...{ group: 'branch', path, renamedFrom, letter, kind, added, removed, isModeChange, attributes, from, to },
    version: `${ids.old} ${ids.new}`,
    file: null,
  };
}
