import type { DraftChip } from '../../../server/protocol/api/draft.js';
import type { SessionsApi } from '../../../server/protocol/api/rpc.js';
import type { Clock } from '../../../server/protocol/clock.js';
import type { Position } from '../../../server/protocol/events.js';
import { LIMITS } from '../../../server/protocol/limits.js';
import { own } from '../../../server/protocol/own.js';
import { Store } from '../base/store.js';
import { isMention, mentionText } from './chip-blocks.js';

/** What was not sent; `isDirty` while the server may not know it. */
interface Draft {
  readonly text: string;
  readonly isDirty: boolean;
  /** Left out when nothing hangs on the words. */
  readonly chips?: readonly DraftChip[];
}

type Drafts = Readonly<Record<string, Draft>>;
/** The drafts that the server knows of. */
export interface RemoteDrafts {
  readonly texts: Readonly<Record<string, string>>;
  readonly chips: Readonly<Record<string, readonly DraftChip[]>>;
  readonly at: Position | null;
}

export interface DraftPorts {
  server: Pick<SessionsApi, 'set_draft'>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  clock: Clock;
}

/** The name of the draft that belongs to no session yet. */
export const NEW_SESSION = 'new';

const SAVE_AFTER_MS = 400;
const keyOf = (sessionId: string) => `acdeck.draft.${sessionId}`;
const caretKeyOf = (sessionId: string) => `acdeck.caret.${sessionId}`;
const NO_CHIPS: readonly DraftChip[] = [];

/** What is in the composer of each session: kept in this browser, told to the other tabs. */
export class DraftStore extends Store<Drafts> {
  readonly #ports: DraftPorts;
  readonly #timers = new Map<string, () => void>();
  /** The session whose composer a person is in; nobody else's words get in there. */
  #held: string | null = null;
  /** Who has what was written before there was a session. */
  #heir: string | null = null;
  /** Mentions whose words were taken out of a draft since it was begun. */
  readonly #unmeant = new Map<string, readonly DraftChip[]>();
  /** What the server has told, and how far its log had come with that. */
  #remote: RemoteDrafts = { texts: {}, chips: {}, at: null };
  /** Where the server tells what it took from here last; what it has told before that is older. */
  readonly #taken = new Map<string, Position>();

  constructor(ports: DraftPorts) {
    super({});
    this.#ports = ports;
  }

  textFor(sessionId: string): string {
    return (own(this.value, sessionId) ?? this.#stored(sessionId))?.text ?? own(this.#remote.texts, sessionId) ?? '';
  }

  /** What hangs on the words of a draft. */
  chipsFor(sessionId: string): readonly DraftChip[] {
    const mine = own(this.value, sessionId) ?? this.#stored(sessionId);
    return (mine ? mine.chips : own(this.#remote.chips, sessionId)) ?? NO_CHIPS;
  }

  /** Where the person was in the words, in this browser; null if that is not known. */
  caretFor(sessionId: string): number | null {
    const kept = Number.parseInt(this.#ports.storage.getItem(caretKeyOf(sessionId)) ?? '', 10);
    return Number.isInteger(kept) ? kept : null;
  }

  placeCaret(sessionId: string, at: number): void {
    try {
      this.#ports.storage.setItem(caretKeyOf(sessionId), String(at));
    } catch {
      // A full storage only costs the place.
    }
  }

  /** Something new hangs on the draft, in place of what has the same key. */
  attach(sessionId: string, chip: DraftChip): void {
    const others = this.chipsFor(sessionId).filter(({ key }) => key !== chip.key);
    this.#change(sessionId, this.textFor(sessionId), [...others, chip]);
  }

  detach(sessionId: string, keys: readonly string[]): void {
    const left = this.chipsFor(sessionId).filter(({ key }) => !keys.includes(key));
    this.#change(sessionId, this.textFor(sessionId), left);
  }

  /** Something else is written there now, with what hangs on it. */
  replace(sessionId: string, text: string, chips: readonly DraftChip[]): void {
    this.#unmeant.delete(sessionId);
    this.#change(sessionId, text, chips);
  }

  /** The session comes on screen: what an earlier page of this tab could not tell is reported now. */
  open(sessionId: string): void {
    const stored = own(this.value, sessionId) ? null : this.#stored(sessionId);
    if (!stored) return;
    this.#keep(sessionId, stored);
    if (stored.isDirty) void this.#save(sessionId);
  }

  /** What was written before there was a session belongs to the first one that comes. */
  adopt(sessionId: string): void {
    const [text, chips] = [this.textFor(NEW_SESSION), this.chipsFor(NEW_SESSION)];
    if (!text && chips.length === 0) return;
    this.#keep(NEW_SESSION, { text: '', isDirty: false });
    this.#heir = sessionId;
    if (this.textFor(sessionId)) return;
    this.placeCaret(sessionId, this.caretFor(NEW_SESSION) ?? text.length);
    this.#change(sessionId, text, chips);
  }

  /** A prompt was sent: its words and chips leave the draft, what came after them stays. */
  spend(sessionId: string, text: string, keys: readonly string[] = []): void {
    const id = sessionId === NEW_SESSION && !this.textFor(NEW_SESSION) ? (this.#heir ?? NEW_SESSION) : sessionId;
    if (keys.length > 0) this.detach(id, keys);
    this.#unmeant.delete(id);
    const now = this.textFor(id).trimStart();
    if (now.startsWith(text)) this.write(id, now.slice(text.length).trimStart());
  }

  /** The person typed; a mention whose words are gone is gone, and is back when undo has brought them back. */
  write(sessionId: string, text: string): void {
    const isMeant = (chip: DraftChip) => !isMention(chip) || text.includes(mentionText(chip));
    const chips = this.chipsFor(sessionId);
    const keys = new Set(chips.map(({ key }) => key));
    const known = [...chips, ...(this.#unmeant.get(sessionId) ?? []).filter(({ key }) => !keys.has(key))];
    this.#unmeant.set(
      sessionId,
      known.filter((chip) => !isMeant(chip)),
    );
    this.#change(sessionId, text, known.filter(isMeant));
  }

  #change(sessionId: string, text: string, chips: readonly DraftChip[]): void {
    const draft = { text: text.slice(0, LIMITS.draftChars), isDirty: true };
    this.#keep(sessionId, chips.length > 0 ? { ...draft, chips } : draft);
    this.#timers.get(sessionId)?.();
    this.#timers.set(
      sessionId,
      this.#ports.clock.after(SAVE_AFTER_MS, () => void this.#save(sessionId)),
    );
  }

  /** What other tabs have written. */
  follow(remote: RemoteDrafts): void {
    this.#remote = remote;
    for (const [sessionId, text] of Object.entries(remote.texts)) {
      const mine = own(this.value, sessionId) ?? this.#stored(sessionId);
      const chips = own(remote.chips, sessionId) ?? NO_CHIPS;
      const isSame = mine?.text === text && keysOf(mine.chips ?? NO_CHIPS) === keysOf(chips);
      if (sessionId === this.#held || mine?.isDirty || isSame || this.#isOlder(sessionId)) continue;
      this.#keep(sessionId, { text, isDirty: false, ...(chips.length > 0 && { chips }) });
    }
  }

  /** The person is in this composer; null when not in any. */
  hold(sessionId: string | null): void {
    this.#held = sessionId;
    if (sessionId === null) this.follow(this.#remote);
  }

  /** There is a connection again: send what it has missed. */
  resume(): void {
    for (const [sessionId, { isDirty }] of Object.entries(this.value)) if (isDirty) void this.#save(sessionId);
  }

  /** Whether the server told this before it took the words from here: an answer may overtake what is told. */
  #isOlder(sessionId: string): boolean {
    const [taken, { at }] = [this.#taken.get(sessionId), this.#remote];
    return taken !== undefined && at !== null && taken.epoch === at.epoch && at.seq < taken.seq;
  }

  async #save(sessionId: string): Promise<void> {
    this.#timers.delete(sessionId);
    if (sessionId === NEW_SESSION) return;
    const draft = own(this.value, sessionId)!;
    const { text, chips } = draft;
    try {
      this.#taken.set(sessionId, await this.#ports.server.set_draft(sessionId, text, ...(chips ? [chips] : [])));
      if (own(this.value, sessionId) === draft) this.#keep(sessionId, { ...draft, isDirty: false });
    } catch {
      // It stays dirty, and is told after the next reconnect.
    }
  }

  #keep(sessionId: string, draft: Draft): void {
    this.set({ ...this.value, [sessionId]: draft });
    const { storage } = this.#ports;
    try {
      if (draft.text === '' && !draft.chips && !draft.isDirty) storage.removeItem(keyOf(sessionId));
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

const keysOf = (chips: readonly DraftChip[]) => chips.map(({ key }) => key).join('\n');

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'text') === 'string';
}
