import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CHANNELS } from '../../../server/protocol/api/channels.js';
import type { ChannelSync, Contract, Logged } from '../../../server/protocol/channel.js';
import type { EventPage, Position } from '../../../server/protocol/events.js';
import { ChannelLog } from '../../../server/sessions/log/channel-log.js';
import { TestTab } from '../../../server/sessions/registry/tab.rig.js';
import { seeded } from '../../../server/testing/seeded.rig.js';
import { ChannelStore } from './channel-store.js';
import { someEvents } from './some-events.rig.js';

type AnyEvent = { readonly type: string };
type AnyContract = Contract<unknown, AnyEvent>;
type Log = ChannelLog<unknown, AnyEvent>;

/** A tab that follows a channel over a line which may lose and repeat pages, and be cut. */
class LooseTab {
  readonly store: ChannelStore<unknown, AnyEvent>;
  readonly answers: ChannelSync<unknown, AnyEvent>[] = [];
  readonly #log: () => Log;
  #port = new TestTab();
  #read = 0;

  constructor(contract: AnyContract, log: () => Log) {
    this.#log = log;
    const ask = (_name: string, epoch?: string | null, seq?: number | null) =>
      this.#ask(typeof epoch === 'string' && typeof seq === 'number' ? { epoch, seq } : null);
    const server = { get_current_state: ask as never, leave: async () => null };
    this.store = new ChannelStore(contract.channel, contract, server);
  }

  set isSlow(isSlow: boolean) {
    this.#port.isWritable = !isSlow;
  }

  /** Takes what has come; some of it is lost, or comes twice. */
  read({ isLost = false, isRepeated = false } = {}): void {
    const news = this.#port.pages.slice(this.#read) as unknown as { page: EventPage<Logged<AnyEvent>> }[];
    this.#read = this.#port.pages.length;
    for (const [n, { page }] of news.entries()) {
      if (isLost && n === 0) continue;
      this.store.apply(page);
      if (isRepeated) this.store.apply(page);
    }
  }

  /** The connection is lost, with all that was on its way, and there is another one. */
  async reconnect(): Promise<void> {
    this.#log().leave(this.#port);
    this.#port = new TestTab();
    this.#read = 0;
    await this.store.catchUp();
  }

  async #ask(since: Position | null): Promise<ChannelSync<unknown, AnyEvent>> {
    const answer = structuredClone(this.#log().sync(this.#port, since));
    this.answers.push(answer);
    return answer;
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const step = fc.record({
  count: fc.integer({ min: 0, max: 5 }),
  happens: fc.constantFrom('nothing', 'lost', 'repeated', 'slow', 'cut', 'restart', 'flood'),
});

describe('channels', () => {
  for (const contract of CHANNELS as readonly AnyContract[]) {
    const eventOf = someEvents(contract.channel);
    const newLog = (state?: unknown): Log => new ChannelLog(contract, state === undefined ? {} : { state });

    it(`[L22] shows late, live and reconnected tabs the same: ${contract.channel}`, async (t) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          let log = newLog();
          let seed = 0;
          const append = (count: number) => {
            for (let n = 0; n < count; n += 1) log.append(eventOf(seed++));
          };
          const [live, loose] = [new LooseTab(contract, () => log), new LooseTab(contract, () => log)];
          await Promise.all([live.reconnect(), loose.reconnect()]);
          for (const { count, happens } of steps) {
            if (happens === 'slow') loose.isSlow = true;
            if (happens === 'restart') {
              log = newLog(log.current);
              await live.reconnect();
              await loose.reconnect();
            }
            append(happens === 'flood' ? 1_500 : count);
            live.read();
            if (happens === 'cut') await loose.reconnect();
            else if (happens !== 'slow') {
              loose.isSlow = false;
              loose.read({ isLost: happens === 'lost', isRepeated: happens === 'repeated' });
            }
            await settled();
          }
          // It may not know of the last thing that was lost; the live one has nothing to ask for.
          await loose.reconnect();
          const late = new LooseTab(contract, () => log);
          await late.reconnect();
          for (const tab of [live, loose, late]) assert.deepEqual(tab.store.value, structuredClone(log.current));
        }),
        seeded(t, 40),
      );
    });

    it(`[L23] gives a tab what it has missed, and the state if that is gone: ${contract.channel}`, async () => {
      let log = newLog();
      const tab = new LooseTab(contract, () => log);
      await tab.reconnect();
      for (let n = 0; n < 3; n += 1) log.append(eventOf(n));
      await tab.reconnect();
      await tab.reconnect();
      log = newLog(log.current);
      for (let n = 0; n < 5; n += 1) log.append(eventOf(n));
      await tab.reconnect();
      for (let n = 0; n < 2_000; n += 1) log.append(eventOf(n));
      await tab.reconnect();
      const kinds = tab.answers.map((answer) => (answer.kind === 'tail' ? answer.events.length : answer.kind));
      assert.deepEqual(kinds, ['state', 3, 0, 'state', 'state']);
      assert.deepEqual(tab.store.value, log.current);
    });
  }
});
