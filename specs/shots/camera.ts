import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The sizes of screens that we look at. */
export const SCREENS = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 834, height: 1112 },
  phone: { width: 390, height: 844 },
} as const;

export type Screen = keyof typeof SCREENS;

/** Takes pictures of what there is now, under that name. */
export type Show = (name: string, screens?: readonly Screen[]) => Promise<void>;

/** Takes pictures of a page in every size, light and dark. */
export class Camera {
  readonly #folder: string;
  #taken = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get taken(): number {
    return this.#taken;
  }

  /** The page is a desktop's again afterwards. */
  async shoot(page: Page, name: string, screens: readonly Screen[] = ['desktop', 'tablet', 'phone']): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const screen of screens) {
      await page.setViewportSize(SCREENS[screen]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await settle(page);
        await page.evaluate(steady);
        await page.screenshot({ path: join(this.#folder, `${name}.${screen}.${colorScheme}.png`) });
        this.#taken += 1;
      }
    }
    await page.setViewportSize(SCREENS.desktop);
    await settle(page);
  }
}

/** A few frames: sizes are measured in one, and what follows from them is drawn in the next. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let n = 0; n < 4; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Runs in the page: times, ports and random names read the same in every run, so that pictures of two versions can be compared. */
function steady(): void {
  const changing: readonly (readonly [RegExp, string])[] = [
    [/\/tmp\/acdeck-test-\w+/g, '/home/you'],
    [/project-\w{6}/g, 'project'],
    [/127\.0\.0\.1:\d+/g, '127.0.0.1:4870'],
    [/\d+ min \d+ s\b/g, '1 min 1 s'],
    [/\b\d+(?:\.\d+)? (?:ms|s)\b/g, '1 s'],
    [/\b\d{1,2}:\d\d(?:\s[AP]M)?/g, '12:00'],
    [/\b(?:now|\d+ min)$/g, 'now'],
  ];
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      const text = changing.reduce((words, [pattern, word]) => words.replace(pattern, word), node.data);
      if (text !== node.data) node.data = text;
    }
    if (node instanceof Element && node.shadowRoot) visit(node.shadowRoot);
    for (const child of node.childNodes) visit(child);
  };
  visit(document.body);
}
