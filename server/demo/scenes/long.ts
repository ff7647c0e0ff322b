import { randomUUID } from 'node:crypto';
import type { Scene, Stage } from '../stage/stage.js';

const MOST_PARTS = 1_000_000;
/** Even a fast stream looks up now and then, or it could not be stopped. */
const PARTS_PER_BREATH = 50;

/** A stream of numbered parts, e.g. "long 2000" or "long 50000 fast"; each part carries its mark. */
export const longScene: Scene = {
  name: 'long',
  keyword: /\blong\b/i,
  description: 'A long answer; add a number of parts, and "fast"',
  async play(stage: Stage) {
    const count = Math.min(Number(/\d+/.exec(stage.text)?.[0] ?? 300), MOST_PARTS);
    const isFast = /\bfast\b/i.test(stage.text);
    const messageId = randomUUID();
    for (let n = 1; n <= count; n++) {
      const content = { type: 'text' as const, text: partOf(n) };
      await stage.update({ sessionUpdate: 'agent_message_chunk', messageId, content });
      if (!isFast) await stage.pause(12);
      else if (n % PARTS_PER_BREATH === 0) await stage.pause(0);
    }
  },
};

function partOf(n: number): string {
  const end = n % 10 === 0 ? '\n\n' : ' ';
  return `⟦${n}⟧ part ${n}${end}`;
}
