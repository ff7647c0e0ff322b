import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asked, closed, diffIn, expect, outputIn, rejected } from './checks.js';
import { sentences } from './directives.js';
import type { Trial } from './trial.js';
import { quote, story } from './turn-story.js';

export async function create({ talk, place, agent }: Trial): Promise<string> {
  const path = join(place.folder, 'new.txt');
  const turn = await talk.turn(sentences.write(path, 'fresh'));
  expect(existsSync(path), `no file; ${story(turn)}`);
  expect(readFileSync(path, 'utf8').trim() === 'fresh', `the file holds ${quote(readFileSync(path, 'utf8'))}`);
  return asked(turn, agent.neverAsks) + diffIn(turn);
}

export async function edit({ talk, place, agent }: Trial): Promise<string> {
  const path = join(place.folder, 'old.txt');
  writeFileSync(path, 'one\n');
  const turn = await talk.turn(sentences.replace(path, 'one', 'two'));
  expect(readFileSync(path, 'utf8') === 'two\n', `the file is as it was; ${story(turn)}`);
  return asked(turn, agent.neverAsks) + diffIn(turn);
}

export async function shell({ talk, place, agent }: Trial): Promise<string> {
  const turn = await talk.turn(sentences.run('echo shown > ran.txt && cat ran.txt'));
  expect(existsSync(join(place.folder, 'ran.txt')), `it did not run; ${story(turn)}`);
  return asked(turn, agent.neverAsks) + outputIn(turn, 'shown');
}

export async function rejectEdit({ talk, place, agent }: Trial): Promise<string> {
  if (agent.neverAsks) return 'never asks';
  const turn = await talk.turn(sentences.write(join(place.folder, 'refused.txt'), 'no'), 'reject');
  expect(!existsSync(join(place.folder, 'refused.txt')), 'the file was written all the same');
  return rejected(turn);
}

export async function rejectShell({ talk, place, agent }: Trial): Promise<string> {
  if (agent.neverAsks) return 'never asks';
  const turn = await talk.turn(sentences.run('touch refused-too.txt'), 'reject');
  expect(!existsSync(join(place.folder, 'refused-too.txt')), 'the command ran all the same');
  return rejected(turn);
}

export async function cancelAsked({ talk, place, agent }: Trial): Promise<string> {
  if (agent.neverAsks) return 'never asks';
  const running = talk.turn(sentences.run('touch unanswered.txt'), 'leave');
  await talk.tab.until(() => talk.transcript.pending.length > 0);
  await talk.cancel();
  const turn = await running;
  expect(!existsSync(join(place.folder, 'unanswered.txt')), 'the command ran without an answer');
  expect(
    turn.permissions.every(({ outcome }) => outcome.status === 'voided'),
    'the question is not voided',
  );
  return closed(turn);
}
