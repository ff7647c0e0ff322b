import type { Scene, Stage } from '../stage/stage.js';

/** Thoughts first, then the answer. */
export const thinkScene: Scene = {
  name: 'think',
  keyword: /\bthink/i,
  description: 'Think aloud before answering',
  async play(stage: Stage) {
    await stage.think(
      'The person wants to see me think. I have no model, so I cannot really think. ' +
        'But I can show how thoughts look: they come first, they are quieter than the answer, and they can be folded away.',
    );
    await stage.pause(300);
    await stage.say('I have thought about it: **thoughts look like the lines above.** This is still only a demo.\n');
  },
};
