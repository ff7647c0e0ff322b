import { type EntryList, endOf, entryAt } from '../../../server/protocol/transcript/entry-list.js';
import { Store } from '../base/store.js';

export const WORK_TABS = ['changes', 'files', 'history', 'search', 'terminals'] as const;

/** What the work panel can show. */
export type WorkTab = (typeof WORK_TABS)[number];

/** What a person wants to do with the files as soon as they are shown. */
export type FileWish = 'find' | 'create' | 'search' | 'line' | 'edit';

/** A place in a file. */
export interface FilePlace {
  readonly path: string;
  readonly line: number | null;
  /** The last line that is meant, if there are several. */
  readonly to?: number;
  /** The character of the line that is meant, from 1 on. */
  readonly column?: number;
}

/** What the work panel shows; null as tab while it is closed. */
export interface WorkView {
  readonly tab: WorkTab | null;
  /** Where a person wants to be in it, until they are there. */
  readonly goal: 'commit' | 'search' | null;
  /** The file that a person has opened. */
  readonly file: FilePlace | null;
  /** The file whose history is shown; null for that of everything. */
  readonly historyPath: string | null;
  /** The commit that a person wants to see, until it is shown. */
  readonly commit: string | null;
  /** Whether the file view goes where the agent is. */
  readonly isFollowing: boolean;
  /** The person's own terminal that is shown; null for the commands of the session. */
  readonly terminal: string | null;
}

const KEY = 'acdeck.work';
const DEFAULT: WorkView = {
  tab: null,
  goal: null,
  file: null,
  historyPath: null,
  commit: null,
  isFollowing: true,
  terminal: null,
};

/** What is beside the conversation in this tab of the browser; a reload keeps it. */
export class WorkStore extends Store<WorkView> {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    super(readKept(storage));
    this.#storage = storage;
  }

  show(tab: WorkTab, goal: WorkView['goal'] = null): void {
    this.#change({ tab, goal });
  }

  /** Shows the commits of a file, or all of them. */
  showHistory(path: string | null): void {
    this.#change({ tab: 'history', goal: null, historyPath: path });
  }

  /** Shows a commit; null when it is shown. */
  showCommit(oid: string | null): void {
    if (oid === null) this.#change({ commit: null });
    else this.#change({ tab: 'history', goal: null, commit: oid });
  }

  /** The person is where they wanted to be. */
  arrive(): void {
    if (this.value.goal !== null) this.#change({ goal: null });
  }

  /** A person wants to see a file, so the view no longer goes where the agent is. */
  openFile(path: string, line: number | null, { to, column }: Pick<FilePlace, 'to' | 'column'> = {}): void {
    const file = { path, line, ...(to && { to }), ...(column && { column }) };
    this.#change({ tab: 'files', file, isFollowing: false });
  }

  /** Goes where the agent is, or stays at what is shown now. */
  follow(isFollowing: boolean, shown: FilePlace | null = this.value.file): void {
    this.#change({ isFollowing, file: shown });
  }

  /** A terminal of the person's own, or with null the commands of the session. */
  showTerminal(terminal: string | null): void {
    this.#change({ tab: 'terminals', goal: null, terminal });
  }

  close(): void {
    this.#change({ tab: null, goal: null });
  }

  #change(change: Partial<WorkView>): void {
    this.set({ ...this.value, ...change });
    try {
      this.#storage.setItem(KEY, JSON.stringify(this.value));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }
}

function readKept(storage: Pick<Storage, 'getItem'>): WorkView {
  try {
    const { tab, file, isFollowing, terminal } = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<WorkView>;
    return {
      tab: WORK_TABS.find((known) => known === tab) ?? null,
      goal: null,
      file: typeof file?.path === 'string' ? { path: file.path, line: Number(file.line) || null } : null,
      historyPath: null,
      commit: null,
      isFollowing: isFollowing !== false,
      terminal: typeof terminal === 'string' ? terminal : null,
    };
  } catch {
    return DEFAULT;
  }
}

/** The file at which the agent was last, as its tool calls tell. */
export function agentPlace(entries: EntryList): FilePlace | null {
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    const place = entry?.kind === 'tool' ? entry.locations.at(-1) : undefined;
    if (place) return { path: place.path, line: place.line ?? null };
  }
  return null;
}

/** How many tool calls have ended: each may have changed a file. */
export function endedCalls(entries: EntryList): number {
  let count = entries.first;
  for (let n = entries.first; n < endOf(entries); n++) {
    const entry = entryAt(entries, n);
    if (entry?.kind === 'tool' && entry.endedAt !== null) count += 1;
  }
  return count;
}
