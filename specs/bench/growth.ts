import { setTimeout as sleep } from 'node:timers/promises';
import { says, ToldApp, type ToldTurn } from '../rigs/told-app.rig.js';
import type { Bench } from './figure.js';
import { cpuOf } from './process-cost.rig.js';

/** Events that are there before, each time. */
const LENGTHS = [1_000, 10_000, 100_000] as const;
/** Events whose cost is measured at each length. */
const SAMPLE = 1_000;
const PER_TURN = 500;

/** Whether one more event costs the server and the page more in a long session than in a short one. */
export const measure: Bench = async () => {
  const turns = [plain(PER_TURN), paced(SAMPLE)];
  return await ToldApp.use({ turns: () => turns }, async ({ app }) => {
    const tab = await app.open();
    const witness = await app.witness();
    const cdp = await tab.page.context().newCDPSession(tab.page);
    await cdp.send('Performance.enable');
    const busy = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000;
    };
    let played = 0;
    const play = async (n: number) => {
      await witness.prompt(`turn ${n}`);
      played += 1;
      await witness.until(({ transcript }) => transcript?.turn.n === played && transcript.turn.status === 'idle');
    };
    const costs: { server: number; page: number }[] = [];
    for (const length of LENGTHS) {
      while (witness.seq < length) await play(0);
      await tab.waitForIdle();
      await sleep(1_000);
      const before = { server: await cpuOf(app.server.pid), page: await busy(), seq: witness.seq };
      await play(1);
      await tab.waitForIdle();
      const events = witness.seq - before.seq;
      costs.push({
        server: ((await cpuOf(app.server.pid)) - before.server) / events,
        page: ((await busy()) - before.page) / events,
      });
    }
    const [short, ...longer] = costs;
    const dearest = (side: 'server' | 'page') => Math.max(...longer.map((cost) => cost[side] / short![side]));
    return { 'growth-server': dearest('server'), 'growth-page': dearest('page') };
  });
};

/** Events that cannot be joined: calls that end. */
function callsOf(count: number): object[] {
  return Array.from({ length: count / 2 }, (_, n) => [
    { sessionUpdate: 'tool_call', toolCallId: `t${n}`, title: `Edit ${n}`, kind: 'edit', status: 'in_progress' },
    { sessionUpdate: 'tool_call_update', toolCallId: `t${n}`, status: 'completed' },
  ]).flat();
}

const plain = (count: number): ToldTurn => ({ updates: callsOf(count), requests: [] });
const paced = (count: number): ToldTurn => ({
  updates: Array.from({ length: count / 2 }, (_, n) => [
    says(`word ${n} `, 'answer'),
    { sessionUpdate: 'tool_call_update', toolCallId: 'late', title: `Counted to ${n}` },
  ]).flat(),
  requests: [],
  pace: [4, 20],
});
