import type { Page } from 'playwright-core';

/**
 * Runs in the page: when an element was first painted, or was no more, on the clock that all processes share. A path
 * leads through shadow roots: `prompt-composer >>> textarea`; of several, with commas between them, the first that is there counts.
 */
export async function paintedAt({ path, isGone = false }: { path: string; isGone?: boolean }): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const follow = (steps: string[]) =>
    steps.reduce<Element | null>(
      (found, step, n) => (n === 0 ? document : (found?.shadowRoot ?? found))?.querySelector(step) ?? null,
      null,
    );
  const find = () => path.split(', ').reduce<Element | null>((found, one) => found ?? follow(one.split(' >>> ')), null);
  const giveUpAt = performance.now() + 20_000;
  while ((find() === null) !== isGone) {
    if (performance.now() > giveUpAt) throw new Error(`${path} is ${isGone ? 'still there' : 'not there'} after 20 s.`);
    await frame();
  }
  // What this frame draws is on the screen when the next one begins.
  await frame();
  return performance.timeOrigin + performance.now();
}

/** Runs in the page: when these words were first painted in a part of it. */
export async function wordsPaintedAt({ path, words }: { path: string; words: string }): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const giveUpAt = performance.now() + 20_000;
  while (!document.querySelector(path)?.textContent?.includes(words)) {
    if (performance.now() > giveUpAt) throw new Error(`${path} does not say “${words}” after 20 s.`);
    await frame();
  }
  await frame();
  return performance.timeOrigin + performance.now();
}

/** Runs in the page before its own scripts: the fields that there are at a path. It is written as above. */
export function provideFields(): void {
  const follow = (steps: string[]) =>
    steps.reduce<Element | null>(
      (found, step, n) => (n === 0 ? document : (found?.shadowRoot ?? found))?.querySelector(step) ?? null,
      null,
    );
  globalThis.fieldsAt = (path) =>
    path.split(', ').flatMap((one) => (follow(one.split(' >>> ')) as HTMLTextAreaElement | null) ?? []);
}

/** Runs in the page: when a field that somebody types in showed something. */
export async function letterPaintedAt(path: string): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (!globalThis.fieldsAt(path).some(({ value }) => value)) await frame();
  await frame();
  return performance.timeOrigin + performance.now();
}

/** Runs in the page: where somebody points to write in its field; null if what they type gets there anyhow. */
export function placeToPress(path: string): { x: number; y: number } | null {
  const [field] = globalThis.fieldsAt(path);
  if (!field) throw new Error(`${path} is not there.`);
  if (field.matches(':focus')) return null;
  const { x, y, width, height } = field.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
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
  var fieldsAt: (path: string) => HTMLTextAreaElement[];
}
