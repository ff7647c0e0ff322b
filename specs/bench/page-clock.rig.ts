import type { Page } from 'playwright-core';

/**
 * Runs in the page: when an element was first painted, or was no more, on the clock that all processes share. A path
 * leads through shadow roots: `prompt-composer >>> textarea`.
 */
export async function paintedAt({ path, isGone = false }: { path: string; isGone?: boolean }): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const find = () => {
    let root: ParentNode | null = document;
    let found: Element | null = null;
    for (const step of path.split(' >>> ')) {
      found = root?.querySelector(step) ?? null;
      root = found?.shadowRoot ?? found;
    }
    return found;
  };
  const giveUpAt = performance.now() + 20_000;
  while ((find() === null) !== isGone) {
    if (performance.now() > giveUpAt) throw new Error(`${path} is ${isGone ? 'still there' : 'not there'} after 20 s.`);
    await frame();
  }
  // What this frame draws is on the screen when the next one begins.
  await frame();
  return performance.timeOrigin + performance.now();
}

/**
 * What a person does, and when they did it on the clock that all processes share. The page listens before it is done:
 * events of a person overtake whatever else the page is asked.
 */
export async function timeOf(page: Page, name: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate((type) => {
    addEventListener(
      type,
      ({ timeStamp }) => {
        globalThis.happenedAt = performance.timeOrigin + timeStamp;
      },
      { capture: true, once: true },
    );
  }, name);
  await act();
  return await page.evaluate(() => globalThis.happenedAt);
}

declare global {
  var happenedAt: number;
}
