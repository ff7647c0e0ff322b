import type { Scene, Stage } from '../stage/stage.js';

/** The whole process ends in the middle of a sentence. */
export const crashScene: Scene = {
  name: 'crash',
  keyword: /\bcrash\b/i,
  description: 'Crash in the middle of an answer',
  isRough: true,
  async play(stage: Stage) {
    await stage.say('This process will crash now, in the middle of a');
    stage.save();
    process.stderr.write('demo-agent: fatal: crashed on request, as part of the demo\n');
    process.stderr.write('    at crashScene (a made-up stack)\n');
    process.exit(1);
  },
};
