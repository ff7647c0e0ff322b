import type { CDPSession } from 'playwright-core';
import { says, ToldApp, type ToldTurn } from '../rigs/told-app.rig.js';
import type { Bench } from './figure.js';
import { longDocument } from './long-texts.rig.js';
import { residentMb } from './process-cost.rig.js';

const TURNS = 2_000;
/** By then everything is loaded, and the page has as many rows as it ever has. */
const SETTLED = 250;
/**
 * Rows leave the page many at a time, and answers are not equally long: how much is on it goes up and down. The most in so
 * many turns is compared with the most in as many.
 */
const COMPARED = 40;

/** What a page that stays open, and the server, hold after many turns. */
export const measure: Bench = () =>
  ToldApp.use({ turns: () => Array.from({ length: 20 }, (_, n) => turn(n)) }, async ({ app }) => {
    const tab = await app.open();
    const witness = await app.witness();
    const session = await tab.page.context().newCDPSession(tab.page);
    await session.send('Performance.enable');
    const play = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) {
        await witness.prompt(`turn ${n % 20}`);
        await witness.until(({ transcript }) => transcript?.turn.n === n + 1 && transcript.turn.status === 'idle');
      }
      await tab.waitForIdle();
    };
    const mostNodes = async (from: number, to: number) => {
      const counts: number[] = [];
      for (let n = from; n < to; n += 2) {
        await play(n, n + 2);
        counts.push((await held(session, app.server.pid)).nodes);
      }
      return Math.max(...counts);
    };
    await play(0, SETTLED - COMPARED);
    const nodesBefore = await mostNodes(SETTLED - COMPARED, SETTLED);
    const before = await held(session, app.server.pid);
    await play(SETTLED, TURNS - COMPARED);
    const nodes = await mostNodes(TURNS - COMPARED, TURNS);
    const after = await held(session, app.server.pid);
    return {
      'turns-dom': nodes,
      'turns-dom-growth': nodes / nodesBefore,
      'turns-heap': after.heap - before.heap,
      'turns-server': after.server - before.server,
    };
  });

function turn(n: number): ToldTurn {
  const text = n % 10 === 0 ? longDocument(1_500) : `Turn ${n}: what was done, **why**, and in \`a${n}.ts\`.`;
  const call = { toolCallId: `t${n}`, title: `Read a${n}.ts`, kind: 'read' };
  return {
    updates: [
      { sessionUpdate: 'tool_call', ...call, status: 'in_progress' },
      { sessionUpdate: 'tool_call_update', toolCallId: `t${n}`, status: 'completed' },
      // Each answer is a message of its own.
      { ...says(text), messageId: null },
    ],
    requests: [],
  };
}

/** Nodes and megabytes in use, after what is not used any more was freed. */
async function held(session: CDPSession, pid: number): Promise<{ nodes: number; heap: number; server: number }> {
  for (let n = 0; n < 3; n += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: of('Nodes'), heap: of('JSHeapUsedSize') / 1e6, server: await residentMb(pid) };
}
