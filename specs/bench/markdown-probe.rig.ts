/** Work for the benchmark, done inside the page. */
export interface MarkdownBench {
  /** Streams `text` into one element in chunks; gives how many updates that took. */
  stream(element: string, field: string, text: string, chunk: number): Promise<number>;
  /** Draws `text` anew as a whole, `times` times, each a little longer: what a page without a plan does. */
  redraw(text: string, times: number): Promise<number>;
  /** From the texts to the first rows on screen, in milliseconds. */
  diff(oldText: string, newText: string): Promise<number>;
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
async function stream(name: string, field: string, text: string, chunk: number): Promise<number> {
  const element = put(name, { streaming: true, live: true });
  let updates = 0;
  for (let end = chunk; end < text.length + chunk; end += chunk) {
    Object.assign(element, { [field]: text.slice(0, end) });
    await element.updateComplete;
    updates += 1;
    if (updates % 5 === 0) await frame();
  }
  Object.assign(element, { streaming: false, live: false });
  await element.updateComplete;
  await frame();
  return updates;
}

async function redraw(text: string, times: number): Promise<number> {
  const element = put('markdown-view', {});
  for (let n = times; n > 0; n -= 1) {
    // A new element each time: nothing of what was drawn before helps.
    const fresh = Object.assign(document.createElement('markdown-view'), {
      text: text.slice(0, text.length - n * 20),
    }) as Drawn;
    stage().replaceChildren(fresh);
    await fresh.updateComplete;
    if (n % 5 === 0) await frame();
  }
  element.remove();
  return times;
}

async function diff(oldText: string, newText: string): Promise<number> {
  const started = performance.now();
  put('diff-view', { path: 'src/a.ts', oldText, newText });
  while (!document.querySelector('.diff-row')) await frame();
  return performance.now() - started;
}

declare global {
  var markdownBench: MarkdownBench;
}

globalThis.markdownBench = { stream, redraw, diff };
