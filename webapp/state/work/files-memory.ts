import { Store } from '../base/store.js';

/** What this browser remembers of the folder's files. */
export interface FilesKept {
  /** The folders that are open in the tree. */
  readonly expanded: ReadonlySet<string>;
  /** Files that a person has opened, the newest first. */
  readonly recent: readonly string[];
  /** Whether a file has all the room, also where the tree would fit beside it. */
  readonly hidesTree: boolean;
}

const MOST_EXPANDED = 500;
const MOST_RECENT = 12;
const keyOf = (folder: string) => `acdeck.files.${folder}`;

/** Kept by the browser, for one folder: another one has other files. */
export class FilesMemory extends Store<FilesKept> {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #key: string;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, folder: string) {
    super(readKept(storage, keyOf(folder)));
    this.#storage = storage;
    this.#key = keyOf(folder);
  }

  expand(folder: string, isExpanded: boolean): void {
    if (this.value.expanded.has(folder) === isExpanded) return;
    const others = [...this.value.expanded].filter((each) => each !== folder);
    const expanded = isExpanded ? [...others, folder].slice(-MOST_EXPANDED) : others;
    this.#keep({ ...this.value, expanded: new Set(expanded) });
  }

  collapseAll(): void {
    this.#keep({ ...this.value, expanded: new Set() });
  }

  /** A person has opened a file. */
  visit(path: string): void {
    if (this.value.recent[0] === path) return;
    const recent = [path, ...this.value.recent.filter((each) => each !== path)].slice(0, MOST_RECENT);
    this.#keep({ ...this.value, recent });
  }

  /** A file is gone. */
  forget(path: string): void {
    this.#keep({ ...this.value, recent: this.value.recent.filter((each) => each !== path) });
  }

  /** Paths are others by now; null leaves one as it is. */
  rename(moved: (path: string) => string | null): void {
    const renamed = (paths: Iterable<string>) => [...paths].map((path) => moved(path) ?? path);
    const { expanded, recent } = this.value;
    this.#keep({ ...this.value, expanded: new Set(renamed(expanded)), recent: renamed(recent) });
  }

  hideTree(hidesTree: boolean): void {
    this.#keep({ ...this.value, hidesTree });
  }

  #keep(view: FilesKept): void {
    this.set(view);
    try {
      const { expanded, recent, hidesTree } = view;
      this.#storage.setItem(this.#key, JSON.stringify({ expanded: [...expanded], recent, hidesTree }));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }
}

function readKept(storage: Pick<Storage, 'getItem'>, key: string): FilesKept {
  let kept: { expanded?: unknown; recent?: unknown; hidesTree?: unknown } | null = null;
  try {
    kept = JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    // What cannot be read was not kept by us.
  }
  return {
    expanded: new Set(textsIn(kept?.expanded)),
    recent: textsIn(kept?.recent).slice(0, MOST_RECENT),
    hidesTree: kept?.hidesTree === true,
  };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
