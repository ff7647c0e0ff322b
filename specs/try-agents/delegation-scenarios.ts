import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DelegationEntry, Entry } from '../../server/protocol/transcript/entries.js';
import { ROOT } from '../project-root.js';
import { expect } from './checks.js';
import { type Turn, toolsIn } from './conversation.js';
import { sentences } from './directives.js';
import type { Scenario } from './scenarios.js';
import type { Trial } from './trial.js';
import type { TryPlace } from './try-place.js';
import { quote, story } from './turn-story.js';
import { messageIn, readTrace } from './wire-trace.js';

/** The other agent: our demo agent as somebody would add one, so that it takes tasks of anybody. */
export const HELPER = 'helper';
const NAME = 'kid';
/** So long that an agent has to come back for the answer. */
export const LONG_TASK = 'Write a long answer of 4500 parts.';

/** What is tried with every agent once another one is there to work for it, in this order. */
export const DELEGATION_SCENARIOS: Readonly<Record<string, Scenario>> = {
  delegate,
  'follow up': followUp,
  'long task': longTask,
  'task after kill -9': afterKill,
  'works for another': worksForAnother,
  'ends clean': endsClean,
};

/** A place in which tasks can be given. */
export function withHelper(place: TryPlace): { place: TryPlace; args: string[] } {
  const file = join(place.root, 'delegation.yaml');
  const command = JSON.stringify([process.execPath, join(ROOT, 'dist/server/demo/demo-agent.js')]);
  const env = JSON.stringify({ ACDECK_DEMO_DIR: join(place.root, 'helper') });
  writeFileSync(file, `delegation: ask\nagents:\n  ${HELPER}:\n    command: ${command}\n    env: ${env}\n`);
  return { place, args: ['--config', file] };
}

async function delegate(trial: Trial): Promise<string> {
  // Some agents connect to servers while they answer for the first time.
  await trial.talk.turn(sentences.say('ready'));
  if (trial.agent.takesNoTools) return offeredNone(trial);
  const turn = await trial.talk.turn(sentences.delegate('What can you do?', NAME));
  const task = taskIn(turn);
  expect(turn.text.includes('built-in demo agent'), `it did not get the answer; ${story(turn)}`);
  const card = toolsIn(turn.entries).find(({ toolCallId }) => toolCallId === task.toolCallId);
  expect(task.embedded && card !== undefined, `the task hangs on no call of its own; ${story(turn)}`);
  return `${askers(turn)}, on “${card?.title}”`;
}

async function followUp(trial: Trial): Promise<string> {
  if (trial.agent.takesNoTools) return 'takes no tools';
  return goesOn(trial, await trial.talk.turn(sentences.delegate('Think about it before you answer.', NAME)), 2);
}

/** It takes longer than any tool waits, and longer than two agents wait for a tool. */
async function longTask(trial: Trial): Promise<string> {
  if (trial.agent.takesNoTools) return 'takes no tools';
  const turn = await trial.talk.turn(sentences.delegate(LONG_TASK, 'slow'));
  const task = taskIn(turn);
  expect(/⟦4500⟧|slow: done/.test(turn.text), `it did not get the answer; ${story(turn)}`);
  const seconds = Math.round(((task.endedAt ?? 0) - task.at) / 1000);
  return `${seconds} s, ${toolsIn(turn.entries).length} calls, ${askers(turn)}`;
}

async function afterKill(trial: Trial): Promise<string> {
  if (trial.agent.takesNoTools) return 'takes no tools';
  const { left } = await trial.stop('SIGKILL');
  expect(left.length === 0, `${left.length} processes left: ${left.join(' | ')}`);
  await trial.start();
  await trial.talk.turn(sentences.say('ready'));
  return goesOn(trial, await trial.talk.turn(sentences.delegate('Tell me what you can do.', NAME)), 3);
}

/** The same agent at the other end: a task of somebody else's agent. */
async function worksForAnother(trial: Trial): Promise<string> {
  const giver = await trial.sessionOf(HELPER);
  const turn = await giver.turn(`/delegate ${NAME}: ${sentences.say('hello from below')}`);
  const task = taskIn(turn);
  expect(task.agentId === trial.agentId, `it went to ${task.agentId}`);
  expect(turn.text.includes('hello from below'), `no answer; ${story(turn)}`);
  const child = await trial.open(task.sessionId);
  const [prompt] = child.entries.filter(({ kind }) => kind === 'user');
  expect(prompt?.kind === 'user' && prompt.by?.kind === 'session', 'the task is not signed');
  return '';
}

async function endsClean(trial: Trial): Promise<string> {
  const { alive, left } = await trial.stop();
  expect(left.length === 0, `${left.length} of ${alive} processes left: ${left.join(' | ')}`);
  return `${alive} processes, 0 left`;
}

/** Whoever does nothing with our tools is told of none, and the page can say so. */
async function offeredNone(trial: Trial): Promise<string> {
  const opened = readTrace(trial.place)
    .map(messageIn)
    .filter(({ method }) => /^session\/(new|load)$/.test(method ?? ''));
  const servers = opened.flatMap(({ params }) => params?.mcpServers ?? []);
  expect(!servers.some(({ name }: { name: string }) => name === 'acdeck'), 'it was offered tools that it ignores');
  expect((await trial.summary()).takesNoTools === true, 'nothing says that it takes none');
  return 'takes no tools';
}

function goesOn({ talk }: Trial, turn: Turn, time: number): string {
  const task = taskIn(turn);
  const first = tasksIn(talk.entries).find(({ name }) => name === NAME);
  expect(task.sessionId === first?.sessionId, 'it works in another session');
  expect(task.sentAs === time, `it is message ${task.sentAs} there`);
  expect(turn.text.includes(`${NAME}: done`), `it did not get the answer; ${story(turn)}`);
  return askers(turn);
}

/** The one task of a turn, which has gone well. */
function taskIn(turn: Turn): DelegationEntry {
  const [task] = tasksIn(turn.entries);
  if (!task) throw new Error(`no task was given; ${story(turn)}`);
  expect(task.end?.outcome === 'completed', `the task is ${quote(JSON.stringify(task.end))}; ${story(turn)}`);
  return task;
}

function tasksIn(entries: readonly Entry[]): DelegationEntry[] {
  return entries.filter((entry): entry is DelegationEntry => entry.kind === 'delegation');
}

/** Whether the person was asked by the agent, by us, by both or by nobody. */
function askers({ permissions }: Turn): string {
  // Who gets a task is known of an agent's own request too; how free that agent is, only of ours.
  const ours = permissions.filter(({ delegation }) => delegation?.freedom !== undefined).length;
  const unasked = permissions.filter(({ outcome }) => outcome.status === 'answered' && outcome.by.kind === 'server');
  const its = permissions.length - ours - unasked.length;
  return `asked ${its} by it, ${ours} by us${unasked.length > 0 ? `, ${unasked.length} answered by us` : ''}`;
}
