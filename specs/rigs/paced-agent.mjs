/**
 * An agent with a steady hand: `pace NAME RATE CHARS` says the text of the file NAME beside PACED_LOG in pieces of so many
 * characters, so many a second, whatever the machine does meanwhile; `echo WORDS` says them once. PACED_LOG names the
 * file that gets, after each paced answer, a line: the times at which its marks (`m12z`) were sent, as JSON.
 * PACED_DELAY are the milliseconds before it answers anything at all.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const { PACED_LOG = '', PACED_DELAY = '0' } = process.env;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let messages = 0;

function say(sessionId, text) {
  const content = { type: 'text', text };
  const update = { sessionUpdate: 'agent_message_chunk', messageId: `m${messages}`, content };
  send({ method: 'session/update', params: { sessionId, update } });
}

async function pace(sessionId, [name, rate, chars]) {
  const text = readFileSync(join(dirname(PACED_LOG), name), 'utf8');
  const [sentAt, size, ms] = [{}, Number(chars), 1000 / Number(rate)];
  const marks = [...text.matchAll(/m(\d+)z/g)].map((match) => [match.index + match[0].length, match[1]]);
  const start = performance.now();
  let mark = 0;
  for (let n = 0, from = 0; from < text.length; n += 1, from += size) {
    const early = start + n * ms - performance.now();
    if (early > 1) await sleep(early);
    const now = performance.timeOrigin + performance.now();
    while (mark < marks.length && marks[mark][0] <= from + size) sentAt[marks[mark++][1]] = now;
    say(sessionId, text.slice(from, from + size));
  }
  appendFileSync(PACED_LOG, `${JSON.stringify(sentAt)}\n`);
}

async function answer({ method, params }) {
  await ready;
  if (method === 'initialize')
    return { protocolVersion: 1, agentInfo: { name: 'paced', title: 'Paced', version: '1' } };
  if (method === 'session/new') return { sessionId: 'one' };
  if (method !== 'session/prompt') return {};
  messages += 1;
  const [verb, ...words] = params.prompt[0].text.trim().split(' ');
  if (verb === 'pace') await pace(params.sessionId, words);
  else say(params.sessionId, `Yes: ${words.join(' ')}`);
  return { stopReason: 'end_turn' };
}

const ready = sleep(Number(PACED_DELAY));
createInterface({ input: process.stdin })
  .on('line', async (line) => {
    const message = JSON.parse(line);
    if (message.id !== undefined && message.method) send({ id: message.id, result: await answer(message) });
  })
  .on('close', () => process.exit(0));
