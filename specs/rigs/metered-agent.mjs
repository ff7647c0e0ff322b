/**
 * An agent that plays turns from the file METERED_FILE, the next one with each prompt, also after it was killed: each is a
 * list of updates, the answer to the prompt, and updates that come after it. A turn with `dies` kills the process at its end.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const file = process.env.METERED_FILE;
const { name, turns } = JSON.parse(readFileSync(file, 'utf8'));
const played = `${file}.played`;
const sessionCapabilities = { resume: {} };

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function answer({ method, params, id }) {
  if (method === 'initialize') {
    const agentInfo = name ? { agentInfo: { name, version: '1' } } : {};
    return { protocolVersion: 1, ...agentInfo, agentCapabilities: { sessionCapabilities } };
  }
  if (method === 'session/new') return { sessionId: 'metered' };
  if (method !== 'session/prompt') return {};
  const turn = turns[existsSync(played) ? readFileSync(played).length : 0];
  appendFileSync(played, '.');
  const tell = (update) => send({ method: 'session/update', params: { sessionId: params.sessionId, update } });
  turn.updates.forEach(tell);
  send({ id, result: turn.result });
  turn.after.forEach(tell);
  if (turn.dies) process.stdout.write('', () => process.kill(process.pid, 'SIGKILL'));
  return null;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined || message.id === undefined) return;
  const result = answer(message);
  if (result) send({ id: message.id, result });
});
