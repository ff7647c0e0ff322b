import type { AcpBridgeApi } from '../../../server/protocol/api/rpc.js';
import type { FileEdit } from '../../../server/protocol/transcript/edits.js';
import { Store } from '../base/store.js';
import type { SessionStore } from './session-store.js';

/** Edits of entries that this tab has not loaded. */
export interface OlderEditsState {
  readonly edits: readonly FileEdit[];
  /** `partial` when there are more than a page should hold, `failed` when they could not be had. */
  readonly status: 'whole' | 'loading' | 'partial' | 'failed';
}

const NOTHING: OlderEditsState = { edits: [], status: 'whole' };
/** Text of edits that is held for one session. */
const MOST_CHARS = 8 * 1024 * 1024;

/** Fetches the edits from before the loaded part of a session, in pieces, newest first. */
export class OlderEditsStore extends Store<OlderEditsState> {
  readonly #server: Pick<AcpBridgeApi, 'get_changes'>;
  /** What was asked for last: which life of which session, and from which entry on. */
  #asked = '';
  #run = 0;

  constructor(server: Pick<AcpBridgeApi, 'get_changes'>) {
    super(NOTHING);
    this.#server = server;
  }

  /** Sees to it that what is before the loaded part of a session is here. */
  async load({ sessionId, epoch, value }: SessionStore): Promise<void> {
    const { first } = value.transcript.entries;
    const asked = `${sessionId} ${epoch} ${first}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const run = ++this.#run;
    if (epoch === null || first === 0) return this.set(NOTHING);
    this.set({ edits: [], status: 'loading' });
    try {
      await this.#fetch({ sessionId, epoch, before: first }, () => run === this.#run);
    } catch {
      if (run === this.#run) this.set({ ...this.value, status: 'failed' });
    }
  }

  /** After a failure: asks again. */
  retry(store: SessionStore): void {
    this.#asked = '';
    void this.load(store);
  }

  async #fetch(from: { sessionId: string; epoch: string; before: number }, isWanted: () => boolean): Promise<void> {
    let { before } = from;
    let chars = 0;
    while (before > 0 && chars < MOST_CHARS) {
      const { first, edits } = await this.#server.get_changes(from.sessionId, from.epoch, before);
      if (!isWanted()) return;
      chars += edits.reduce((sum, { oldText, newText }) => sum + (oldText?.length ?? 0) + newText.length, 0);
      this.set({ edits: [...edits, ...this.value.edits], status: 'loading' });
      // A server that makes no way would be asked for ever.
      before = first < before ? first : 0;
    }
    this.set({ ...this.value, status: before > 0 ? 'partial' : 'whole' });
  }
}
