import { RequestError } from '@agentclientprotocol/sdk';
import type { Scene, Stage } from '../stage/stage.js';

/** The turn fails, the session goes on. */
export const errorScene: Scene = {
  name: 'error',
  keyword: /\b(error|fail)\b/i,
  description: 'Fail with an error',
  isRough: true,
  async play(stage: Stage) {
    await stage.say('I begin to answer, and then\n');
    throw new RequestError(-32603, 'The demo model is overloaded. This error is part of the demo.');
  },
};
