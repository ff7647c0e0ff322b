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
