import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { TokenCount } from '../server/agents/catalog/catalog.js';
import type { TurnTokens } from '../server/protocol/events.js';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import { allTokens } from '../server/protocol/turn-tokens.js';
import type { UsageSum } from '../server/protocol/usage-sum.js';
import { seeded } from '../server/testing/seeded.rig.js';
import { ended, held, say } from './rigs/agent-words.rig.js';
import { type ScriptedBehaviour, ScriptedSession } from './rigs/scripted-session.rig.js';

const RESUMES = { sessionCapabilities: { resume: {} } };
const usageOf = ({ input, output, total }: TurnTokens) => ({
  ...{ inputTokens: input, outputTokens: output, totalTokens: total },
});
const priced = (amount: number, currency = 'USD') => ({
  ...{ sessionUpdate: 'usage_update', used: 1, size: 9, cost: { amount, currency } },
});
const unpriced = { sessionUpdate: 'usage_update', used: 2, size: 9 };

/** A session whose agent says what a test wants at the end of each turn. */
class Counting {
  readonly session: ScriptedSession;
  #next: () => unknown;

  private constructor(session: ScriptedSession, next: () => unknown) {
    this.session = session;
    this.#next = next;
  }

  static async start(t: TestContext, behaviour: ScriptedBehaviour = {}): Promise<Counting> {
    const counting: Counting = new Counting(
      await ScriptedSession.start(t, {
        capabilities: RESUMES,
        ...behaviour,
        answers: { 'session/prompt': () => counting.#next(), 'session/resume': () => ({}), ...behaviour.answers },
      }),
      () => ended,
    );
    return counting;
  }

  /** One reply: these updates, then this report of tokens. */
  async reply(usage: object | null, ...updates: object[]): Promise<void> {
    this.#next = () => {
      this.session.update(say('Done.'), ...updates);
      return { ...ended, ...(usage ? { usage } : {}) };
    };
    await this.session.turn('go');
  }

  /** The process dies, and another takes the session up. */
  restart(answers: Record<string, () => unknown> = {}): void {
    this.session.reopenWith({ 'session/prompt': () => this.#next(), 'session/resume': () => ({}), ...answers });
  }

  /** The tokens under each reply; null where nothing is said of them. */
  get replies(): (number | null)[] {
    return this.#ends.map(({ tokens }) => (tokens ? (allTokens(tokens) ?? null) : null));
  }

  get costs(): Readonly<Record<string, number>>[] {
    return this.#ends.map(({ costs = {} }) => costs);
  }

  /** The session's row, the day and what budgets count: always the same. */
  get sums(): { total: number | null; costs: Readonly<Record<string, number>> } {
    const { sessions, today, counted } = this.session.registry.usage(1);
    const row = sessions.find(({ sessionId }) => sessionId === this.session.id)!.sum;
    const inShort = (sum: UsageSum) => ({ total: allTokens(sum) ?? null, costs: sum.costs ?? {} });
    assert.deepEqual([inShort(today), inShort(counted)], [inShort(row), inShort(row)]);
    return inShort(row);
  }

  get #ends() {
    return entriesOf(this.session.screen.entries).flatMap((entry) => entry.ended ?? []);
  }
}

const WIRE = [115, 511, 424, 818, 0, 115, 130, 117];
const total = (counts: readonly (number | null)[]) => counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

describe('the tokens that agents report', () => {
  for (const tokens of ['turn', null] as const) {
    it(`[US24] are shown as they come from an agent that counts turns, known: ${tokens !== null}`, async (t) => {
      const agent = await Counting.start(t, tokens ? { tokens } : {});
      for (const count of WIRE) await agent.reply({ totalTokens: count, inputTokens: count, outputTokens: 0 });
      assert.deepEqual([agent.replies, agent.sums.total], [WIRE, total(WIRE)]);
    });
  }

  it('[US24] are those of the reply from an agent that adds them up, also when its first sum after a kill is larger', async (t) => {
    const agent = await Counting.start(t, { tokens: 'opening' });
    for (const count of [100, 250, 250, 300]) await agent.reply({ totalTokens: count });
    agent.restart();
    for (const count of [4_000, 4_100]) await agent.reply({ totalTokens: count });
    assert.deepEqual(agent.replies, [100, 150, 0, 50, 4_000, 100]);
    assert.equal(agent.sums.total, 4_400);
  });

  it('[US25] are counted anew where an unknown agent turns out to add them up', async (t) => {
    const agent = await Counting.start(t);
    const sums = [10, 30, 60, 100, 150, 210, 280];
    for (const count of sums.slice(0, 5)) await agent.reply({ outputTokens: count });
    assert.deepEqual([agent.replies, agent.sums.total], [sums.slice(0, 5), 350]);
    for (const count of sums.slice(5)) await agent.reply({ outputTokens: count });
    assert.deepEqual([agent.replies, agent.sums.total], [[10, 20, 30, 40, 50, 60, 70], 280]);
    await agent.reply({ outputTokens: 90 });
    assert.deepEqual([agent.replies, agent.sums.total], [[...sums, 90], total(sums) + 90], 'it does not, after all');
  });

  it('[US25] are no sum because the conversation grows, and input and total with it', async (t) => {
    const grown = [1_000, 1_200, 1_500, 1_900, 2_400, 3_000, 3_700, 4_500];
    const outputs = [90, 120, 60, 200, 10, 80, 150, 40];
    const agent = await Counting.start(t);
    for (const [n, input] of grown.entries()) {
      const output = outputs[n]!;
      await agent.reply({ inputTokens: input, outputTokens: output, totalTokens: input + output });
    }
    const silent = await Counting.start(t);
    for (const input of grown) await silent.reply({ inputTokens: input, totalTokens: input });
    assert.deepEqual(
      agent.replies,
      grown.map((input, n) => input + outputs[n]!),
    );
    assert.deepEqual([silent.replies, silent.sums.total], [grown, total(grown)]);
  });

  it('[US25] are held against a budget as they are counted anew', async (t) => {
    const agent = await Counting.start(t);
    const sums = [10, 30, 60, 100, 150, 210, 280];
    for (const count of sums) await agent.reply({ outputTokens: count });
    agent.session.set({ budgetDayTokens: 300 });
    await agent.reply({ outputTokens: 295 });
    assert.equal(agent.session.registry.budgets.hold(agent.session.id), null);
    await agent.reply({ outputTokens: 300 });
    assert.equal(agent.session.registry.budgets.hold(agent.session.id)?.used, 300);
  });
});

describe('the cost of a session', () => {
  it('[US8] is the sum of its replies: it stays while an update has none, and grows after a kill', async (t) => {
    const turn = held();
    const agent = await Counting.start(t);
    await agent.reply(null, priced(0.5));
    agent.session.agent.on('session/prompt', turn.answer);
    await agent.session.prompt('go');
    agent.session.update(unpriced);
    await agent.session.until(({ usage }) => usage?.used === 2);
    assert.deepEqual(agent.session.screen.spent, { USD: 0.5 });
    turn.end();
    await agent.session.until(({ turn: { status } }) => status === 'idle');
    agent.restart();
    await agent.reply(null, unpriced, priced(0.25), unpriced);
    assert.deepEqual(agent.costs, [{ USD: 0.5 }, {}, { USD: 0.25 }]);
    assert.deepEqual([agent.session.screen.spent, agent.sums.costs], [{ USD: 0.75 }, { USD: 0.75 }]);
  });

  it('[US8] is kept over a restart of the server, after which the agent goes on with its own sum', async (t) => {
    const first = await Counting.start(t);
    await first.reply({ totalTokens: 7 }, priced(0.5));
    await first.session.registry.close();
    const next = await Counting.start(t, { after: first.session });
    assert.deepEqual(next.session.screen.spent, { USD: 0.5 });
    await next.reply({ totalTokens: 7 }, priced(0.75));
    assert.deepEqual([next.session.screen.spent, next.replies], [{ USD: 0.75 }, [7, 7]]);
    assert.deepEqual(next.sums, { total: 14, costs: { USD: 0.75 } });
  });

  it('[US8] has each currency by itself, also of an agent that lost its session and counts anew', async (t) => {
    const agent = await Counting.start(t);
    await agent.reply(null, priced(1), priced(3, 'EUR'));
    const gone = () => {
      throw Object.assign(new Error('gone'), { code: -32_002 });
    };
    agent.restart({ 'session/resume': gone, 'session/new': () => ({ sessionId: 's1' }) });
    await agent.reply(null, priced(4), priced(3.5, 'EUR'));
    const spent = { USD: 5, EUR: 6.5 };
    assert.equal(agent.session.screen.memory, 'lost');
    assert.deepEqual([agent.session.screen.spent, agent.sums.costs], [spent, spent]);
  });

  it('[US8] [US2] is nothing where nothing was reported, and zero where zero was', async (t) => {
    const agent = await Counting.start(t);
    await agent.reply(null, unpriced);
    assert.deepEqual([agent.session.screen.spent, agent.sums.costs], [{}, {}]);
    await agent.reply({ totalTokens: 0 }, priced(0), priced(0));
    assert.deepEqual([agent.session.screen.spent, agent.sums], [{ USD: 0 }, { total: 0, costs: { USD: 0 } }]);
    await agent.reply(null, priced(1e99), priced(-1), { ...unpriced, cost: { amount: 1, currency: '<b>\n' } });
    assert.deepEqual([agent.costs.at(-1), agent.session.screen.spent], [{}, { USD: 0 }]);
  });
});

const count = fc.option(fc.nat(5_000), { nil: undefined, freq: 6 });
/** A reply: what it really uses, what else its agent claims, and whether its process is killed after it. */
const step = fc.record({
  ...{ input: count, output: count, total: count, spends: fc.option(fc.nat(8), { nil: undefined }) },
  hostile: fc.option(fc.constantFrom(-1, 1e300, Number.MAX_VALUE, '7', null, {}), { nil: undefined, freq: 8 }),
  isKilled: fc.nat(5).map((n) => n === 0),
});
type Kind = 'input' | 'output' | 'total';
const KINDS: readonly Kind[] = ['input', 'output', 'total'];

describe('what replies use, for agents of any kind', () => {
  for (const tokens of ['turn', 'opening'] satisfies TokenCount[]) {
    it(`[US26] adds up to what was on the wire, where an agent counts by ${tokens}`, async (t) => {
      const steps = fc.array(step, { minLength: 2, maxLength: 9 });
      await fc.assert(
        fc.asyncProperty(steps, fc.boolean(), async (replies, keepsCosts) => {
          const agent = await Counting.start(t, { tokens });
          // Which counts an agent reports doesn't change; what one that adds up leaves out is in its next report.
          const told = KINDS.filter((kind) => replies[0]![kind] !== undefined);
          let life: Record<Kind, number> = { input: 0, output: 0, total: 0 };
          let [spent, paid, lives] = [0, 0, 0];
          let isFirst = true;
          const used: (number | null)[] = [];
          for (const { isKilled, spends, hostile, ...counts } of replies) {
            const turn = Object.fromEntries(told.map((kind) => [kind, counts[kind] ?? 0])) as TurnTokens;
            for (const kind of told) life = { ...life, [kind]: life[kind] + (turn[kind] ?? 0) };
            // The first of each process is half of the one before: a sum that begins anew can only be told by being smaller.
            const cost = isFirst ? 1024 / 2 ** lives : spends;
            isFirst = false;
            if (cost !== undefined) [spent, paid] = [spent + cost / 1024, paid + cost / 1024];
            const report = tokens === 'turn' ? turn : Object.fromEntries(told.map((kind) => [kind, life[kind]]));
            const odd = hostile === undefined ? [] : [{ ...unpriced, cost: { amount: hostile, currency: 'USD' } }];
            await agent.reply(
              told.length > 0 ? { ...usageOf(report), thoughtTokens: hostile } : { totalTokens: hostile ?? -1 },
              ...[unpriced, ...odd, ...(cost === undefined ? [] : [priced(paid)])],
            );
            // No claim of a hostile agent is a number of tokens.
            used.push(told.length > 0 ? allTokens(turn)! : null);
            if (!isKilled) continue;
            agent.restart();
            life = { input: 0, output: 0, total: 0 };
            if (!keepsCosts) [paid, lives, isFirst] = [0, lives + 1, true];
          }
          assert.deepEqual(agent.replies, used);
          const known = used.filter((one) => one !== null);
          assert.equal(agent.sums.total, known.length > 0 ? total(known) : null);
          assert.deepEqual(agent.sums.costs, { USD: spent });
          assert.deepEqual(agent.session.screen.spent, { USD: spent });
          assert.equal(
            agent.costs.reduce((sum, { USD = 0 }) => sum + USD, 0),
            spent,
          );
        }),
        seeded(t, 15),
      );
    });
  }
});
