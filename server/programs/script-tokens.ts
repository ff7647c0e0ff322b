import { randomUUID } from 'node:crypto';
import type { TokenAct } from '../channel/channel-hello.js';
import type { TokenOutcome } from '../channel/channel-wire.js';
import { type ClockMemory, DeviceLives } from '../http/door/device-lives.js';
import { hashSecret, isSameSecret, newSecret } from '../http/door/secrets.js';
import type { Device, DeviceStore, ScriptCaller } from '../ports/devices.js';
import { MOST_TOKENS, type TokenRole, type TokenView } from '../protocol/api/programs.js';
import { DAY_MS } from '../protocol/clock.js';

const TOUCH_EVERY_MS = 60 * 1000;

/** By this people and filters know a token for what it is. */
const PREFIX = 'acd_';

export interface ScriptTokensParts {
  readonly store: DeviceStore;
  /** Whose server it is: a token is known here only. */
  readonly folder: string;
  readonly lives: DeviceLives;
  /** Hears of every change in the list. */
  readonly onChange?: () => void;
}

/** The tokens that programs show. Kept ones are devices of kind `script`, by hash; others live as long as a connection. */
export class ScriptTokens {
  readonly #parts: ScriptTokensParts;
  /** By hash. */
  readonly #brief = new Map<string, ScriptCaller>();
  readonly #watches = new Set<{ id: string; listener: () => void }>();

  constructor(parts: ScriptTokensParts) {
    this.#parts = parts;
  }

  /** A token that nobody keeps; `end` makes it worthless. */
  lend(label: string, role: TokenRole): { token: string; end(): void } {
    const token = PREFIX + newSecret();
    const hash = hashSecret(token);
    const id = randomUUID();
    this.#brief.set(hash, { id, label, role });
    return { token, end: () => this.#brief.delete(hash) && this.#tellEnd((each) => each === id) };
  }

  /** Calls the listener when the token of this caller is no longer good; the result ends that. */
  onEnd(id: string, listener: () => void): () => void {
    const watch = { id, listener };
    this.#watches.add(watch);
    return () => this.#watches.delete(watch);
  }

  /** Whose token it is; null if it is nobody's, or too old. */
  identify(token: string): ScriptCaller | null {
    const hash = hashSecret(token);
    const brief = this.#brief.get(hash);
    if (brief) return brief;
    const found = this.#kept().find((device) => isSameSecret(device.cookieHash, hash));
    if (!found) return null;
    const now = this.#parts.lives.now();
    const isFirstUse = found.lastSeenAt === found.createdAt;
    if (isFirstUse || Math.abs(now - found.lastSeenAt) >= TOUCH_EVERY_MS) this.#parts.store.touch(found.id, now);
    return { id: found.id, label: found.label, role: found.role as TokenRole };
  }

  list(): TokenView[] {
    return this.#kept().map((device) => this.#viewOf(device));
  }

  /** When each token that is kept expires. */
  ends(): ReadonlyMap<string, number> {
    return new Map(this.#kept().map((device) => [device.id, this.#parts.lives.endOf(device)]));
  }

  /** The time of these tokens is over. */
  expire(ids: ReadonlySet<string>): void {
    this.#tellEnd((id) => ids.has(id));
    this.#parts.onChange?.();
  }

  perform(act: TokenAct): TokenOutcome {
    switch (act.act) {
      case 'add':
        return this.#add(act.label, act.role, act.days);
      case 'list':
        return { kind: 'listed', tokens: this.list() };
      case 'remove': {
        const found = this.#kept().filter(({ id, label }) => id === act.which || label === act.which);
        const [only] = found;
        if (!only) return { kind: 'unknown' };
        for (const { id } of found) this.#parts.store.remove(id);
        this.#tellEnd((id) => found.some((device) => device.id === id));
        this.#parts.onChange?.();
        return { kind: 'removed', view: this.#viewOf(only) };
      }
    }
  }

  /** Makes every token worthless. */
  removeAll(): void {
    this.#brief.clear();
    for (const { id } of this.#kept()) this.#parts.store.remove(id);
    this.#tellEnd(() => true);
    this.#parts.onChange?.();
  }

  #tellEnd(isOut: (id: string) => boolean): void {
    for (const { id, listener } of [...this.#watches]) if (isOut(id)) listener();
  }

  #add(label: string, role: TokenRole, days: number): TokenOutcome {
    if (this.#kept().length >= MOST_TOKENS) return { kind: 'too_many' };
    const { store, folder, lives } = this.#parts;
    const token = PREFIX + newSecret();
    const at = lives.now();
    const device: Device = {
      ...{ id: randomUUID(), kind: 'script', role, label, folder, port: 0, publicKey: '' },
      ...{ cookieHash: hashSecret(token), createdAt: at, lastSeenAt: at, expiresAt: at + days * DAY_MS },
    };
    store.save(device);
    lives.noteIssued(device.id);
    this.#parts.onChange?.();
    return { kind: 'added', token, view: this.#viewOf(device) };
  }

  #kept(): Device[] {
    const { store, folder, lives } = this.#parts;
    return store
      .list()
      .filter((device) => device.kind === 'script' && device.folder === folder && lives.isAlive(device));
  }

  /** A time of use that is still to come counts as now. */
  #viewOf(device: Device): TokenView {
    const now = this.#parts.lives.now();
    const { id, label, role, createdAt, lastSeenAt } = device;
    const seen = { createdAt: Math.min(createdAt, now), lastSeenAt: Math.min(lastSeenAt, now) };
    return { id, label, role: role as TokenRole, ...seen, expiresAt: this.#parts.lives.endOf(device) };
  }
}

/** The tokens of a folder that no server runs in. */
export function tokensIn(
  { devices: store, folders: memory }: { readonly devices: DeviceStore; readonly folders: ClockMemory },
  folder: string,
  now: () => number,
): ScriptTokens {
  return new ScriptTokens({ store, folder, lives: new DeviceLives({ store, folder, now, memory }) });
}
