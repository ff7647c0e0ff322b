import type { SettingsState } from '../../../server/protocol/api/rpc.js';
import type { SettingValues } from '../../../server/protocol/features/settings-table.js';
import { Store } from '../base/store.js';

export interface SettingsPorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** The build of this page: what another one has kept may lack a setting. */
  readonly build: string | null;
}

type Change = Partial<SettingValues>;

const KEY = 'acdeck.settings';

/**
 * The settings: what the server says, kept here too so that the next page begins with them; null until it is known. What
 * a person has chosen here holds at once, whatever the server says before it has taken that in.
 */
export class SettingsStore extends Store<SettingValues | null> {
  readonly #ports: SettingsPorts;
  /** Choices that the server has not answered yet, oldest first. */
  #wanted: readonly Change[] = [];
  /** What the server has taken in, as far as it is known here. */
  #told: SettingsState | null;
  /** What it has said last; every event of the app comes with it, mostly the same. */
  #heard: SettingsState | null = null;

  constructor(ports: SettingsPorts) {
    const kept = readKept(ports);
    super(kept);
    this.#ports = ports;
    this.#told = kept && { revision: Number.NEGATIVE_INFINITY, values: kept };
  }

  /** Takes over what the server says, if that is news. */
  follow(told: SettingsState): void {
    if (told === this.#heard) return;
    this.#heard = told;
    this.#told = told;
    this.#show();
  }

  /** Shows a choice that the server is not told of, as long as a slider moves. */
  preview(change: Change): void {
    this.#show(change);
  }

  /** Shows a choice at once; it holds until the server has answered. */
  async choose(change: Change, answer: Promise<SettingsState>): Promise<void> {
    this.#wanted = [...this.#wanted, change];
    this.#show();
    const taken = await answer.catch(() => null);
    this.#wanted = this.#wanted.filter((other) => other !== change);
    // The answer may be here before the event that all tabs get, or after that of a later change.
    if (taken && !(this.#told && taken.revision < this.#told.revision)) this.#told = taken;
    this.#show();
  }

  #show(...previews: readonly Change[]): void {
    if (!this.#told) return;
    const values: SettingValues = Object.assign({}, this.#told.values, ...this.#wanted, ...previews);
    if (this.value && isSame(values, this.value)) return;
    this.set(values);
    try {
      this.#ports.storage.setItem(KEY, JSON.stringify({ build: this.#ports.build, values }));
    } catch {
      // With a full storage, the next page waits for the server.
    }
  }
}

/** Settings with many values come as new objects with every change. */
function isSame(one: SettingValues, other: SettingValues): boolean {
  const keys = Object.keys(one) as (keyof SettingValues)[];
  return keys.every((key) => one[key] === other[key] || JSON.stringify(one[key]) === JSON.stringify(other[key]));
}

function readKept({ storage, build }: SettingsPorts): SettingValues | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '{}') as { build?: string | null; values?: SettingValues };
    return (kept.build === build && kept.values) || null;
  } catch {
    return null;
  }
}
