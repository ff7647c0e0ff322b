/**
 * An agent for load: `flood N` streams N numbered marks as fast as it is read, `drip N MS` one each MS
 * milliseconds, both until they are stopped if there is no N; `bulk MB` says so many megabytes of text. Between two marks stands an update of a tool
 * call, so that no two of them can become one event. FLOOD_LOG names a file that gets a line
 * for the process and one for each prompt; FLOOD_GATE names a file without which it does not get ready; FLOOD_WEIGHT adds so many
 * bytes to each update of the tool call.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const MARKS_PER_BREATH = 20;
const stopped = new Set();

const note = (line) => process.env.FLOOD_LOG && appendFileSync(process.env.FLOOD_LOG, `${line}\n`);
note(`pid ${process.pid}`);

const send = (message) =>
  new Promise((resolve) => {
    if (process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)) resolve();
    else process.stdout.once('drain', resolve);
  });

const update = (sessionId, update) => send({ method: 'session/update', params: { sessionId, update } });

const weight = 'x'.repeat(Number(process.env.FLOOD_WEIGHT ?? 0));

const LINE = 'The quick brown fox jumps over the lazy dog, and then it does so again. ';
const CHUNK_CHARS = 16_384;
const CHUNKS_PER_MESSAGE = 64;

/** Text without end: messages of one megabyte, so that it looks like many long answers. */
async function pour(sessionId, megabytes) {
  const text = LINE.repeat(Math.ceil(CHUNK_CHARS / LINE.length)).slice(0, CHUNK_CHARS - 2);
  let messageId = '';
  for (let n = 0; n < megabytes * CHUNKS_PER_MESSAGE && !stopped.has(sessionId); n++) {
    if (n % CHUNKS_PER_MESSAGE === 0) messageId = randomUUID();
    await update(sessionId, {
      sessionUpdate: 'agent_message_chunk',
      messageId,
      content: { type: 'text', text: `${text}\n\n` },
    });
    if (n % 4 === 0) await sleep(0);
  }
  return { stopReason: stopped.delete(sessionId) ? 'cancelled' : 'end_turn' };
}

async function play(sessionId, text) {
  const bulk = /bulk\s*(\d+)/.exec(text)?.[1];
  if (bulk) return await pour(sessionId, Number(bulk));
  const [, kind, count, ms] = /(flood|drip)\s*(\d*)\s*(\d*)/.exec(text) ?? [];
  const last = Number(count || 1e9);
  stopped.delete(sessionId);
  const [messageId, toolCallId] = [randomUUID(), randomUUID()];
  await update(sessionId, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Counting',
    kind: 'other',
    status: 'in_progress',
  });
  for (let n = 1; kind && n <= last && !stopped.has(sessionId); n++) {
    const content = { type: 'text', text: `⟦${n}⟧ ` };
    await update(sessionId, { sessionUpdate: 'agent_message_chunk', messageId, content });
    const counted = weight ? { rawOutput: weight } : {};
    await update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, title: `Counted to ${n}`, ...counted });
    if (kind === 'drip') await sleep(Number(ms || 5));
    else if (n % MARKS_PER_BREATH === 0) await sleep(0);
  }
  return { stopReason: stopped.delete(sessionId) ? 'cancelled' : 'end_turn' };
}

const answers = {
  initialize: async () => {
    while (process.env.FLOOD_GATE && !existsSync(process.env.FLOOD_GATE)) await sleep(20);
    return {
      protocolVersion: 1,
      agentInfo: { name: 'flood', title: 'Flood', version: '1.0.0' },
      agentCapabilities: { loadSession: true },
      authMethods: [],
    };
  },
  'session/new': () => ({ sessionId: randomUUID() }),
  'session/load': () => ({}),
  'session/prompt': async ({ sessionId, prompt }) => {
    const text = prompt.map((block) => block.text ?? '').join('');
    note(`prompt ${text}`);
    return await play(sessionId, text);
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'session/cancel') stopped.add(params.sessionId);
  if (id === undefined || method === undefined) return;
  const answer = answers[method];
  if (answer) await send({ id, result: await answer(params) });
  else await send({ id, error: { code: -32601, message: `${method} is not offered` } });
});
process.stdin.on('end', () => process.exit(0));
