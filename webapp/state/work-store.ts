import { Store } from './store.js';

export const WORK_TABS = ['changes', 'files', 'terminals'] as const;

/** What the work panel can show. */
export type WorkTab = (typeof WORK_TABS)[number];

/** A place in a file. */
export interface FilePlace {
  readonly path: string;
  readonly line: number | null;
}

/** What the work panel shows; null as tab while it is closed. */
export interface WorkView {
  readonly tab: WorkTab | null;
  /** Which changes: those of the newest turn that made some, or all. */
  readonly scope: 'turn' | 'session';
  /** The file that a person has opened. */
  readonly file: FilePlace | null;
  /** Whether the file view goes where the agent is. */
  readonly isFollowing: boolean;
}

const KEY = 'acdeck.work';
const DEFAULT: WorkView = { tab: null, scope: 'turn', file: null, isFollowing: true };

/** What stands beside the conversation in this tab of the browser; a reload keeps it. */
export class WorkStore extends Store<WorkView> {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    super(readKept(storage));
    this.#storage = storage;
  }

  show(tab: WorkTab): void {
    this.#change({ tab });
  }

  /** A person wants to see a file, so the view no longer goes where the agent is. */
  openFile(path: string, line: number | null): void {
    this.#change({ tab: 'files', file: { path, line }, isFollowing: false });
  }

  /** Goes where the agent is, or stays at what is shown now. */
  follow(isFollowing: boolean, shown: FilePlace | null = this.value.file): void {
    this.#change({ isFollowing, file: shown });
  }

  choose(scope: WorkView['scope']): void {
    this.#change({ scope });
  }

  close(): void {
    this.#change({ tab: null });
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
    const { tab, scope, file, isFollowing } = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<WorkView>;
    return {
      tab: WORK_TABS.find((known) => known === tab) ?? null,
      scope: scope === 'session' ? 'session' : 'turn',
      file: typeof file?.path === 'string' ? { path: file.path, line: Number(file.line) || null } : null,
      isFollowing: isFollowing !== false,
    };
  } catch {
    return DEFAULT;
  }
}
