import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import { expect, seen } from './checks.js';
import { sentences } from './directives.js';
import type { Trial } from './trial.js';
import { extras, quote, story } from './turn-story.js';

export async function answer({ talk }: Trial): Promise<string> {
  const turn = await talk.turn(sentences.say('hello big world'));
  expect(turn.text.includes('hello big world'), `answered ${quote(turn.text)}`);
  expect(turn.entries.filter(({ kind }) => kind === 'user').length === 1, 'the prompt is shown more than once');
  return extras(turn.text.replace('hello big world', ''));
}

export async function twoAtOnce(trial: Trial): Promise<string> {
  const other = await trial.secondSession();
  const { talk } = trial;
  const [one, two] = [talk.turn(sentences.count(25, 'red')), other.turn(sentences.count(25, 'blue'))];
  await Promise.all([seen(talk, 'red-2 '), seen(other, 'blue-2 ')]);
  const isTogether = !talk.isIdle && !other.isIdle;
  const [red, blue] = await Promise.all([one, two]);
  expect(red.text.includes('red-25') && blue.text.includes('blue-25'), 'one of them is not whole');
  expect(!/blue-/.test(red.text) && !/red-/.test(blue.text), 'they are mixed up');
  return isTogether ? '' : 'one after the other';
}

/** A picture of one pixel, which a model that takes pictures must at least get. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export async function image({ talk, agentId, asked }: Trial): Promise<string> {
  const { app } = await talk.tab.api.AcpBridge.get_current_state();
  if (!app.agents.find(({ id }) => id === agentId)?.prompt.image) return 'takes no images';
  const before = asked.length;
  const picture = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;
  const turn = await talk.turn(sentences.say('seen'), 'allow', [picture]);
  expect(turn.text.includes('seen'), story(turn));
  const isSent = asked.slice(before).some(({ request }) => (request?.images ?? 0) > 0);
  return isSent ? '' : 'the model got no image';
}

export async function modelError({ talk }: Trial): Promise<string> {
  const turn = await talk.turn(sentences.fail());
  const shown = turn.entries.filter(({ kind }) => kind !== 'user');
  expect(shown.length > 0, 'nothing is shown');
  const next = await talk.turn(sentences.say('well again'));
  expect(next.text.includes('well again'), `the next prompt failed; ${story(next)}`);
  return story({ ...turn, entries: shown }).slice(0, 160);
}

/** Changes the mode and back, by whichever way the agent offers. */
export async function mode({ talk }: Trial): Promise<string> {
  const { modes } = talk.transcript;
  const other = modes?.availableModes.find(({ id }) => id !== modes.currentModeId);
  if (!modes || !other) return 'has no modes';
  for (const id of [other.id, modes.currentModeId]) {
    await talk.tab.api.AcpBridge.set_mode(crypto.randomUUID(), talk.sessionId, id);
    await talk.tab.until(() => talk.transcript.modes?.currentModeId === id);
  }
  return `${modes.availableModes.length} modes`;
}

/** Sets the first option that has a choice, and sets it back. Where the model comes from is none of them. */
export async function option({ talk }: Trial): Promise<string> {
  const choice = talk.transcript.options
    .filter(({ id }) => !/provider|model/.test(id))
    .map(choiceOf)
    .find((one) => one !== null);
  if (!choice) return 'has no options with a choice';
  const isNow = (value: unknown) =>
    talk.transcript.options.some((one) => one.id === choice.id && one.currentValue === value);
  for (const value of [choice.other, choice.current]) {
    await talk.tab.api.AcpBridge.set_option(crypto.randomUUID(), talk.sessionId, choice.id, value);
    await talk.tab.until(() => isNow(value));
  }
  return `${choice.id}, one of ${talk.transcript.options.length}`;
}

interface Choice {
  id: string;
  current: string | boolean;
  other: string | boolean;
}

function choiceOf(option: SessionConfigOption): Choice | null {
  const { id, currentValue: current } = option;
  if (option.type === 'boolean') return { id, current, other: !current };
  const values = option.options
    .flatMap((entry) => ('options' in entry ? entry.options : [entry]))
    .map(({ value }) => value);
  const other = values.find((value) => value !== current);
  return other === undefined ? null : { id, current, other };
}
