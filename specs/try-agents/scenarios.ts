import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, ToolEntry } from '../../server/protocol/entries.js';
import { type Conversation, type Turn, toolsIn } from './conversation.js';
import { sentences } from './directives.js';
import type { Trial } from './trial.js';

/** Tries one thing; returns what is worth saying about a success, throws what went wrong. */
export type Scenario = (trial: Trial) => Promise<string>;

/** What is tried with every agent, in this order: each goes on with the session of the one before. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  answer,
  create,
  edit,
  shell,
  'reject edit': rejectEdit,
  'reject shell': rejectShell,
  cancel,
  'cancel asked': cancelAsked,
  load,
  'two at once': twoAtOnce,
  'clean stop': cleanStop,
  'kill -9': killed,
};

async function answer({ talk }: Trial): Promise<string> {
  const turn = await talk.turn(sentences.say('hello big world'));
  expect(turn.text.includes('hello big world'), `answered ${quote(turn.text)}`);
  expect(turn.entries.filter(({ kind }) => kind === 'user').length === 1, 'the prompt is shown more than once');
  return extras(turn.text.replace('hello big world', ''));
}

async function create({ talk, place, agent }: Trial): Promise<string> {
  const path = join(place.folder, 'new.txt');
  const turn = await talk.turn(sentences.write(path, 'fresh'));
  expect(existsSync(path), `no file; ${story(turn)}`);
  expect(readFileSync(path, 'utf8').trim() === 'fresh', `the file holds ${quote(readFileSync(path, 'utf8'))}`);
  return asked(turn, agent.neverAsks) + diffIn(turn);
}

async function edit({ talk, place, agent }: Trial): Promise<string> {
  const path = join(place.folder, 'old.txt');
  writeFileSync(path, 'one\n');
  const turn = await talk.turn(sentences.replace(path, 'one', 'two'));
  expect(readFileSync(path, 'utf8') === 'two\n', `the file is as it was; ${story(turn)}`);
  return asked(turn, agent.neverAsks) + diffIn(turn);
}

async function shell({ talk, place, agent }: Trial): Promise<string> {
  const turn = await talk.turn(sentences.run('echo shown > ran.txt && cat ran.txt'));
  expect(existsSync(join(place.folder, 'ran.txt')), `it did not run; ${story(turn)}`);
  return asked(turn, agent.neverAsks) + outputIn(turn, 'shown');
}

async function rejectEdit({ talk, place, agent }: Trial): Promise<string> {
  if (agent.neverAsks) return 'never asks';
  const turn = await talk.turn(sentences.write(join(place.folder, 'refused.txt'), 'no'), 'reject');
  expect(!existsSync(join(place.folder, 'refused.txt')), 'the file was written all the same');
  return rejected(turn);
}

async function rejectShell({ talk, place, agent }: Trial): Promise<string> {
  if (agent.neverAsks) return 'never asks';
  const turn = await talk.turn(sentences.run('touch refused-too.txt'), 'reject');
  expect(!existsSync(join(place.folder, 'refused-too.txt')), 'the command ran all the same');
  return rejected(turn);
}

async function cancel({ talk }: Trial): Promise<string> {
  const running = talk.turn(sentences.count(400, 'tick'));
  await talk.tab.until(() => talk.lastTurn.text.includes('tick-3'));
  await talk.cancel();
  const turn = await running;
  expect(hasMark(turn, 'cancelled'), `no mark of the stop; ${story(turn)}`);
  const next = await talk.turn(sentences.say('still here'));
  expect(next.text.includes('still here'), `the next prompt failed; ${story(next)}`);
  return extras(next.text.replace('still here', ''));
}

async function cancelAsked({ talk, place, agent }: Trial): Promise<string> {
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

async function load(trial: Trial): Promise<string> {
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

async function twoAtOnce(trial: Trial): Promise<string> {
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

async function cleanStop(trial: Trial): Promise<string> {
  const { alive, left } = await trial.stop();
  expect(left.length === 0, `${left.length} of ${alive} processes left: ${left.join(' | ')}`);
  return `${alive} processes, 0 left`;
}

async function killed(trial: Trial): Promise<string> {
  await trial.restart();
  void trial.talk.turn(sentences.count(400, 'tock')).catch(() => {});
  await seen(trial.talk, 'tock-2 ');
  const { alive, left } = await trial.stop('SIGKILL');
  expect(left.length === 0, `${left.length} of ${alive} processes left: ${left.join(' | ')}`);
  return `${alive} processes, 0 left`;
}

function seen(talk: Conversation, text: string): Promise<void> {
  return talk.tab.until(() => talk.lastTurn.text.includes(text));
}

/** Whether a person was asked before it happened; not to ask is worth a word, for the agents that should. */
function asked(turn: Turn, neverAsks: true | undefined): string {
  const unfinished = toolsIn(turn.entries).filter(({ status }) => status !== 'completed');
  expect(unfinished.length === 0, `a call is ${unfinished[0]?.status}; ${story(turn)}`);
  if (neverAsks) return 'unasked';
  expect(turn.permissions.length > 0, `it did not ask; ${story(turn)}`);
  return '';
}

function rejected(turn: Turn): string {
  expect(turn.permissions.length > 0, `it did not ask; ${story(turn)}`);
  return closed(turn);
}

/** No call may look as if it still ran when the turn is over. */
function closed(turn: Turn): string {
  const statuses = toolsIn(turn.entries).map(({ status }) => status);
  const open = statuses.filter((status) => status === 'pending' || status === 'in_progress' || status === 'completed');
  expect(open.length === 0, `a call is ${open[0]}; ${story(turn)}`);
  return statuses.at(-1) ?? 'no call';
}

/** Where a person sees what changed: on the call, only in the question, or nowhere. */
function diffIn(turn: Turn): string {
  const hasDiff = (content: ToolEntry['content'] | null | undefined) =>
    content?.some(({ type }) => type === 'diff') ?? false;
  if (toolsIn(turn.entries).some(({ content }) => hasDiff(content))) return '';
  return turn.permissions.some(({ toolCall }) => hasDiff(toolCall.content))
    ? ', diff in the question only'
    : ', no diff';
}

function hasMark(turn: Turn, mark: string): boolean {
  return turn.entries.some((entry) => entry.kind === 'mark' && entry.mark === mark);
}

/** Where a person sees what a command printed: in a terminal or on the call, only in the raw result, or nowhere. */
function outputIn(turn: Turn, text: string): string {
  const tools = toolsIn(turn.entries);
  const isShown = turn.entries.some((entry) => entry.kind === 'terminal' && entry.output.includes(text));
  if (isShown || tools.some(({ content }) => JSON.stringify(content).includes(text))) return '';
  const isRaw = tools.some(({ rawOutput }) => JSON.stringify(rawOutput).includes(text));
  return isRaw ? ', output in the raw result only' : ', no output';
}

function expectSame(before: readonly Entry[], after: readonly Entry[]): void {
  const at = before.findIndex((entry, i) => JSON.stringify(entry) !== JSON.stringify(after[i]));
  expect(at < 0, `entry ${at} changed: ${JSON.stringify(before[at])} is now ${JSON.stringify(after[at])}`);
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** One line on what a turn showed, for the table. */
function story(turn: Turn): string {
  return turn.entries
    .map((entry) => wordsOf(entry))
    .join(' / ')
    .slice(0, 600);
}

function wordsOf(entry: Entry): string {
  switch (entry.kind) {
    case 'tool':
      return `tool ${quote(entry.title)} ${entry.status} ${JSON.stringify(entry.rawOutput ?? entry.content).slice(0, 160)}`;
    case 'mark':
      return `mark ${quote(entry.text)}`;
    case 'notice':
      return `notice ${quote(entry.title)}`;
    case 'error':
      return `error ${quote(entry.message)}`;
    case 'agent':
    case 'thought':
    case 'user':
      return `${entry.kind} ${quote(entry.content.map((block) => (block.type === 'text' ? block.text : '…')).join(''))}`;
    default:
      return entry.kind;
  }
}

function extras(text: string): string {
  return text.trim() === '' ? '' : `also says ${quote(text.trim())}`;
}

function quote(text: string): string {
  return `"${text.replace(/\s+/g, ' ').slice(0, 120)}"`;
}
