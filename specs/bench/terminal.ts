import { DrawingPage } from './drawing-page.rig.js';
import type { Bench } from './figure.js';
import { longOutput } from './long-texts.rig.js';

/** What a megabyte of coloured output costs the page, at once and as it comes. */
export const measure: Bench = (reference) =>
  DrawingPage.use(async (drawing) => {
    const output = longOutput(1_000_000);
    const whole = await drawing.stream('terminal-output', output, output.length);
    reference.sample(2);
    const streamed = await drawing.stream('terminal-output', output, 1_000);
    return {
      terminal: whole.longest,
      'terminal-stream': streamed.script,
      'terminal-stream-task': streamed.longest,
    };
  });
