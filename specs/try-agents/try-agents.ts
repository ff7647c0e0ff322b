/**
 * Tries our server and our page with real agents from the registry, offline, against a model of our own:
 * `npm run try:agents -- copilot gemini`. Without names, all agents are tried. `--wire`, `--tasks` and
 * `--page` try only that: one agent alone, one that gives tasks to another, and both in a browser; `--only answer,edit`
 * tries only these scenarios. `npm test` tries `small`, which is not downloaded.
 */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AGENTS, type TriedAgent } from './agents.js';
import { DELEGATION_SCENARIOS, withHelper } from './delegation-scenarios.js';
import { type Asked, startFakeModel } from './fake-model.js';
import { install } from './install.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { PAGE_SCENARIOS } from './page/page-scenarios.js';
import { PageTrial } from './page/page-trial.js';
import { SCENARIOS } from './scenarios.js';
import { Trial } from './trial.js';
import { makeTryPlace, type TryPlace } from './try-place.js';
import { redactedTrace } from './wire-trace.js';

const flag = { type: 'boolean', default: false } as const;
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { wire: flag, tasks: flag, page: flag, only: { type: 'string' } },
});
const unknown = names.filter((name) => !AGENTS.some(({ id }) => id === name));
if (unknown.length > 0) {
  console.error(`No such agent: ${unknown.join(', ')}. There are: ${AGENTS.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}
const hasParts = values.wire || values.tasks || values.page;
const isTried = (part: 'wire' | 'tasks' | 'page') => !hasParts || values[part];
const only = values.only?.split(',');
/** The scenarios that are wanted. */
const wanted = <T>(scenarios: Readonly<Record<string, T>>) =>
  Object.entries(scenarios).filter(([name]) => !only || only.includes(name));
const namesIn = (scenarios: Readonly<Record<string, unknown>>) => wanted(scenarios).map(([name]) => name);
const columns = [
  ...(isTried('wire') ? ['start', ...namesIn(SCENARIOS)] : []),
  ...(isTried('tasks') ? namesIn(DELEGATION_SCENARIOS) : []),
  ...(isTried('page') ? ['page', ...namesIn(PAGE_SCENARIOS)] : []),
];
const missing = only?.filter((name) => !columns.includes(name)) ?? [];
if (missing.length > 0) {
  console.error(`No such scenario: ${missing.join(', ')}.`);
  process.exit(2);
}
const out = mkdtempSync(join(tmpdir(), 'try-agents-'));
let running: Trial | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endEarly());

type Outcomes = Record<string, Outcome>;
const results: [name: string, outcomes: Outcomes][] = [];
for (const agent of AGENTS.filter(({ id }) => names.length === 0 || names.includes(id))) {
  results.push(await tryAgent(agent));
}
console.log(`\n${table()}\n${proofs()}\nTraffic and pictures: ${out}`);
process.exit(results.some(([, outcomes]) => Object.values(outcomes).some(({ result }) => result === 'FAIL')) ? 1 : 0);

async function tryAgent(agent: TriedAgent): Promise<[string, Outcomes]> {
  const installed = await install(agent);
  const requests: Asked[] = [];
  const model = await startFakeModel((asked) => requests.push(asked));
  const place = makeTryPlace(agent, installed, model.url);
  const log: string[] = [];
  const trial = new Trial({ agent, place, out, asked: requests, onStderr: (text) => log.push(text) });
  running = trial;
  console.log(`\n${agent.id} ${installed.version}`);
  const outcomes: Outcomes = {};
  try {
    if (isTried('wire')) await tryWire(trial, outcomes);
    await trial.end();
    if (isTried('tasks')) await tryTasks(trial, outcomes);
    if (isTried('page')) await tryPage(trial.byCommand(place.another('page')), outcomes);
  } finally {
    await trial.end();
    await model.close();
    writeFileSync(join(out, `${agent.id}.model.json`), JSON.stringify(requests, null, 1));
    writeFileSync(join(out, `${agent.id}.stderr.txt`), log.join('\n'));
    await keepTrace(agent, place);
  }
  return [`${agent.id} ${installed.version}`, outcomes];
}

/** All that needs no browser. */
async function tryWire(trial: Trial, outcomes: Outcomes): Promise<void> {
  const attempt = { agentId: trial.agent.id, place: trial.place };
  outcomes.start = await outcomeOf({ ...attempt, column: 'start' }, () => trial.start().then(() => ''));
  for (const [column, scenario] of outcomes.start.result === 'ok' ? wanted(SCENARIOS) : []) {
    outcomes[column] = await outcomeOf({ ...attempt, column }, () => scenario(trial));
  }
}

/** The agent gives tasks to another one, and takes one. */
async function tryTasks(alone: Trial, outcomes: Outcomes): Promise<void> {
  const { place, args } = withHelper(alone.place.another('tasks'));
  const trial = alone.at(place, args);
  running = trial;
  const attempt = { agentId: trial.agent.id, place };
  try {
    for (const [column, scenario] of wanted(DELEGATION_SCENARIOS)) {
      outcomes[column] = await outcomeOf({ ...attempt, column }, async () => {
        await trial.startIfEnded();
        return scenario(trial);
      });
    }
  } finally {
    await trial.end();
  }
}

/** What a person does and sees in a browser. */
async function tryPage(trial: Trial, outcomes: Outcomes): Promise<void> {
  const attempt = { agentId: trial.agent.id, place: trial.place };
  const opened: PageTrial[] = [];
  try {
    outcomes.page = await outcomeOf({ ...attempt, column: 'page' }, async () => {
      opened.push(await PageTrial.open(trial));
      return `as ${(await trial.summary()).name}`;
    });
    for (const page of opened) {
      for (const [column, scenario] of wanted(PAGE_SCENARIOS)) {
        const outcome = await outcomeOf({ ...attempt, column }, () => scenario(page));
        if (outcome.result !== 'ok') await page.recover(column);
        outcomes[column] = outcome;
      }
    }
  } finally {
    for (const page of opened) await page.close();
    await trial.end();
  }
}

/** What was said is all that is kept of a place. */
async function keepTrace({ id }: TriedAgent, place: TryPlace): Promise<void> {
  if (existsSync(place.trace)) writeFileSync(join(out, `${id}.acp.jsonl`), redactedTrace(place));
  await place.remove();
}

/** A person has seen enough: nothing that was started runs on. */
async function endEarly(): Promise<void> {
  await running?.end();
  if (running) await keepTrace(running.agent, running.place);
  process.exit(130);
}

/** Agents down, scenarios across; the words are above. */
function table(): string {
  const rows = results.map(([name, outcomes]) => [name, ...columns.map((column) => outcomes[column]?.result ?? '–')]);
  return [['agent', ...columns], columns.concat('').map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** What is called an agent's own failing, each with the lines that show it. */
function proofs(): string {
  return results
    .flatMap(([name, outcomes]) =>
      Object.entries(outcomes).flatMap(([column, { proof, words }]) =>
        proof ? [`\n${name}, ${column}: ${words}`, ...proof.map((line) => `  ${line}`)] : [],
      ),
    )
    .join('\n');
}
