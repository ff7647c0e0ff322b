import { own } from '../../../server/protocol/own.js';
import { Store } from '../base/store.js';

/** What holds on this device only, because another one has other ears, eyes and keys. */
export interface Preferences {
  /** A sound when a turn ends or a question waits. */
  readonly sounds: boolean;
  /** Messages of the system while nobody looks at the page. */
  readonly notifications: boolean;
  /** Messages of the system were offered and not wanted; the settings still have them. */
  readonly isNotifyRefused: boolean;
  /** The tour was taken, or is not wanted; the palette still has it. */
  readonly isTourDone: boolean;
  /** Whether single letters do something in the conversation. */
  readonly letterKeys: boolean;
  /** Whether the list of sessions is beside the session where there is room. */
  readonly sidebar: boolean;
  /** How wide the work panel is, in pixels; 0 leaves it to the layout. */
  readonly panelWidth: number;
  /** The editor that opens files, by its id; empty while none was chosen. */
  readonly editor: string;
  /** Which changes the work panel shows. */
  readonly changes: 'turn' | 'session' | 'uncommitted' | 'branch';
  /** Whether diffs stand side by side where there is room. */
  readonly isSplit: boolean;
  /** Whether changes of white space are left out of diffs. */
  readonly hidesSpace: boolean;
  /** A commit message that is being written. */
  readonly commitMessage: string;
  /** The task that commits with this message, once there is one. */
  readonly commitTask: string;
  /** The task that writes a message for this box, once there is one. */
  readonly messageTask: string;
  /** Who writes messages, and with which model; empty for what the settings say. */
  readonly messageAgent: string;
  readonly messageModel: string;
  readonly signsOff: boolean;
  /** What the list of sessions shows; empty where everything. */
  readonly listStatus: string;
  readonly listAgent: string;
  readonly listEverywhere: boolean;
  readonly listFolder: string;
}

/** Which changes the work panel can show. */
export type ChangeScope = Preferences['changes'];

const KEY = 'acdeck.device';
const DEFAULT: Preferences = {
  sounds: false,
  notifications: false,
  isNotifyRefused: false,
  isTourDone: false,
  letterKeys: true,
  sidebar: true,
  panelWidth: 0,
  editor: '',
  changes: 'turn',
  isSplit: false,
  hidesSpace: false,
  commitMessage: '',
  commitTask: '',
  messageTask: '',
  messageAgent: '',
  messageModel: '',
  signsOff: false,
  listStatus: 'active',
  listAgent: '',
  listEverywhere: false,
  listFolder: '',
};

/** What a person has chosen for this device; kept by the browser. */
export class PreferenceStore extends Store<Preferences> {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    super({ ...DEFAULT, ...readKept(storage) });
    this.#storage = storage;
  }

  choose(change: Partial<Preferences>): void {
    this.set({ ...this.value, ...change });
    try {
      this.#storage.setItem(KEY, JSON.stringify(this.value));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }

  /** Another tab of this browser has changed something. */
  readKept(): void {
    this.set({ ...DEFAULT, ...readKept(this.#storage) });
  }
}

/** Only known names with values of the right kind count. */
function readKept(storage: Pick<Storage, 'getItem'>): Partial<Preferences> {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const known = Object.entries(DEFAULT).flatMap(([key, value]) =>
      typeof own(kept, key) === typeof value ? [key] : [],
    );
    return Object.fromEntries(known.map((key) => [key, own(kept, key)]));
  } catch {
    return {};
  }
}
