import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Entry } from '../../server/protocol/transcript/entries.js';
import { foreignId } from '../../server/sessions/registry/foreign-sessions.js';
import { expect } from './checks.js';
import { sentences } from './directives.js';
import type { Trial } from './trial.js';
import { quote, story, wordsOf } from './turn-story.js';

const LIST_MS = 30_000;
/** What an agent still writes so soon after a turn of ours counts as ours. */
const SETTLING_MS = 11_000;
const ELSEWHERE = 'this was elsewhere';
const TITLE = 'A name that a person gave';

/** A person's name for a session is shown here, and reaches the agent where the agent has a way for that. */
export async function rename(trial: Trial): Promise<string> {
  const { talk, agent, place } = trial;
  await talk.tab.api.Sessions.rename(crypto.randomUUID(), talk.sessionId, TITLE);
  const isNamed = await trial.until(5000, ({ sessions }) =>
    sessions.some(({ id, title }) => id === talk.sessionId && title === TITLE),
  );
  expect(isNamed === true, 'the list does not have the name');
  const { agentSessionId } = talk.transcript;
  const file = agent.titleFile ? join(place.home, agent.titleFile(agentSessionId ?? '')) : null;
  if (!file) return 'ours';
  const isWritten = await trial.until(5000, () => existsSync(file) && readFileSync(file, 'utf8').includes(TITLE));
  expect(isWritten === true, 'the file of the agent does not have the name');
  return 'in the file of the agent too';
}

/**
 * Another server with data of its own finds the session in the agent's list, takes its history once and goes on
 * with it; the first server then notices and takes that over.
 */
export async function foreign(trial: Trial): Promise<string> {
  const { talk, place } = trial;
  const id = foreignId(trial.agentId, talk.transcript.agentSessionId ?? '');
  const [title, before] = [(await trial.app()).sessions.find((one) => one.id === talk.sessionId)?.title, talk.entries];
  await trial.stop();
  const other = trial.at({ ...place, dataDir: `${place.dataDir}-2` });
  await other.start();
  try {
    if (!(await lists(other))) return 'lists no sessions';
    const listed = await other.until(LIST_MS, ({ sessions }) => sessions.find((one) => one.id === id));
    if (!listed) throw new Error('the session is not in the list of another server');
    return [listed.title === title ? '' : `as ${quote(listed.title)}`, await takeOver(other, id, before)]
      .filter(Boolean)
      .join(', ');
  } finally {
    await other.stop();
    await trial.start();
  }
}

async function takeOver(other: Trial, id: string, before: readonly Entry[]): Promise<string> {
  const talk = await other.open(id);
  await talk.tab.until(() => talk.transcript.memory !== null);
  const [ours, taken] = [before, talk.entries].map(prompts) as [string[], string[]];
  const missing = ours.filter((words) => !taken.some((other) => other.includes(words)));
  const times = (all: readonly string[], words: string) => all.filter((other) => other === words).length;
  const twice = ours.filter((words) => times(taken, words) > times(ours, words));
  expect(twice.length === 0, `shown twice: ${quote(twice[0] ?? '')}`);
  await setTimeout(SETTLING_MS);
  const turn = await talk.turn(sentences.recall());
  expect(turn.text.includes('The word was kiwi'), `does not go on; ${story(turn)}`);
  await talk.turn(sentences.say(ELSEWHERE));
  const notices = talk.entries.filter(({ kind }) => kind === 'notice' || kind === 'error');
  const extra = taken.filter((words) => !ours.some((other) => words.includes(other)));
  return [
    `${taken.length} of ${ours.length} prompts, remembers`,
    missing.length > 0 ? `without ${quote(missing[0] ?? '')}` : '',
    extra.length > 0 ? `with ${quote(extra[0] ?? '')}` : '',
    ...notices.map(wordsOf),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What went on in the other server is announced here, and comes when a person wants it. */
export async function updateFromAgent(trial: Trial): Promise<string> {
  const { talk } = trial;
  const offer = () => talk.entries.some((entry) => entry.kind === 'notice' && entry.action === 'update_from_agent');
  if (!(await lists(trial))) return 'nothing to update from';
  const isOffered = await trial.until(LIST_MS, offer);
  expect(isOffered === true, 'nothing says that the session went on elsewhere');
  const { epoch } = talk.tab;
  await talk.tab.api.Sessions.update_from_agent(crypto.randomUUID(), talk.sessionId);
  await talk.tab.until((tab) => tab.epoch !== epoch && talk.transcript.memory !== null);
  const isThere = prompts(talk.entries).some((words) => words.includes(ELSEWHERE));
  expect(isThere, 'the prompt of the other server is not there');
  const turn = await talk.turn(sentences.recall());
  expect(turn.text.includes('The word was kiwi'), `does not go on; ${story(turn)}`);
  return `${prompts(talk.entries).length} prompts`;
}

/** Whether the agent says that it lists its sessions, which is known once it runs. */
async function lists(trial: Trial): Promise<boolean> {
  const isReady = await trial.until(LIST_MS, ({ agents }) =>
    agents.some(({ id, health }) => id === trial.agentId && health.state === 'ready'),
  );
  expect(isReady === true, 'the agent does not get ready');
  const report = (await trial.talk.tab.api.Settings.get_agents()).find(({ id }) => id === trial.agentId);
  return report?.cards[0]?.advertised.includes('list') ?? false;
}

function prompts(entries: readonly Entry[]): string[] {
  return entries
    .flatMap((entry) => (entry.kind === 'user' ? [entry.content] : []))
    .map((content) =>
      content
        .map((block) => (block.type === 'text' ? block.text : ''))
        .join('')
        .trim(),
    );
}
