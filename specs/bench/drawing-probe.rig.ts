/** Work for the benchmarks, done inside the page. */
export interface Drawing {
  /** Streams `text` into one element in chunks. */
  stream(element: string, text: string, chunk: number): Promise<void>;
  /** Draws `text` anew as a whole, `times` times, each a little longer: what a page without a plan does. */
  redraw(text: string, times: number): Promise<void>;
  /** Shows how a file changes; tells what came of it. */
  diff(oldText: string, newText: string): Promise<DrawnDiff>;
}

/** A diff as it was drawn. */
export interface DrawnDiff {
  /** From the texts to the first rows on screen, in milliseconds. */
  waited: number;
  rows: number;
  /** Changed rows in which no word is marked. */
  unmarked: number;
}

type Drawn = HTMLElement & { updateComplete: Promise<unknown> };

const stage = () => document.querySelector('#stage')!;
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function put(name: string, fields: object): Drawn {
  const element = Object.assign(document.createElement(name), fields) as Drawn;
  stage().replaceChildren(element);
  return element;
}

/** Text of one tick arrives as one update, and a frame is drawn after every few. */
async function stream(name: string, text: string, chunk: number): Promise<void> {
  const element = put(name, { streaming: true, live: true });
  let updates = 0;
  for (let end = chunk; end < text.length + chunk; end += chunk) {
    Object.assign(element, { text: text.slice(0, end) });
    await element.updateComplete;
    updates += 1;
    if (updates % 5 === 0) await frame();
  }
  Object.assign(element, { streaming: false, live: false });
  await element.updateComplete;
  await frame();
}

async function redraw(text: string, times: number): Promise<void> {
  for (let n = times; n > 0; n -= 1) {
    // A new element each time: nothing of what was drawn before helps.
    await put('markdown-view', { text: text.slice(0, text.length - n * 20) }).updateComplete;
    if (n % 5 === 0) await frame();
  }
}

async function diff(oldText: string, newText: string): Promise<DrawnDiff> {
  const started = performance.now();
  const element = put('diff-view', { path: 'src/a.ts', oldText, newText });
  while (!element.querySelector('.diff-row')) await frame();
  const waited = performance.now() - started;
  const changed = [...element.querySelectorAll('.diff-row:has(.removed, .added)')];
  return {
    waited,
    rows: element.querySelectorAll('.diff-row').length,
    unmarked: changed.filter((row) => !row.querySelector('.diff-word')).length,
  };
}

declare global {
  var drawing: Drawing;
}

globalThis.drawing = { stream, redraw, diff };
