import type { TabPort } from '../../ports/tab.js';
import type { SessionSync } from '../../protocol/api/rpc.js';
import type { EventPage } from '../../protocol/events.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import type { Replica } from '../../protocol/transcript/replica.js';
import { transcriptFrom } from '../../protocol/transcript/snapshot.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { ProofServer, Reply } from './proof-server.rig.js';
import { Breach, type Variant } from './variant.rig.js';

type Frame =
  | { readonly kind: 'page'; readonly page: EventPage<LoggedEvent> }
  | { readonly kind: 'sync'; readonly sync: SessionSync }
  | { readonly kind: 'reply'; readonly cmdId: string; readonly reply: Reply };

const MOST_UNSENT = 4;

/** What happened in runs, to see that they show something. */
export class Tally {
  /** Events that tabs took one by one. */
  applied = 0;
  snapshots = 0;
  tails = 0;
  resyncs = 0;
  /** Events about entries that were no longer the newest. */
  late = 0;
  commands = 0;
}

/** One socket between a tab and the server: frames that were sent and have not arrived. */
class Connection implements TabPort {
  readonly id = 'tab';
  readonly device = 'tab';
  frames: Frame[] = [];
  #waiting: (() => void)[] = [];

  get isWritable(): boolean {
    return this.frames.length < MOST_UNSENT;
  }

  onceWritable(listener: () => void): void {
    this.#waiting.push(listener);
  }

  stream(_logId: string, page: EventPage<unknown>): void {
    this.frames.push({ kind: 'page', page: structuredClone(page) as EventPage<LoggedEvent> });
  }

  /** The next frame arrives, or is lost. */
  shift(): Frame | undefined {
    const frame = this.frames.shift();
    const waiting = this.isWritable ? this.#waiting.splice(0) : [];
    for (const listener of waiting) listener();
    return frame;
  }
}

/** A tab of the proof: the reader's rules, commands that are kept until they are answered, and a bad network. */
export class ProofTab {
  readonly name: string;
  replica: Replica<Transcript> | null = null;
  /** Commands without an answer, in order. */
  readonly unanswered = new Map<string, () => Reply>();
  /** The highest number that was on the screen since everything was last lost. */
  #shown = { era: 0, seq: 0 };
  readonly #server: ProofServer;
  readonly #variant: Variant;
  readonly #tally: Tally;
  #connection: Connection | null = null;
  #strays: Frame[] = [];
  #isSyncing = false;
  #commands = 0;

  constructor(name: string, { server, variant, tally }: { server: ProofServer; variant: Variant; tally: Tally }) {
    this.name = name;
    this.#server = server;
    this.#variant = variant;
    this.#tally = tally;
  }

  connect(): void {
    this.cut();
    this.#connection = new Connection();
    this.#isSyncing = false;
    this.#sync();
    for (const cmdId of [...this.unanswered.keys()]) this.#send(cmdId);
  }

  /** The socket breaks; what was under way may still turn up. */
  cut(): void {
    if (!this.#connection) return;
    this.#server.log.leave(this.#connection);
    this.#strays = [...this.#strays, ...this.#connection.frames].slice(-6);
    this.#connection = null;
  }

  /** The next frame arrives; false if there is none. */
  deliver(): boolean {
    const frame = this.#connection?.shift();
    if (frame) this.#receive(frame);
    return frame !== undefined;
  }

  /** Everything that is under way arrives, and what that brings about. */
  drain(): void {
    while (this.deliver()) {
      // Until nothing is under way.
    }
  }

  /** The next page arrives twice. */
  duplicate(): void {
    const frame = this.#connection?.frames[0];
    if (frame?.kind === 'page') this.#connection!.frames.unshift(structuredClone(frame));
  }

  /** The next page does not arrive. */
  lose(): void {
    if (this.#connection?.frames[0]?.kind === 'page') this.#connection.shift();
  }

  /** A frame of an old connection turns up. */
  stray(): void {
    const frame = this.#strays.shift();
    if (frame && this.#variant.acceptsOldFrames) this.#receive(frame);
  }

  prompt(): void {
    const cmdId = `${this.name}-${this.#server.era}-${this.#commands++}`;
    this.unanswered.set(cmdId, () => this.#server.prompt(cmdId));
    this.#send(cmdId);
  }

  /** Answers what it shows as pending, in its own way. */
  answer(optionId: string): void {
    const pending = this.replica?.state.pending[0];
    if (!pending) return;
    const cmdId = `${this.name}-${this.#server.era}-${this.#commands++}`;
    this.unanswered.set(cmdId, () => this.#server.answer(cmdId, pending.id, optionId));
    this.#send(cmdId);
  }

  /** Sends everything again that has no answer, as an impatient person does. */
  retry(): void {
    for (const cmdId of [...this.unanswered.keys()]) this.#send(cmdId);
  }

  /** Everything is lost: what was asked for before is no longer wanted. */
  forget(): void {
    this.unanswered.clear();
  }

  #send(cmdId: string): void {
    if (!this.#connection) return;
    this.#tally.commands++;
    const reply = this.unanswered.get(cmdId)!();
    this.#connection.frames.push({ kind: 'reply', cmdId, reply });
  }

  #sync(): void {
    if (this.#isSyncing || !this.#connection) return;
    this.#isSyncing = true;
    const since = this.replica && { epoch: this.replica.epoch, seq: this.replica.seq };
    const sync = structuredClone(this.#server.sync(this.#connection, since));
    this.#connection.frames.push({ kind: 'sync', sync });
  }

  #receive(frame: Frame): void {
    switch (frame.kind) {
      case 'reply':
        this.unanswered.delete(frame.cmdId);
        return;
      case 'page':
        this.#follow(frame.page);
        return;
      case 'sync':
        this.#isSyncing = false;
        this.#take(frame.sync);
    }
  }

  #take(sync: SessionSync): void {
    if (sync.kind === 'snapshot') {
      this.#tally.snapshots++;
      const state = transcriptFrom(sync.snapshot);
      this.#show({ epoch: sync.epoch, seq: state.seq, state });
      return;
    }
    this.#tally.tails++;
    this.#follow(sync);
    if (!sync.live) this.#sync();
  }

  #follow(page: EventPage<LoggedEvent>): void {
    if (!this.replica) return;
    const outcome = this.#variant.follow(this.replica, page);
    if (outcome.kind === 'resync') {
      this.#tally.resyncs++;
      this.#sync();
      return;
    }
    this.#tally.applied += outcome.replica.seq - this.replica.seq;
    this.#tally.late += page.events.filter((event) => 'late' in event || 'entry' in event).length;
    this.#show(outcome.replica);
  }

  #show(replica: Replica<Transcript>): void {
    const { era } = this.#server;
    if (this.#shown.era === era && replica.seq < this.#shown.seq) {
      throw new Breach(`${this.name} showed event ${this.#shown.seq} and went back to ${replica.seq}`);
    }
    this.#shown = { era, seq: replica.seq };
    this.replica = replica;
  }
}
