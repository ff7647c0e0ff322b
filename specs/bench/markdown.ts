/**
 * What long texts cost the page: `tsx specs/bench/markdown.ts`. Times of the main thread are CPU times, which other
 * work on the machine cannot lengthen much; waits are marked as wall-clock times.
 */
import { RenderingPage } from '../e2e/rendering-page.rig.js';
import { longCode, longDocument, longList, longOutput } from './long-texts.rig.js';

const rendering = await RenderingPage.open('specs/bench/markdown-probe.rig.ts');
const { page } = rendering;

/** Milliseconds of the main thread's own time: other work on the machine does not count. */
interface Cost {
  updates: number;
  script: number;
  layout: number;
  longest: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of CPU. */
  tdur?: number;
  args: { name?: string };
}

/** The ways into our code; what it calls lies inside them. */
const SCRIPT = new Set(['FireAnimationFrame', 'TimerFire', 'HandlePostMessage', 'EvaluateScript']);
const LAYOUT = new Set(['Layout', 'UpdateLayoutTree', 'PrePaint', 'Paint', 'Layerize', 'Commit']);

/** What `work`, which gives its number of updates, costs the page's main thread. */
async function measure(work: () => Promise<number>): Promise<Cost> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', '__metadata'] });
  const updates = await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const own = mainThreadOf(trace.traceEvents);
  const sum = (events: TraceEvent[]) => events.reduce((ms, { tdur = 0 }) => ms + tdur / 1000, 0);
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const of = (names: ReadonlySet<string>) => sum(own.filter(({ name }) => names.has(name)));
  const longest = tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
  return { updates, script: of(SCRIPT), layout: of(LAYOUT), longest };
}

/** The events of the renderer thread that did most. */
function mainThreadOf(events: readonly TraceEvent[]): TraceEvent[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = mains.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  return threads.sort((a, b) => b.length - a.length)[0] ?? [];
}

const stream = (element: string, field: string, text: string, chunk: number) =>
  measure(() =>
    page.evaluate(([name, key, all, size]) => markdownBench.stream(name, key, all, size), [
      element,
      field,
      text,
      chunk,
    ] as const),
  );

let isOver = false;

function say(name: string, value: number, budget: number | null, unit = 'ms'): void {
  const over = budget !== null && value > budget;
  isOver ||= over;
  const verdict = budget === null ? '' : `  budget ${budget} ${unit}  ${over ? 'OVER' : 'ok'}`;
  console.log(`${name.padEnd(58)} ${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${unit}${verdict}`);
}

function sayCost(name: string, cost: Cost, budget: { script: number; longest: number }): void {
  say(`${name}: script, ${cost.updates} updates`, cost.script, budget.script);
  say(`${name}: layout and paint`, cost.layout, null);
  say(`${name}: script and layout per update`, (cost.script + cost.layout) / cost.updates, null);
  say(`${name}: longest task`, cost.longest, budget.longest);
}

const text = longDocument(200_000);
const streamed = await stream('markdown-view', 'text', text, 20);
sayCost('200 kB of Markdown in 20-char chunks', streamed, { script: 3_000, longest: 100 });

const redrawn = await measure(() => page.evaluate((all) => markdownBench.redraw(all, 20), text));
const perUpdate = ({ script, layout, updates }: Cost) => (script + layout) / updates;
say('the same, drawn whole each time: per update', perUpdate(redrawn), null);
say('ratio', perUpdate(redrawn) / perUpdate(streamed), null, 'x');

sayCost('a list of 600 items in 20-char chunks', await stream('markdown-view', 'text', longList(600), 20), {
  script: 7_500,
  longest: 100,
});
sayCost('a code fence of 50 kB in 20-char chunks', await stream('markdown-view', 'text', longCode(50_000), 20), {
  script: 3_000,
  longest: 100,
});

const lines = Array.from({ length: 5_000 }, (_, n) => `  const value${n} = compute(${n}, "${n}");`);
const changed = lines.map((line, n) => (n % 100 === 7 ? line.replace('compute', 'measure') : line));
const rewritten = lines.map((line) => line.replace('const', 'let'));
const diff = async (name: string, [a, b]: readonly [string[], string[]], budget: number | null) => {
  const texts = [a.join('\n'), b.join('\n')] as const;
  let waited = 0;
  const cost = await measure(async () => {
    waited = await page.evaluate(([x, y]) => markdownBench.diff(x, y), texts);
    return 1;
  });
  say(`${name}: to the first rows (wall clock)`, waited, budget);
  say(`${name}: longest task`, cost.longest, 100);
};
await diff(
  'the first diff, which starts the worker',
  [
    ['a', 'b'],
    ['a', 'c'],
  ],
  null,
);
await diff('5,000 lines, 1 % changed', [lines, changed], 400);
await diff('5,000 lines, all changed', [lines, rewritten], null);

const output = longOutput(1_000_000);
sayCost('1 MB of terminal output at once', await stream('terminal-output', 'text', output, output.length), {
  script: 1_000,
  longest: 400,
});
sayCost('1 MB of terminal output in 1 kB chunks', await stream('terminal-output', 'text', output, 1_000), {
  script: 5_000,
  longest: 100,
});

await rendering.close();
if (isOver) process.exitCode = 1;
