import type { AcpBridgeApi } from '../../server/protocol/api/rpc.js';
import type { EventPage } from '../../server/protocol/events.js';
import { reduceTranscript } from '../../server/protocol/session/reduce.js';
import type { LoggedEvent } from '../../server/protocol/session/session-event.js';
import { transcriptFrom } from '../../server/protocol/transcript/snapshot.js';
import { emptyTranscript } from '../../server/protocol/transcript/transcript.js';
import { Store } from '../../webapp/state/base/store.js';
import type { SessionCopy } from '../../webapp/state/session/session-store.js';

/** A copy of a session that trusts the stream: it takes what comes and never asks for what it missed. */
export class NaiveStore extends Store<SessionCopy> {
  readonly sessionId: string;
  readonly #server: Pick<AcpBridgeApi, 'get_current_state'>;

  constructor(server: Pick<AcpBridgeApi, 'get_current_state'>, sessionId: string) {
    super({ transcript: emptyTranscript, status: 'loading', isLoadingOlder: false });
    this.#server = server;
    this.sessionId = sessionId;
  }

  async catchUp(): Promise<void> {
    // The question is what makes the server send; only the first answer is looked at.
    const answer = await this.#server.get_current_state(this.sessionId, null, null).catch(() => null);
    if (answer?.kind !== 'snapshot' || this.value.status === 'ready') return;
    this.set({ ...this.value, transcript: transcriptFrom(answer.snapshot), status: 'ready' });
  }

  apply(page: EventPage<LoggedEvent>): void {
    const transcript = page.events.reduce(reduceTranscript, this.value.transcript);
    this.set({ ...this.value, transcript });
  }
}
