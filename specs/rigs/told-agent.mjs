/**
 * An agent that says what a file tells it to: TOLD_FILE holds the answers to `initialize` and `session/new`, and a list
 * of turns, each a list of messages. The prompt `turn N` plays one of them, any other the next; its requests are sent at the end, one after
 * the other, and the turn is over when all are answered. A turn with `pace: [count, ms]` rests so long after so many
 * updates. TOLD_LOG names a file that gets the time of each request.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const told = JSON.parse(readFileSync(process.env.TOLD_FILE, 'utf8'));
const waiting = new Map();
let lastId = 0;
let played = 0;

const send = (message) =>
  new Promise((resolve) => {
    if (process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)) resolve();
    else process.stdout.once('drain', resolve);
  });

function ask(method, params) {
  const id = ++lastId;
  if (process.env.TOLD_LOG) appendFileSync(process.env.TOLD_LOG, `${performance.timeOrigin + performance.now()}\n`);
  void send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function play(sessionId, { updates, requests, pace: [count, ms] = [Number.POSITIVE_INFINITY, 0] }) {
  for (const [n, update] of updates.entries()) {
    await send({ method: 'session/update', params: { sessionId, update } });
    if ((n + 1) % count === 0) await sleep(ms);
  }
  for (const { method, params } of requests) {
    // What happens after an answer is told among the requests.
    if (method === 'session/update') await send({ method, params: { ...params, sessionId } });
    else await ask(method, { ...params, sessionId });
  }
}

async function answer({ method, params }) {
  if (method === 'initialize') return told.initialize;
  if (method === 'session/new') return told.session;
  if (method !== 'session/prompt') return {};
  const turn = Number(/turn (\d+)/.exec(params.prompt[0].text)?.[1] ?? played);
  played += 1;
  await play(params.sessionId, told.turns[turn]);
  return { stopReason: 'end_turn' };
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) waiting.get(message.id)?.(message);
  else if (message.id !== undefined) void send({ id: message.id, result: await answer(message) });
});
