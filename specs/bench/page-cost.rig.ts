import type { Page } from 'playwright-core';

/** Milliseconds of the main thread's own time: other work on the machine does not count. */
export interface Cost {
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

/** What `work` costs the page's main thread. */
export async function costOf(page: Page, work: () => Promise<unknown>): Promise<Cost> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', '__metadata'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const own = mainThreadOf(trace.traceEvents);
  const sum = (events: TraceEvent[]) => events.reduce((ms, { tdur = 0 }) => ms + tdur / 1000, 0);
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const of = (names: ReadonlySet<string>) => sum(own.filter(({ name }) => names.has(name)));
  const longest = tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
  return { script: of(SCRIPT), layout: of(LAYOUT), longest };
}

/** The events of the renderer thread that did most. */
function mainThreadOf(events: readonly TraceEvent[]): TraceEvent[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = mains.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  return threads.sort((a, b) => b.length - a.length)[0] ?? [];
}
