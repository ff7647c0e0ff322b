import type { Scene, Stage } from '../stage/stage.js';

/** Never answers and does not hear a stop; only ending the process helps. */
export const hangScene: Scene = {
  name: 'hang',
  keyword: /\bhang\b/i,
  description: 'Hang and ignore Stop',
  isRough: true,
  async play(stage: Stage) {
    // A stop in the middle of the sentence is not heard either.
    await stage.say('From here on I do not react, not even to Stop. Use Force stop.\n').catch(() => {});
    await new Promise(() => {});
  },
};
