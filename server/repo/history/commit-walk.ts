import { randomUUID } from 'node:crypto';
import { repoFault, troubleOf } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import type { CommitRef, GraphRow, GraphWish } from '../../protocol/api/history.js';
import { own } from '../../protocol/own.js';

const FIELDS = ['%H', '%P', '%an', '%at', '%D', '%s'];
const SUBJECT_CHARS = 300;
const NAME_CHARS = 100;
const MOST_PARENTS = 50;
const MOST_REFS = 50;
/** The reader may be so many rows ahead of who wants them. */
const AHEAD = 500;
/** How long a walk may take altogether: git waits most of that time for somebody who scrolls. */
const LIMITS = { wholeMs: 30 * 60_000, outputBytes: 1024 * 1024 * 1024 };

/** Which commits, and whether there is one at all that HEAD is at. */
export interface WalkWish extends GraphWish {
  readonly hasHead: boolean;
}

/** One git that walks through the history, as far as somebody wants to see. */
export class CommitWalk {
  readonly id = randomUUID();
  /** The tab that it is for. */
  readonly tabId: string;
  readonly #stop = new AbortController();
  readonly #fields: string[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #rows: GraphRow[] = [];
  #isOver = false;
  #failure: unknown = null;
  /** Lets git go on. */
  #goOn: () => void = () => {};
  /** Tells who waits for rows. */
  #onNews: () => void = () => {};
  readonly #ended: Promise<void>;

  /** From one commit on, if it is named. */
  constructor(repository: Repository, wish: WalkWish, tabId: string, from: string | null = null) {
    this.tabId = tabId;
    this.#ended = repository
      .objects({
        args: walkArgs(repository, wish, from),
        limits: LIMITS,
        signal: this.#stop.signal,
        onOutput: (bytes) => this.#take(bytes),
      })
      .then(
        () => {},
        (error) => {
          if (troubleOf(error)?.code !== 'stopped') this.#failure = error;
        },
      )
      .then(() => {
        this.#isOver = true;
        this.#onNews();
      });
  }

  /** The next rows, fewer only at the end. */
  async read(count: number): Promise<{ rows: GraphRow[]; isEnd: boolean }> {
    while (this.#rows.length < count && !this.#isOver) {
      const news = new Promise<void>((resolve) => {
        this.#onNews = resolve;
      });
      this.#goOn();
      await news;
    }
    if (this.#failure) throw this.#failure;
    const rows = this.#rows.splice(0, count);
    return { rows, isEnd: this.#isOver && this.#rows.length === 0 };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#goOn();
    await this.#ended;
  }

  #take(bytes: Buffer): void | Promise<void> {
    let at = 0;
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    for (let end = all.indexOf(0); end >= 0; end = all.indexOf(0, at)) {
      this.#fields.push(all.toString('utf8', at, end));
      at = end + 1;
      if (this.#fields.length === FIELDS.length) this.#rows.push(rowOf(this.#fields.splice(0)));
    }
    this.#rest = Buffer.from(all.subarray(at));
    this.#onNews();
    if (this.#rows.length <= AHEAD || this.#stop.signal.aborted) return;
    return new Promise((resolve) => {
      this.#goOn = resolve;
    });
  }
}

/** Without an order of its own: that would have git walk through everything first. */
function walkArgs(
  repository: Repository,
  { scope, query, by = 'message', hasHead }: WalkWish,
  start: string | null,
): string[] {
  const head = hasHead ? ['HEAD'] : [];
  const how = ['--no-color', '--encoding=UTF-8', '--decorate=full', '-z', `--format=${FIELDS.join('%x00')}`];
  const text = query?.trim() ?? '';
  const wanted = {
    message: ['--regexp-ignore-case', '--fixed-strings', `--grep=${text}`],
    author: ['--regexp-ignore-case', '--fixed-strings', `--author=${text}`],
    code: ['--no-textconv', '--no-ext-diff', '--ignore-submodules=all', `-S${text}`],
  }[by];
  const filter = text === '' ? [] : wanted;
  const place = repository.prefix === '' ? [] : [repository.prefix];
  const from = start ? [start] : scope === 'all' ? ['--branches', '--tags', '--remotes', ...head] : ['HEAD'];
  // Commits that are left out must not be parents of those that are shown.
  if (place.length > 0) how.push('--parents');
  return ['log', ...how, ...filter, ...from, '--', ...place];
}

function rowOf([oid = '', parents = '', author = '', at = '0', refs = '', subject = '']: string[]): GraphRow {
  return {
    oid,
    parents: parents.split(' ').filter(Boolean).slice(0, MOST_PARENTS),
    author: author.slice(0, NAME_CHARS),
    at: Number(at) * 1000,
    refs: refs.split(', ').filter(Boolean).slice(0, MOST_REFS).flatMap(refOf),
    subject: subject.slice(0, SUBJECT_CHARS),
  };
}

/** `HEAD -> refs/heads/main`, `tag: refs/tags/v1`, `refs/remotes/origin/main` or `HEAD`. */
function refOf(text: string): CommitRef[] {
  if (text === 'HEAD') return [{ kind: 'head', name: 'HEAD', isCurrent: true }];
  const [, isHead, kind, name] = /^(HEAD -> )?(?:tag: )?refs\/(heads|remotes|tags)\/(.+)$/.exec(text) ?? [];
  // A remote's own HEAD is another name for one of its branches.
  if (!kind || !name || (kind === 'remotes' && name.endsWith('/HEAD'))) return [];
  const kinds = { heads: 'branch', remotes: 'remote', tags: 'tag' } as const;
  return [{ kind: own(kinds, kind)!, name: name.slice(0, 200), isCurrent: isHead !== undefined }];
}

/** A walk that nobody knows any more. */
export function walkGone(): Error {
  return repoFault({ code: 'walk_gone' });
}
