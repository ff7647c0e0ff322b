import type { DiffHunks, FileDiff } from '../../../server/protocol/api/changes.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { Store } from '../base/store.js';

/** Which diff is meant; `version` is another one when the diff may be. */
export interface DiffWish {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly renamedFrom: string | null;
  readonly version: string;
}

export interface FileDiffView {
  /** The diff that was asked for last; the one before stays until it has come. */
  readonly diff: FileDiff | null;
  /** What changes in a file that is too large for more, if somebody wants to see it. */
  readonly hunks: DiffHunks | 'loading' | null;
  readonly failure: RpcError | null;
}

/** The diff of one file, asked for when it is looked at and again when the file is another one. */
export class FileDiffStore extends Store<FileDiffView> {
  readonly #repo: Pick<RepoApi, 'get_file_diff' | 'get_diff_hunks'>;
  #wish = '';
  #wanted: DiffWish | null = null;
  #wantsHunks = false;

  constructor(repo: Pick<RepoApi, 'get_file_diff' | 'get_diff_hunks'>) {
    super({ diff: null, hunks: null, failure: null });
    this.#repo = repo;
  }

  /** Sees to it that this diff is here. */
  async want(wanted: DiffWish): Promise<void> {
    const { path, from, to, renamedFrom, version } = wanted;
    const wish = JSON.stringify([path, from, to, renamedFrom, version]);
    if (wish === this.#wish) return;
    this.#wish = wish;
    this.#wanted = wanted;
    try {
      const diff = await this.#repo.get_file_diff(path, from, to, renamedFrom);
      const hunks = this.#wantsHunks && isTooBig(diff) ? await this.#readHunks(wanted) : null;
      if (wish === this.#wish) this.set({ diff, hunks, failure: null });
    } catch (error) {
      if (wish === this.#wish) this.#fail(error);
    }
  }

  /** Somebody wants to see what changes in a file that is too large for its diff. */
  async wantHunks(): Promise<void> {
    const [wish, wanted] = [this.#wish, this.#wanted];
    this.#wantsHunks = true;
    if (!wanted || this.value.hunks !== null) return;
    this.set({ ...this.value, hunks: 'loading' });
    try {
      const hunks = await this.#readHunks(wanted);
      if (wish === this.#wish) this.set({ ...this.value, hunks });
    } catch (error) {
      if (wish === this.#wish) this.#fail(error);
    }
  }

  /** What is here may be old: the next wish is asked for, whatever it is. */
  forget(): void {
    this.#wish = '';
  }

  #readHunks({ path, from, to, renamedFrom }: DiffWish): Promise<DiffHunks> {
    return this.#repo.get_diff_hunks(path, from, to, renamedFrom);
  }

  #fail(error: unknown): void {
    // The next look asks again.
    this.#wish = '';
    this.set({ diff: null, hunks: null, failure: RpcError.from(error) });
  }
}

/** Whether only the hunks of a file can be shown: both sides are there, and one is too large. */
export function isTooBig({ old, new: now }: FileDiff): boolean {
  const kinds = [old.kind, now.kind];
  return kinds.includes('too_big') && kinds.every((kind) => kind === 'too_big' || kind === 'text');
}
