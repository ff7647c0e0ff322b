import { says, ToldApp } from '../rigs/told-app.rig.js';
import { type Bench, median } from './figure.js';
import { paintedAt, timeOf } from './page-clock.rig.js';

const RUNS = 7;

/** How long a person who stops the agent waits for a sign that it was heard. */
export const measure: Bench = (reference) => {
  // An agent that does not listen, so that the sign stays long enough to be seen.
  const updates = Array.from({ length: 60 }, (_, n) => says(`Part ${n} of an answer. `));
  return ToldApp.use({ turns: () => [{ updates, requests: [], pace: [1, 50] }] }, async ({ app }) => {
    const tab = await app.open();
    const waits: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      await tab.prompt('turn 0');
      await tab.stopButton.waitFor();
      const shown = tab.page.evaluate(paintedAt, { path: 'prompt-composer >>> .stopping' });
      const pressed = await timeOf(tab.page, 'keydown', () => tab.page.keyboard.press('Control+.'));
      waits.push((await shown) - pressed);
      reference.sample(2);
      await tab.page.evaluate(paintedAt, { path: 'transcript-view turn-status', isGone: true });
    }
    return { UX15: median(waits) };
  });
};
