import type { PlanEntry } from '@agentclientprotocol/sdk';
import type { Scene, Stage } from '../stage/stage.js';

const STEPS = ['Read what is there', 'Think of a change', 'Make the change', 'Check that it works'];

/** A plan whose steps are done one after the other. */
export const planScene: Scene = {
  name: 'plan',
  keyword: /\bplan\b/i,
  description: 'Work through a plan',
  async play(stage: Stage) {
    await stage.say('Here is my plan.\n');
    for (let done = 0; done <= STEPS.length; done++) {
      await stage.update({ sessionUpdate: 'plan', entries: STEPS.map((content, n) => stepAt(content, n, done)) });
      await stage.pause(500);
    }
    await stage.say('\nAll steps are done. (It was only for show: nothing was changed.)\n');
  },
};

function stepAt(content: string, n: number, done: number): PlanEntry {
  const status = n < done ? 'completed' : n === done ? 'in_progress' : 'pending';
  return { content, priority: n === 2 ? 'high' : 'medium', status };
}
