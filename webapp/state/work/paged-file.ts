import type { FileKind, FileSlice } from '../../../server/protocol/api/repo.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { errorText } from '../../codes/error-words.js';
import { Store } from '../base/store.js';

/** Lines are fetched and kept in slices of this many. */
export const SLICE_LINES = 200;
/** Slices that are kept; the ones not used for longest go first. */
const MOST_SLICES = 60;
/** Slices that are fetched at once when the file has changed. */
const MOST_RENEWED = 12;
/** More lines would be taller than a browser can draw. */
export const MOST_LINES = 1_500_000;

/** A file as far as it was fetched. */
export interface FileCopyState {
  /** As it was asked for; empty before that. */
  readonly path: string;
  /** Relative to the folder, as the server names it. */
  readonly name: string;
  readonly status: 'none' | 'loading' | 'ready' | 'failed';
  /** Why it cannot be shown, as a sentence. */
  readonly problem: string;
  /** Whether there is no such file. */
  readonly isMissing: boolean;
  readonly kind: FileKind;
  readonly size: number;
  readonly revision: string;
  /** As many lines as there are, or as are known of. */
  readonly total: number;
  readonly slices: ReadonlyMap<number, readonly string[]>;
  /** Some fetched line holds characters that change the order in which it is read. */
  readonly turns: boolean;
}

const NONE: FileCopyState = {
  path: '',
  name: '',
  status: 'none',
  problem: '',
  isMissing: false,
  kind: 'text',
  size: 0,
  revision: '',
  total: 0,
  slices: new Map(),
  turns: false,
};

const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** A file of the folder, of which only what is looked at is fetched. */
export class FileCopy extends Store<FileCopyState> {
  readonly #server: Pick<RepoApi, 'read_file'>;
  readonly #asked = new Set<number>();
  #run = 0;

  constructor(server: Pick<RepoApi, 'read_file'>) {
    super(NONE);
    this.#server = server;
  }

  /** Shows another file, beginning at a line, or the same one as it is now. */
  async open(path: string, line = 1): Promise<void> {
    const run = ++this.#run;
    this.#asked.clear();
    if (path !== this.value.path) this.set({ ...NONE, path, status: 'loading' });
    const index = sliceOf(line);
    try {
      const slice = await this.#read(path, index);
      if (run === this.#run) this.#begin(path, index, slice);
    } catch (error) {
      if (run === this.#run) this.#fail(path, error);
    }
  }

  /** Fetches slices that are missing, from one to another. */
  want(first: number, last: number): void {
    const { status, kind, total, slices } = this.value;
    if (status !== 'ready' || kind !== 'text') return;
    for (let index = Math.max(0, first); index <= last && index * SLICE_LINES < total; index += 1) {
      if (!slices.has(index) && !this.#asked.has(index)) void this.#fetch(index);
    }
  }

  /** Looks whether the file is another by now, and fetches it anew if so. */
  async check(line = 1): Promise<void> {
    const { path, revision, status } = this.value;
    if (path === '' || status === 'loading') return;
    const run = this.#run;
    try {
      const now = await this.#server.read_file(path, 1, 1);
      if (run === this.#run && now.revision !== revision) await this.#renew(line);
    } catch {
      if (run === this.#run && status === 'ready') await this.open(path, line);
    }
  }

  /** What is shown is fetched anew before any of it goes, so that nothing flickers. */
  async #renew(line: number): Promise<void> {
    const { path, slices } = this.value;
    const run = ++this.#run;
    this.#asked.clear();
    const [first, ...others] = new Set([sliceOf(line), ...[...slices.keys()].slice(-MOST_RENEWED)]);
    try {
      const [begin, ...rest] = await Promise.all([first!, ...others].map((index) => this.#read(path, index)));
      if (run !== this.#run) return;
      this.#begin(path, first!, begin!, (keep) => {
        for (const [n, slice] of rest.entries()) if (slice.revision === begin!.revision) keep(others[n]!, slice);
      });
    } catch (error) {
      if (run === this.#run) this.#fail(path, error);
    }
  }

  #fail(path: string, error: unknown): void {
    const isMissing = /^(?:file_missing|missing)$/.test(RpcError.from(error).reason?.code ?? '');
    const { name } = this.value;
    this.set({ ...NONE, path, name, status: 'failed', problem: errorText(error), isMissing });
  }

  async #fetch(index: number): Promise<void> {
    const { path, revision } = this.value;
    const run = this.#run;
    this.#asked.add(index);
    try {
      const slice = await this.#read(path, index);
      if (run !== this.#run) return;
      if (slice.revision !== revision) return await this.open(path, index * SLICE_LINES + 1);
      this.#keep(index, slice);
    } catch {
      // The connection is lost or the file gone: asked again when it is looked at again.
    }
    this.#asked.delete(index);
  }

  /** A whole slice; the server may give it in several pieces. */
  async #read(path: string, index: number): Promise<FileSlice> {
    const from = index * SLICE_LINES + 1;
    const slice = await this.#server.read_file(path, from, SLICE_LINES);
    const lines = [...slice.lines];
    for (let more = lines.length; more > 0 && lines.length < SLICE_LINES && !isEnd(slice, lines.length); ) {
      const next = await this.#server.read_file(path, from + lines.length, SLICE_LINES - lines.length);
      more = next.lines.length;
      lines.push(...next.lines);
    }
    return { ...slice, lines };
  }

  #begin(
    path: string,
    index: number,
    slice: FileSlice,
    more: (keep: (index: number, slice: FileSlice) => void) => void = () => {},
  ): void {
    const { path: name, kind, size, revision } = slice;
    const isSame = revision === this.value.revision && path === this.value.path;
    const slices = new Map(isSame ? this.value.slices : []);
    const turns = isSame && this.value.turns;
    const fresh: FileCopyState = { ...NONE, path, name, kind, size, revision, status: 'ready', slices, turns };
    let next = withSlice(fresh, index, slice);
    more((at, other) => {
      next = withSlice(next, at, other);
    });
    this.set(next);
  }

  #keep(index: number, slice: FileSlice): void {
    this.set(withSlice(this.value, index, slice));
  }
}

function withSlice(file: FileCopyState, index: number, { lines, total }: FileSlice): FileCopyState {
  const slices = new Map(file.slices);
  slices.delete(index);
  if (lines.length > 0) slices.set(index, lines);
  for (const old of [...slices.keys()].slice(0, -MOST_SLICES)) slices.delete(old);
  // Of a file too long to be counted, a slice more than is known of is offered.
  const known = index * SLICE_LINES + lines.length + (lines.length === SLICE_LINES ? SLICE_LINES : 0);
  const turns = file.turns || lines.some((line) => TURNING.test(line));
  return { ...file, slices, turns, total: Math.min(total ?? Math.max(known, file.total), MOST_LINES) };
}

/** The slice that a line is in. */
export function sliceOf(line: number): number {
  return Math.floor((Math.max(1, line) - 1) / SLICE_LINES);
}

function isEnd({ from, total }: FileSlice, lines: number): boolean {
  return total !== null && from + lines > total;
}
