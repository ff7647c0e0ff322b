import type { TabPort } from '../../ports/tab.js';
import type { SessionSync } from '../../protocol/api/rpc.js';
import type { EventPage } from '../../protocol/events.js';
import { reduceTranscript } from '../../protocol/session/reduce.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import { followPage, type Replica } from '../../protocol/transcript/replica.js';
import { transcriptFrom } from '../../protocol/transcript/snapshot.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';

/** A tab of a test: it gets pages, may be slow, and can follow one session. */
export class TestTab implements TabPort {
  readonly id: string;
  readonly device: string;
  readonly pages: { logId: string; page: EventPage<unknown> }[] = [];
  replica: Replica<Transcript> | null = null;
  resyncs = 0;
  #isWritable = true;
  #waiting: (() => void)[] = [];

  constructor(id = 'tab', device = 'Firefox on Linux') {
    this.id = id;
    this.device = device;
  }

  get isWritable(): boolean {
    return this.#isWritable;
  }

  set isWritable(isWritable: boolean) {
    this.#isWritable = isWritable;
    const waiting = isWritable ? this.#waiting : [];
    if (isWritable) this.#waiting = [];
    for (const listener of waiting) listener();
  }

  onceWritable(listener: () => void): void {
    this.#waiting.push(listener);
  }

  /** How many listeners wait for it to take more. */
  get waiting(): number {
    return this.#waiting.length;
  }

  stream(logId: string, page: EventPage<unknown>): void {
    // As over a wire: what arrives shares nothing with the server.
    this.pages.push({ logId, page: structuredClone(page) });
    if (this.replica) this.#follow(page as EventPage<LoggedEvent>);
  }

  /** Takes what `sync` gave. */
  take(sync: SessionSync): void {
    if (sync.kind === 'snapshot') {
      const state = transcriptFrom(structuredClone(sync.snapshot));
      this.replica = { epoch: sync.epoch, seq: state.seq, state };
    } else this.#follow(sync);
  }

  get transcript(): Transcript {
    return this.replica!.state;
  }

  #follow(page: EventPage<LoggedEvent>): void {
    const outcome = followPage(this.replica!, structuredClone(page), reduceTranscript);
    if (outcome.kind === 'followed') this.replica = outcome.replica;
    else this.resyncs++;
  }
}
