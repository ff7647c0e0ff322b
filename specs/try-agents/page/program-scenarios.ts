import { runProgram } from '../../rigs/program.rig.js';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';

const NAME = 'night.txt';

/** `acdeck ask` names the file that the agent asks about. */
export async function askNamesFile(page: PageTrial): Promise<string> {
  if (page.agent.neverAsks) return 'never asks';
  const prompt = sentences.write(page.path(NAME), 'dark');
  const program = await runProgram(page.trial.place, ['ask', prompt, '--on-ask', 'reject']);
  const code = await program.ended;
  const said = `${program.noted()}${program.said()}`;
  expect(!page.has(NAME), 'the file was written all the same');
  const denied = said.split('\n').filter((line) => /denied/i.test(line));
  expect(denied.length > 0, `nothing says that it was denied, exit ${code}: ${quote(said)}`);
  expect(
    denied.some((line) => line.includes(NAME)),
    `the file is not named: ${quote(denied.join(' '))}`,
  );
  return quote(denied.join(' '));
}
