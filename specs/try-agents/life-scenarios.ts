import { expect, expectSame, hasMark, seen } from './checks.js';
import { sentences } from './directives.js';
import type { Trial } from './trial.js';
import { extras, quote, story, wordsOf } from './turn-story.js';

export async function cancel({ talk }: Trial): Promise<string> {
  const running = talk.turn(sentences.count(400, 'tick'));
  await talk.tab.until(() => talk.lastTurn.text.includes('tick-3'));
  await talk.cancel();
  const turn = await running;
  expect(hasMark(turn, 'cancelled'), `no mark of the stop; ${story(turn)}`);
  const next = await talk.turn(sentences.say('still here'));
  expect(next.text.includes('still here'), `the next prompt failed; ${story(next)}`);
  return extras(next.text.replace('still here', ''));
}

export async function load(trial: Trial): Promise<string> {
  await trial.talk.turn(sentences.remember('kiwi'));
  const before = trial.talk.entries;
  await trial.restart();
  const { talk } = trial;
  expectSame(before, talk.entries.slice(0, before.length));
  const turn = await talk.turn(sentences.recall());
  const added = talk.entries.slice(before.length);
  const said = [...turn.entries, ...added].filter(({ kind }) => kind === 'notice' || kind === 'mark');
  const isKept = turn.text.includes('The word was kiwi');
  expect(isKept || talk.transcript.memory === 'lost', `forgot without a word; ${story(turn)}`);
  expect(added.filter(({ kind }) => kind === 'user').length === 1, 'old prompts are shown again');
  expect(turn.text.match(/The word was|I know of no word/g)?.length === 1, `repeated itself: ${quote(turn.text)}`);
  return (isKept ? 'remembers' : 'forgot, and says so') + said.map((entry) => `, ${wordsOf(entry)}`).join('');
}

/** The agent's process is killed in the middle of a turn; the person goes on without doing anything. */
export async function agentDies(trial: Trial): Promise<string> {
  const { talk } = trial;
  const running = talk.turn(sentences.count(400, 'tack'));
  await seen(talk, 'tack-3');
  trial.killAgent();
  const turn = await running;
  expect(turn.text.includes('tack-3'), `what it had said is gone; ${story(turn)}`);
  expect(
    turn.entries.some(({ kind }) => kind === 'error' || kind === 'mark'),
    `nothing says so; ${story(turn)}`,
  );
  const next = await talk.turn(sentences.recall());
  // It may have forgotten earlier, and have said so then.
  const isTold = talk.entries.some((entry) => entry.kind === 'notice' && entry.notice.code === 'started_over');
  expect(next.text.includes('The word was kiwi') || isTold, `forgot without a word; ${story(next)}`);
  return next.text.includes('kiwi') ? 'remembers' : 'forgot, and says so';
}

export async function cleanStop(trial: Trial): Promise<string> {
  const { alive, left } = await trial.stop();
  expect(left.length === 0, `${left.length} of ${alive} processes left: ${left.join(' | ')}`);
  return `${alive} processes, 0 left`;
}

export async function killed(trial: Trial): Promise<string> {
  await trial.restart();
  void trial.talk.turn(sentences.count(400, 'tock')).catch(() => {});
  await seen(trial.talk, 'tock-2 ');
  const { alive, left } = await trial.stop('SIGKILL');
  expect(left.length === 0, `${left.length} of ${alive} processes left: ${left.join(' | ')}`);
  return `${alive} processes, 0 left`;
}
