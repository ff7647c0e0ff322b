import type { Position } from '../../protocol/events.js';
import type { Done, SessionSync } from '../../protocol/rpc.js';
import { RpcError, type WireError } from '../../protocol/rpc-error.js';
import { AppLog } from '../app-log.js';
import { HandClock } from '../clock.rig.js';
import { CommandBook } from '../command-book.js';
import { EventLog } from '../log/event-log.js';
import { chunk } from '../log/log.rig.js';
import { LOG_LIMITS } from '../log/log-limits.js';
import { StorageHealth } from '../log/storage-health.js';
import { PermissionDesk } from '../permission-desk.js';
import { RuleBook } from '../permissions/rule-book.js';
import { noJudge } from '../permissions/rule-port.js';
import { blankApp } from '../registry.rig.js';
import { MemoryEventStore } from '../store/memory-event-store.js';
import { rowOf } from '../store/rows.rig.js';
import type { TabPort } from '../tab-port.js';
import { CarelessStore } from './careless-store.rig.js';
import type { Variant } from './variant.rig.js';

/** So small that a run of a few steps passes every limit. */
const LIMITS = {
  ...LOG_LIMITS,
  recent: { count: 6, bytes: 1e6 },
  window: { count: 5, bytes: 1e6 },
  stretchedWindow: { count: 9, bytes: 1e6 },
  ...{ tailEvents: 5, checkpointEvents: 4, thawedEntries: 1 },
};

const OPTIONS = ['0', '1', '2'].map((optionId) => ({ optionId, name: optionId, kind: 'allow_once' as const }));

export type Reply = { readonly done: Done } | { readonly error: WireError };

/** The server of the proof: the product's own log, cursors, desk and command book, over a store that can be lost. */
export class ProofServer {
  /** What agents heard in answer to their requests, by permission. */
  readonly heard = new Map<string, unknown[]>();
  /** Counts how often everything was lost; what was shown before does not bind after. */
  era = 0;
  store: MemoryEventStore;
  log: EventLog;
  readonly #variant: Variant;
  readonly #clock = new HandClock();
  #desk: PermissionDesk;
  #ids = 0;

  constructor(variant: Variant) {
    this.#variant = variant;
    this.store = this.#newStore();
    this.log = this.#open();
    this.#desk = this.#newDesk();
  }

  append(): void {
    // Every third chunk goes on with an earlier message, which may have left the memory.
    const n = this.#ids++;
    this.log.append(chunk(`<${n}>`, n % 3 === 0 ? 'm0' : `m${n >> 2}`));
  }

  tick(): void {
    this.#clock.pass(20);
  }

  ask(): void {
    const abort = new AbortController();
    const n = this.#ids++;
    const request = { toolCall: { toolCallId: `t${n % 4}` }, options: OPTIONS };
    const before = this.#ids;
    const answers: unknown[] = [];
    void this.#desk.ask(request, abort.signal).then((answer) => answers.push(answer));
    this.heard.set(`q${before}`, answers);
  }

  sync(tab: TabPort, since: Position | null): SessionSync {
    return this.log.sync(tab, since);
  }

  prompt(cmdId: string): Reply {
    const content = [{ type: 'text' as const, text: cmdId }];
    return this.#once(cmdId, (recorded) =>
      this.log.commit([{ type: 'prompt_queued', promptId: cmdId, content, by: { kind: 'server' } }], recorded),
    );
  }

  answer(cmdId: string, permissionId: string, optionId: string): Reply {
    const by = { kind: 'device', device: cmdId } as const;
    return this.#once(cmdId, (recorded) => {
      if (this.#variant.firstAnswerWins) return this.#desk.answer({ cmdId, by }, permissionId, optionId);
      return this.log.commit([{ type: 'permission_answered', permissionId, optionId, by }], recorded);
    });
  }

  /** The process ends without a last word and another one begins. */
  kill(): void {
    if (this.store instanceof CarelessStore) this.store = this.store.survivor();
    this.#reopen();
  }

  /** The file is lost. */
  wipe(): void {
    this.era++;
    this.store = this.#newStore();
    this.#reopen();
  }

  #reopen(): void {
    this.log = this.#open();
    this.#desk = this.#newDesk();
    const { events } = this.#desk.voidAll('The server was killed');
    if (events.length > 0) this.log.record(...events);
  }

  #once(cmdId: string, perform: (recorded: string | null) => Done): Reply {
    try {
      if (!this.#variant.knowsCommands) return { done: perform(null) };
      const act = { cmdId, by: { kind: 'server' } } as const;
      return { done: new CommandBook(this.store).once(act, () => perform(cmdId)) };
    } catch (error) {
      return { error: RpcError.from(error).toJSON() };
    }
  }

  #newDesk(): PermissionDesk {
    const [clock, app, newId] = [this.#clock, new AppLog(blankApp), () => this.#newId('q')];
    const rules = new RuleBook({ store: this.store, app, clock, newId, judge: noJudge });
    return new PermissionDesk({ log: this.log, newId, clock, app, rules, session: rowOf('s') });
  }

  #newStore(): MemoryEventStore {
    const store = this.#variant.isDurable ? new MemoryEventStore() : new CarelessStore();
    store.addSession(rowOf('s'));
    return store;
  }

  #open(): EventLog {
    const { store } = this;
    const clock = this.#clock;
    const board = { raise: () => {}, lower: () => {} };
    const health = new StorageHealth({ clock, board, probe: () => {} });
    const newEpoch = () => (this.#variant.hasNewEpochs ? this.#newId('e') : 'e');
    return new EventLog({ sessionId: 's', store, clock, health, newEpoch, limits: LIMITS });
  }

  #newId(kind: string): string {
    return `${kind}${this.#ids++}`;
  }
}
