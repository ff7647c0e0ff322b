import { RenderingPage } from '../e2e/rendering-page.rig.js';
import { type Cost, costOf } from './page-cost.rig.js';

/** The elements that draw long texts, in a real page, and what drawing costs it. */
export class DrawingPage {
  readonly #rendering: RenderingPage;

  private constructor(rendering: RenderingPage) {
    this.#rendering = rendering;
  }

  /** Opens it for as long as `use` takes. */
  static async use<T>(use: (drawing: DrawingPage) => Promise<T>): Promise<T> {
    const rendering = await RenderingPage.open('specs/bench/drawing-probe.rig.ts');
    try {
      return await use(new DrawingPage(rendering));
    } finally {
      await rendering.close();
    }
  }

  get page(): RenderingPage['page'] {
    return this.#rendering.page;
  }

  /** What it costs to stream a text into an element. */
  stream(element: string, text: string, chunk: number): Promise<Cost> {
    const wish = [element, text, chunk] as const;
    return costOf(this.page, () => this.page.evaluate((asked) => drawing.stream(...asked), wish));
  }
}
