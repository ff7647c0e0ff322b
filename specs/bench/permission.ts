import { says, ToldApp } from '../rigs/told-app.rig.js';
import { type Bench, median } from './figure.js';
import { paintedAt, timeOf } from './page-clock.rig.js';

const RUNS = 7;
const QUESTION = {
  method: 'session/request_permission',
  params: {
    toolCall: { toolCallId: 'call', title: 'Run npm test', kind: 'execute', status: 'pending' },
    options: [
      { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ],
  },
};

/** How long an agent's question takes to the page, and an answer to another browser. */
export const measure: Bench = (reference) =>
  ToldApp.use({ turns: () => [{ updates: [says('May I? ')], requests: [QUESTION] }] }, async (told) => {
    const [one, two] = [await told.app.open(), await told.app.open()];
    const [asked, answered]: [number[], number[]] = [[], []];
    for (let n = 0; n < RUNS; n += 1) {
      const shown = one.page.evaluate(paintedAt, { path: 'permission-dock' });
      await one.prompt('turn 0');
      asked.push((await shown) - (await told.lastAskedAt()));
      reference.sample(2);
      await two.permission.waitFor();
      const settled = two.page.evaluate(paintedAt, { path: 'permission-dock', isGone: true });
      const clicked = await timeOf(one.page, 'click', () => one.answer('Allow'));
      answered.push((await settled) - clicked);
      reference.sample(2);
      await one.waitForIdle();
    }
    return { UX23: median(asked), UX25: median(answered) };
  });
