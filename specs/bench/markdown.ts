import { DrawingPage } from './drawing-page.rig.js';
import type { Bench } from './figure.js';
import { longCode, longDocument, longList } from './long-texts.rig.js';
import { costOf } from './page-cost.rig.js';

const DOCUMENT_CHARS = 200_000;
const CHUNK_CHARS = 20;
const REDRAWINGS = 20;

/** What streamed Markdown costs the page, and what a page without a plan would pay. */
export const measure: Bench = (reference) =>
  DrawingPage.use(async (drawing) => {
    const text = longDocument(DOCUMENT_CHARS);
    const streamed = await drawing.stream('markdown-view', text, CHUNK_CHARS);
    reference.sample();
    const whole = await costOf(drawing.page, () =>
      drawing.page.evaluate(([all, times]) => globalThis.drawing.redraw(all, times), [text, REDRAWINGS] as const),
    );
    const list = await drawing.stream('markdown-view', longList(600), CHUNK_CHARS);
    reference.sample();
    const code = await drawing.stream('markdown-view', longCode(50_000), CHUNK_CHARS);
    const perUpdate = (streamed.script + streamed.layout) / (DOCUMENT_CHARS / CHUNK_CHARS);
    return {
      UX5: streamed.script,
      'UX5-task': streamed.longest,
      list: list.script,
      'list-task': list.longest,
      code: code.script,
      'code-task': code.longest,
      redraw: perUpdate / ((whole.script + whole.layout) / REDRAWINGS),
    };
  });
