/**
 * An agent that asks for the file that was attached to a prompt. Its argument names a file with `requests`, in which
 * `FILE` and `FOLDER` stand for the path of the link, which it doesn't decode, `RELATIVE` for the way there from its own
 * folder, and `START` and `END` for both ends of the path; the answers go to `answers` there. Updates among the requests
 * are told.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { createInterface } from 'node:readline';

const [, , file] = process.argv;
const sessionId = 'mine';
const waiting = new Map();
let lastId = 0;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

async function ask({ method, params }) {
  if (method === 'session/update') return send({ method, params: { ...params, sessionId } });
  const id = ++lastId;
  send({ id, method, params: { ...params, sessionId } });
  return await new Promise((resolve) => waiting.set(id, resolve));
}

async function answer({ method, params }) {
  if (method === 'initialize') return { protocolVersion: 1, agentCapabilities: {} };
  if (method === 'session/new') return { sessionId };
  if (method !== 'session/prompt') return {};
  const link = params.prompt.find(({ type }) => type === 'resource_link');
  const path = link.uri.slice('file://'.length);
  const words = { FILE: path, FOLDER: dirname(path), RELATIVE: relative(process.cwd(), path) };
  const told = Object.entries({ ...words, START: path.slice(1, 9), END: path.slice(-20) });
  const { requests } = JSON.parse(
    told.reduce((text, [word, value]) => text.replaceAll(word, value), readFileSync(file, 'utf8')),
  );
  const answers = [];
  for (const request of requests) {
    const { result, error } = (await ask(request)) ?? {};
    if (request.method !== 'session/update') answers.push(result ?? { error });
  }
  writeFileSync(file, JSON.stringify({ link, answers }));
  return { stopReason: 'end_turn' };
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) waiting.get(message.id)?.(message);
  else if (message.id !== undefined) send({ id: message.id, result: await answer(message) });
});
