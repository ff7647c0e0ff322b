import { DEFAULT_SETTINGS, type SettingValues } from '../../../server/protocol/api/app-state.js';
import { Store } from '../base/store.js';

export interface LookPorts {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Makes the page look so. */
  paint(look: SettingValues): void;
}

type Change = Partial<SettingValues>;

const KEY = 'acdeck.look';

/**
 * How the page looks: what the server's settings say, kept here too so that a new page begins with it. What a person has
 * chosen here holds at once, whatever the server says before it has taken that in.
 */
export class LookStore extends Store<SettingValues> {
  readonly #ports: LookPorts;
  /** Choices that the server has not answered yet, oldest first. */
  #wanted: readonly Change[] = [];
  /** What the server has taken in, as far as it is known here. */
  #told: Change = {};
  /** What it has told last; every event of the app comes with it, mostly the same. */
  #heard: Change | null = null;

  constructor(ports: LookPorts) {
    super({ ...DEFAULT_SETTINGS, ...readLook(ports.storage) });
    this.#ports = ports;
    ports.paint(this.value);
  }

  /** Takes over what the server says, if that is news. */
  follow(told: Change): void {
    if (told === this.#heard) return;
    this.#heard = told;
    this.#told = told;
    this.#show();
  }

  /** Shows a choice that the server is not told of, as long as a slider moves. */
  preview(change: Change): void {
    this.#apply(change);
  }

  /** Shows a choice at once; it holds until the server has answered. */
  async choose(change: Change, answer: Promise<{ values: SettingValues }>): Promise<void> {
    this.#wanted = [...this.#wanted, change];
    this.#show();
    const taken = await answer.catch(() => null);
    this.#wanted = this.#wanted.filter((other) => other !== change);
    // The answer may be here before the event that tells all tabs.
    if (taken) this.#told = taken.values;
    this.#show();
  }

  #show(): void {
    this.#apply(Object.assign({}, this.#told, ...this.#wanted) as Change);
  }

  #apply(change: Change): void {
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

function readLook(storage: Pick<Storage, 'getItem'>): Change {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '{}') as Change;
  } catch {
    return {};
  }
}
