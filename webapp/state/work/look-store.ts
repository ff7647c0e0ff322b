import { DEFAULT_SETTINGS, type SettingValues } from '../../../server/protocol/api/app-state.js';
import { Store } from '../base/store.js';

export interface LookPorts {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Makes the page look so. */
  paint(look: SettingValues): void;
}

const KEY = 'acdeck.look';

/** How the page looks: what the server's settings say, kept here too so that a new page begins with it. */
export class LookStore extends Store<SettingValues> {
  readonly #ports: LookPorts;

  constructor(ports: LookPorts) {
    super({ ...DEFAULT_SETTINGS, ...readLook(ports.storage) });
    this.#ports = ports;
    ports.paint(this.value);
  }

  /** Changes the look at once; anyone who calls tells the server. */
  follow(change: Partial<SettingValues>): void {
    const keys = Object.keys(DEFAULT_SETTINGS) as (keyof SettingValues)[];
    if (keys.every((key) => change[key] === undefined || isSame(change[key], this.value[key]))) return;
    this.set({ ...this.value, ...change });
    this.#ports.paint(this.value);
    try {
      this.#ports.storage.setItem(KEY, JSON.stringify(this.value));
    } catch {
      // A full storage only costs a flash at the next page.
    }
  }
}

/** Keys come as a new object with every change of the settings. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

function readLook(storage: Pick<Storage, 'getItem'>): Partial<SettingValues> {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<SettingValues>;
  } catch {
    return {};
  }
}
