import { DrawingPage } from './drawing-page.rig.js';
import type { DrawnDiff } from './drawing-probe.rig.js';
import { type Bench, median } from './figure.js';
import { type Cost, costOf } from './page-cost.rig.js';

const RUNS = 5;
const LINES = Array.from({ length: 5_000 }, (_, n) => `  const value${n} = compute(${n}, "${n}");`);
const CHANGED = LINES.map((line, n) => (n % 100 === 7 ? line.replace('compute', 'measure') : line));
const REWRITTEN = LINES.map((line) => line.replace('const', 'let'));

/** How fast a large file's diff opens, and whether it can be read then: folded, with its words marked. */
export const measure: Bench = (reference) =>
  DrawingPage.use(async (drawing) => {
    // The first one starts the worker.
    await open(drawing, ['a'], ['b']);
    const runs: (Cost & DrawnDiff)[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      // Another text each time: what is known already is not computed again.
      runs.push(await open(drawing, [...LINES, `// ${n}`], [...CHANGED, `// ${n}`]));
      reference.sample(2);
    }
    const rewritten = await open(drawing, LINES, REWRITTEN);
    return {
      UX26: median(runs.map(({ waited }) => waited)),
      'UX26-task': median(runs.map(({ longest }) => longest)),
      'UX26-rows': runs[0]!.rows,
      'UX26-words': runs[0]!.unmarked,
      'diff-rewrite': rewritten.longest,
    };
  });

async function open({ page }: DrawingPage, before: string[], after: string[]): Promise<Cost & DrawnDiff> {
  const texts = [before.join('\n'), after.join('\n')] as const;
  let drawn: DrawnDiff | null = null;
  const cost = await costOf(page, async () => {
    drawn = await page.evaluate((both) => drawing.diff(...both), texts);
  });
  return { ...cost, ...drawn! };
}
