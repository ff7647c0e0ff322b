import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { TabPort } from '../../ports/tab.js';
import type { Done, SessionSync } from '../../protocol/api/rpc.js';
import { RpcError, type WireError } from '../../protocol/api/rpc-error.js';
import { TestClock } from '../../protocol/clock.rig.js';
import type { Position } from '../../protocol/events.js';
import { AppLog } from '../log/app-log.js';
import { CommandLedger } from '../log/command-ledger.js';
import { EventLog } from '../log/event-log.js';
import { chunk } from '../log/log.rig.js';
import { LOG_LIMITS } from '../log/log-limits.js';
import { StorageHealth } from '../log/storage-health.js';
import { noJudge } from '../permissions/no-judge.rig.js';
import { OpenRequests } from '../permissions/open-requests.js';
import { PermissionRequests } from '../permissions/permission-requests.js';
import { RuleBook } from '../permissions/rule-book.js';
import { blankApp } from '../registry/registry.rig.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { rowOf } from '../store/rows.rig.js';
import { CarelessStore } from './careless-store.rig.js';
import type { Variant } from './variant.rig.js';

/** So small that a run of a few steps passes every limit. */
const LIMITS = {
  ...LOG_LIMITS,
  recent: { count: 6, bytes: 1e6 },
  window: { count: 5, bytes: 1e6 },
  stretchedWindow: { count: 9, bytes: 1e6 },
  ...{ tailEvents: 5, eventsPerSave: 4, thawedEntries: 1 },
};

const OPTIONS = ['0', '1', '2'].map((optionId) => ({ optionId, name: optionId, kind: 'allow_once' as const }));

export type Reply = { readonly done: Done } | { readonly error: WireError };

/** The server of the proof: the product's own log, cursors, requests and command book, over a store that can be lost. */
export class ProofServer {
  /** What agents heard in answer to their requests, by permission. */
  readonly heard = new Map<string, readonly (PermissionOption | null)[]>();
  /** Counts how often everything was lost; what was shown before does not bind after. */
  era = 0;
  store: MemoryEventStore;
  log: EventLog;
  readonly #variant: Variant;
  readonly #clock = new TestClock();
  #requests: PermissionRequests;
  #ids = 0;

  constructor(variant: Variant) {
    this.#variant = variant;
    this.store = this.#newStore();
    this.log = this.#open();
    this.#requests = this.#newRequests();
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
    const answers: (PermissionOption | null)[] = [];
    void this.#requests.ask(request, abort.signal).then((answer) => answers.push(answer));
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
      if (this.#variant.firstAnswerWins) return this.#requests.answer({ cmdId, by }, permissionId, optionId);
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
    this.#requests = this.#newRequests();
    const { events } = new OpenRequests(this.log, this.#clock).callOffAll({ code: 'server_killed' });
    if (events.length > 0) this.log.record(...events);
  }

  #once(cmdId: string, perform: (recorded: string | null) => Done): Reply {
    try {
      if (!this.#variant.knowsCommands) return { done: perform(null) };
      const ledger = new CommandLedger({ store: this.store, clock: this.#clock });
      return { done: ledger.once(cmdId, 'store', () => perform(cmdId)) };
    } catch (error) {
      return { error: RpcError.from(error).toJSON() };
    }
  }

  #newRequests(): PermissionRequests {
    const [clock, app, newId] = [this.#clock, new AppLog(blankApp), () => this.#newId('q')];
    const rules = new RuleBook({ store: this.store, app, clock, newId, judge: noJudge });
    const requests = new OpenRequests(this.log, clock);
    return new PermissionRequests({
      log: this.log,
      requests,
      newId,
      clock,
      app,
      rules,
      session: rowOf('s'),
      agentsAbove: () => [],
      ownCall: () => null,
      attachmentAt: () => null,
    });
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
