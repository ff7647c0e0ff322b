import type { TreeEntry } from '../../../server/protocol/api/changes.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { errorText } from '../../codes/error-words.js';
import '../../codes/repo-words.js';
import { Store } from '../base/store.js';
import type { FilesMemory } from './files-memory.js';
import { parentOf, pathIn } from './tree-paths.js';

/** One line of the tree. Ids are paths, so a line keeps its id while others come and go. */
export interface TreeRow {
  readonly id: string;
  /** What there is, or a line that stands for what is not listed: still on its way, more of it, or why there is nothing. */
  readonly kind: TreeEntry['kind'] | 'loading' | 'more' | 'empty' | 'failed' | 'left_out';
  /** For entries the path; for the others the folder that they are about. */
  readonly path: string;
  readonly name: string;
  /** From 1 on. */
  readonly level: number;
  readonly isExpanded: boolean;
  readonly isIgnored: boolean;
  readonly position: number;
  /** How many there are beside it, itself included; -1 while that is not known. */
  readonly siblings: number;
  /** Why a folder could not be listed. */
  readonly problem: string;
  /** How many names could not be shown. */
  readonly leftOut: number;
}

interface Listing {
  readonly entries: readonly TreeEntry[];
  /** After which name the next page begins; null if all is listed. */
  readonly next: string | null;
  readonly leftOut: number;
  readonly problem: string;
  readonly isLoading: boolean;
}

const NOTHING: Listing = { entries: [], next: null, leftOut: 0, problem: '', isLoading: true };
/** What can be looked into. */
const FOLDERS: ReadonlySet<TreeRow['kind']> = new Set(['folder', 'repository']);

export function isFolder({ kind }: Pick<TreeRow, 'kind'>): boolean {
  return FOLDERS.has(kind);
}

/** The folders that were opened and what is in them, as lines; a folder is asked for when it is opened. */
export class TreeStore extends Store<readonly TreeRow[]> {
  readonly #server: Pick<RepoApi, 'get_file_tree'>;
  readonly #memory: FilesMemory;
  readonly #listings = new Map<string, Listing>();
  /** What is being asked for, and whether it is to be asked for once more. */
  readonly #asking = new Map<string, boolean>();

  constructor(server: Pick<RepoApi, 'get_file_tree'>, memory: FilesMemory) {
    super([]);
    this.#server = server;
    this.#memory = memory;
  }

  get isEmpty(): boolean {
    return this.value.length === 0;
  }

  /** Lists the root and what was open before. */
  start(): void {
    void this.list('');
    for (const folder of this.#memory.value.expanded) void this.list(folder);
  }

  isExpanded(folder: string): boolean {
    return this.#memory.value.expanded.has(folder);
  }

  expand(folder: string): void {
    this.#memory.expand(folder, true);
    void this.list(folder);
    this.#draw();
  }

  collapse(folder: string): void {
    this.#memory.expand(folder, false);
    this.#draw();
  }

  collapseAll(): void {
    this.#memory.collapseAll();
    this.#draw();
  }

  /** Opens the folders above a path, and lists as much of them as it takes to have it. */
  async reveal(path: string): Promise<void> {
    const above: string[] = [];
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) above.unshift(folder);
    for (const folder of above) this.#memory.expand(folder, true);
    for (const folder of ['', ...above]) {
      const isListed = () => this.#listings.get(folder)?.isLoading === false;
      if (!isListed()) await this.list(folder);
      const next = [...above, path].find((each) => parentOf(each) === folder && each !== folder);
      const name = next?.slice(next.lastIndexOf('/') + 1);
      for (;;) {
        const listing = this.#listings.get(folder);
        if (!listing || listing.next === null || listing.entries.some((entry) => entry.name === name)) break;
        const before = listing.entries.length;
        await this.more(folder);
        if (this.#listings.get(folder)?.entries.length === before) break;
      }
    }
    this.#draw();
  }

  /** Lists a folder, or lists it again as far as it was listed. */
  async list(folder: string): Promise<void> {
    if (this.#asking.has(folder)) {
      this.#asking.set(folder, true);
      return;
    }
    this.#asking.set(folder, false);
    if (!this.#listings.has(folder)) this.#keep(folder, NOTHING);
    const wanted = this.#listings.get(folder)!.entries.length;
    try {
      let listing: Listing = { ...NOTHING, isLoading: false };
      do {
        const page = await this.#server.get_file_tree(folder, listing.next);
        listing = { ...listing, ...page, entries: [...listing.entries, ...page.entries] };
      } while (listing.next !== null && listing.entries.length < wanted);
      this.#keep(folder, listing);
    } catch (error) {
      this.#keep(folder, { ...NOTHING, problem: errorText(error), isLoading: false });
    }
    const isAgain = this.#asking.get(folder);
    this.#asking.delete(folder);
    if (isAgain) await this.list(folder);
  }

  /** The next page of a folder. */
  async more(folder: string): Promise<void> {
    const listing = this.#listings.get(folder);
    if (!listing || listing.next === null || this.#asking.has(folder)) return;
    this.#asking.set(folder, false);
    try {
      const page = await this.#server.get_file_tree(folder, listing.next);
      this.#keep(folder, { ...listing, ...page, entries: [...listing.entries, ...page.entries] });
    } catch {
      // The line that asks for more is still there.
    }
    const isAgain = this.#asking.get(folder);
    this.#asking.delete(folder);
    if (isAgain) await this.list(folder);
  }

  /** Something may be other than it was in these folders; only what is on screen is asked for. */
  refresh(folders: Iterable<string>): void {
    const wanted = new Set<string>();
    for (const folder of folders) {
      // Of a folder that is new itself, its first known parent tells.
      let known = folder;
      while (known !== '' && !this.#listings.has(known)) known = parentOf(known);
      wanted.add(known);
    }
    for (const folder of wanted) {
      if (!this.#listings.has(folder)) continue;
      if (this.#isShown(folder)) void this.list(folder);
      else this.#listings.delete(folder);
    }
  }

  /** Lists everything on screen again. */
  refreshAll(): void {
    this.refresh([...this.#listings.keys()]);
  }

  #isShown(folder: string): boolean {
    for (let each = folder; each !== ''; each = parentOf(each)) if (!this.isExpanded(each)) return false;
    return true;
  }

  #keep(folder: string, listing: Listing): void {
    this.#listings.set(folder, listing);
    this.#draw();
  }

  #draw(): void {
    const rows: TreeRow[] = [];
    this.#drawFolder('', 1, rows);
    this.set(rows);
  }

  #drawFolder(folder: string, level: number, rows: TreeRow[]): void {
    const listing = this.#listings.get(folder) ?? NOTHING;
    const { entries, next, leftOut, problem, isLoading } = listing;
    const siblings = next === null ? entries.length : -1;
    const about = (kind: TreeRow['kind']): TreeRow => ({
      ...LINE,
      id: `${folder}/\n${kind}`,
      kind,
      path: folder,
      level,
    });
    for (const [n, { name, kind, isIgnored }] of entries.entries()) {
      const path = pathIn(folder, name);
      const isExpanded = FOLDERS.has(kind) && this.isExpanded(path);
      rows.push({ ...LINE, id: path, kind, path, name, level, isExpanded, isIgnored, position: n + 1, siblings });
      if (isExpanded) this.#drawFolder(path, level + 1, rows);
    }
    if (problem) rows.push({ ...about('failed'), problem });
    else if (isLoading && entries.length === 0) rows.push(about('loading'));
    else if (next !== null) rows.push(about('more'));
    else if (entries.length === 0 && leftOut === 0) rows.push(about('empty'));
    if (leftOut > 0 && next === null) rows.push({ ...about('left_out'), leftOut });
  }
}

const LINE = {
  name: '',
  isExpanded: false,
  isIgnored: false,
  position: 1,
  siblings: -1,
  problem: '',
  leftOut: 0,
} as const;
