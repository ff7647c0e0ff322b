import { LIMITS } from '../../server/protocol/limits.js';
import type { SessionsApi } from '../../server/protocol/rpc.js';
import type { Clock } from '../rpc/clock.js';
import { Store } from './store.js';

/** A text that was not sent; `isDirty` while the server may not know it. */
interface Draft {
  readonly text: string;
  readonly isDirty: boolean;
}

type Drafts = Readonly<Record<string, Draft>>;

export interface DraftPorts {
  server: Pick<SessionsApi, 'set_draft'>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  clock: Clock;
}

/** The name of the draft that belongs to no session yet. */
export const NEW_SESSION = 'new';

const SAVE_AFTER_MS = 400;
const keyOf = (sessionId: string) => `acdeck.draft.${sessionId}`;

/** What stands in the composer of each session: kept in this browser, told to the other tabs. */
export class DraftStore extends Store<Drafts> {
  readonly #ports: DraftPorts;
  readonly #timers = new Map<string, () => void>();
  /** The session whose composer a person is in; nobody else's words get in there. */
  #held: string | null = null;
  #remote: Readonly<Record<string, string>> = {};

  constructor(ports: DraftPorts) {
    super({});
    this.#ports = ports;
  }

  textFor(sessionId: string): string {
    return (this.value[sessionId] ?? this.#stored(sessionId))?.text ?? this.#remote[sessionId] ?? '';
  }

  /** The session comes on screen: what an earlier page of this tab could not tell is told now. */
  open(sessionId: string): void {
    const stored = this.value[sessionId] ? null : this.#stored(sessionId);
    if (!stored) return;
    this.#keep(sessionId, stored);
    if (stored.isDirty) void this.#save(sessionId);
  }

  /** What was written before there was a session belongs to the first one that comes. */
  adopt(sessionId: string): void {
    const text = this.textFor(NEW_SESSION);
    if (!text) return;
    this.#keep(NEW_SESSION, { text: '', isDirty: false });
    if (!this.textFor(sessionId)) this.write(sessionId, text);
  }

  /** A prompt was sent: its words leave the draft, what was typed after them stays. */
  spend(sessionId: string, text: string): void {
    const now = this.textFor(sessionId).trimStart();
    if (now.startsWith(text)) this.write(sessionId, now.slice(text.length).trimStart());
  }

  /** The person typed. */
  write(sessionId: string, text: string): void {
    const draft = { text: text.slice(0, LIMITS.draftChars), isDirty: true };
    this.#keep(sessionId, draft);
    this.#timers.get(sessionId)?.();
    this.#timers.set(
      sessionId,
      this.#ports.clock.after(SAVE_AFTER_MS, () => void this.#save(sessionId)),
    );
  }

  /** What other tabs have written. */
  follow(remote: Readonly<Record<string, string>>): void {
    this.#remote = remote;
    for (const [sessionId, text] of Object.entries(remote)) {
      const mine = this.value[sessionId] ?? this.#stored(sessionId);
      if (sessionId === this.#held || mine?.isDirty || mine?.text === text) continue;
      this.#keep(sessionId, { text, isDirty: false });
    }
  }

  /** The person is in this composer; null when not in any. */
  hold(sessionId: string | null): void {
    this.#held = sessionId;
    if (sessionId === null) this.follow(this.#remote);
  }

  /** There is a connection again: tell what it has missed. */
  resume(): void {
    for (const [sessionId, { isDirty }] of Object.entries(this.value)) if (isDirty) void this.#save(sessionId);
  }

  async #save(sessionId: string): Promise<void> {
    this.#timers.delete(sessionId);
    if (sessionId === NEW_SESSION) return;
    const { text } = this.value[sessionId]!;
    try {
      await this.#ports.server.set_draft(sessionId, text);
      if (this.value[sessionId]?.text === text) this.#keep(sessionId, { text, isDirty: false });
    } catch {
      // It stays dirty, and is told after the next reconnect.
    }
  }

  #keep(sessionId: string, draft: Draft): void {
    this.set({ ...this.value, [sessionId]: draft });
    const { storage } = this.#ports;
    try {
      if (draft.text === '' && !draft.isDirty) storage.removeItem(keyOf(sessionId));
      else storage.setItem(keyOf(sessionId), JSON.stringify(draft));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }

  #stored(sessionId: string): Draft | null {
    try {
      const draft: unknown = JSON.parse(this.#ports.storage.getItem(keyOf(sessionId)) ?? 'null');
      return isDraft(draft) ? draft : null;
    } catch {
      return null;
    }
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'text') === 'string';
}
