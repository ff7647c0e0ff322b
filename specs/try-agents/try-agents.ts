/**
 * Tries our server with real agents from the registry, offline, against a model of our own:
 * `npm run try:agents -- copilot gemini`. Without names, all agents are tried.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AGENTS, type TriedAgent } from './agents.js';
import { type Asked, startFakeModel } from './fake-model.js';
import { install } from './install.js';
import { SCENARIOS } from './scenarios.js';
import { Trial } from './trial.js';
import { makeTryPlace, redactedTrace } from './try-place.js';

const LIMIT_MS = 90_000;

/** What came of one scenario. */
interface Outcome {
  isOk: boolean;
  words: string;
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !AGENTS.some(({ id }) => id === name));
if (unknown.length > 0) {
  console.error(`No such agent: ${unknown.join(', ')}. There are: ${AGENTS.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}
const out = mkdtempSync(join(tmpdir(), 'try-agents-'));
let running: Trial | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endEarly());
const results: [name: string, outcomes: Record<string, Outcome>][] = [];
for (const agent of AGENTS.filter(({ id }) => names.length === 0 || names.includes(id))) {
  results.push(await tryAgent(agent));
}
console.log(`\n${table()}\n\nTraffic: ${out}`);
process.exit(results.every(([, outcomes]) => Object.values(outcomes).every(({ isOk }) => isOk)) ? 0 : 1);

async function tryAgent(agent: TriedAgent): Promise<[string, Record<string, Outcome>]> {
  const installed = await install(agent);
  const requests: Asked[] = [];
  const model = await startFakeModel((asked) => requests.push(asked));
  const place = makeTryPlace(agent, installed, model.url);
  const imagesAsked = () => requests.reduce((sum, { request }) => sum + (request?.images ?? 0), 0);
  const trial = new Trial({ agent, place, out, imagesAsked });
  running = trial;
  console.log(`\n${agent.id} ${installed.version}`);
  const outcomes: Record<string, Outcome> = {};
  try {
    outcomes.start = await outcomeOf('start', () => trial.start().then(() => ''));
    for (const [name, scenario] of Object.entries(outcomes.start.isOk ? SCENARIOS : {})) {
      outcomes[name] = await outcomeOf(name, () => scenario(trial));
    }
  } finally {
    writeFileSync(join(out, `${agent.id}.model.json`), JSON.stringify(requests, null, 1));
    writeFileSync(join(out, `${agent.id}.stderr.txt`), trial.stderr);
    await trial.end();
    await model.close();
    writeFileSync(join(out, `${agent.id}.acp.jsonl`), redactedTrace(place));
    await place.remove();
  }
  return [`${agent.id} ${installed.version}`, outcomes];
}

/** A person has seen enough: nothing that was started runs on. */
async function endEarly(): Promise<void> {
  await running?.end();
  await running?.place.remove();
  process.exit(130);
}

async function outcomeOf(name: string, attempt: () => Promise<string>): Promise<Outcome> {
  const limit = new AbortController();
  const tooLong = setTimeout(LIMIT_MS, null, { signal: limit.signal }).then(() => {
    throw new Error(`nothing more came in ${LIMIT_MS / 1000} s`);
  });
  tooLong.catch(() => {});
  const began = Date.now();
  const outcome = await Promise.race([attempt(), tooLong]).then(
    (words) => ({ isOk: true, words }),
    (error: unknown) => ({ isOk: false, words: error instanceof Error ? error.message : String(error) }),
  );
  limit.abort();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`  ${outcome.isOk ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${seconds.padStart(5)} s  ${outcome.words}`);
  return outcome;
}

/** Agents down, scenarios across; the words are above. */
function table(): string {
  const columns = ['start', ...Object.keys(SCENARIOS)];
  const rows = results.map(([name, outcomes]) => [
    name,
    ...columns.map((column) => (outcomes[column] ? (outcomes[column].isOk ? 'ok' : 'FAIL') : '–')),
  ]);
  return [['agent', ...columns], columns.concat('').map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
