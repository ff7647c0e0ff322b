#!/usr/bin/env node
/**
 * The smallest agent that `npm run try:agents` can try: it asks the model at SMALL_AGENT_MODEL, and a person before each
 * call that does something. Nothing of it has to be downloaded, so `npm test` tries it.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const text = { type: 'string' };
const offer = (name, properties) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties, required: Object.keys(properties) } },
});
const TOOLS = [
  offer('read_file', { path: text }),
  offer('write_file', { path: text, content: text }),
  offer('edit_file', { path: text, old_string: text, new_string: text }),
  offer('bash', { command: text }),
];
const KINDS = { read_file: 'read', write_file: 'edit', edit_file: 'edit', bash: 'execute' };
const OPTIONS = ['allow', 'reject'].map((word) => ({ optionId: word, name: word, kind: `${word}_once` }));

/** What was said in each session, and how its turn is stopped. */
const sessions = new Map();
const waiting = new Map();
let lastId = 0;

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (sessionId, body) => send({ method: 'session/update', params: { sessionId, update: body } });

function ask(method, params) {
  const id = ++lastId;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function prompt({ sessionId, prompt: blocks }) {
  const session = sessions.get(sessionId);
  session.stop = new AbortController();
  session.said.push({ role: 'user', content: blocks.map((block) => block.text ?? block.uri ?? '').join(' ') });
  try {
    while (await step(sessionId, session));
    return { stopReason: 'end_turn' };
  } catch (error) {
    if (session.stop.signal.aborted) return { stopReason: 'cancelled' };
    throw error;
  }
}

/** One answer of the model; true if it wants another step. */
async function step(sessionId, { said, stop }) {
  const { content, call } = await askModel(said, stop.signal, (delta) =>
    update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: delta } }),
  );
  said.push({ role: 'assistant', content: content || null, ...(call ? { tool_calls: [call] } : {}) });
  if (!call) return false;
  const result = await use(sessionId, call, stop.signal);
  said.push({ role: 'tool', tool_call_id: call.id, content: result });
  return true;
}

async function askModel(messages, signal, onText) {
  const body = JSON.stringify({ model: 'fake', stream: true, messages, tools: TOOLS });
  const answer = await fetch(`${process.env.SMALL_AGENT_MODEL}/v1/chat/completions`, { method: 'POST', body, signal });
  if (!answer.ok) throw new Error(`The model answered ${answer.status}: ${await answer.text()}`);
  const reply = { content: '', call: null };
  let rest = '';
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const { delta } = JSON.parse(line.slice('data: '.length)).choices[0];
      if (delta.tool_calls) [reply.call] = delta.tool_calls;
      if (delta.content) onText(delta.content);
      reply.content += delta.content ?? '';
    }
  }
  return reply;
}

/** Does what a call wants, once a person has allowed it. */
async function use(sessionId, { function: { name, arguments: given } }, signal) {
  const input = JSON.parse(given);
  const toolCallId = randomUUID();
  const content = changeOf(name, input);
  const call = {
    toolCallId,
    title: input.command ?? `${name} ${input.path}`,
    kind: KINDS[name],
    rawInput: input,
    content,
  };
  update(sessionId, { sessionUpdate: 'tool_call', status: 'pending', ...call });
  const end = (status, result) => {
    const shown = [...content, { type: 'content', content: { type: 'text', text: result } }];
    update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status, content: shown });
    return result;
  };
  if (name !== 'read_file') {
    const { result } = await ask('session/request_permission', { sessionId, toolCall: call, options: OPTIONS });
    signal.throwIfAborted();
    if (result?.outcome?.optionId !== 'allow') return end('failed', 'The person does not want that.');
  }
  return end('completed', await work(name, input, signal));
}

function changeOf(name, { path, content, old_string: before, new_string: after }) {
  if (name === 'write_file') return [{ type: 'diff', path, oldText: null, newText: content }];
  return name === 'edit_file' ? [{ type: 'diff', path, oldText: before, newText: after }] : [];
}

async function work(name, { path, content, command, old_string: before, new_string: after }, signal) {
  if (name === 'bash') return await run(command, signal);
  if (name === 'read_file') return readFileSync(path, 'utf8');
  writeFileSync(path, name === 'write_file' ? content : readFileSync(path, 'utf8').replace(before, after));
  return 'Done.';
}

/** Runs a command, which ends with all that it started when the turn is stopped. */
async function run(command, signal) {
  const child = spawn('/bin/sh', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  signal.addEventListener('abort', () => process.kill(-child.pid, 'SIGKILL'));
  let output = '';
  for await (const piece of child.stdout.setEncoding('utf8')) output += piece;
  signal.throwIfAborted();
  return output;
}

const METHODS = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  'session/new': ({ cwd }) => {
    process.chdir(cwd);
    const sessionId = randomUUID();
    sessions.set(sessionId, { said: [], stop: null });
    return { sessionId };
  },
  'session/prompt': prompt,
  'session/cancel': ({ sessionId }) => sessions.get(sessionId)?.stop?.abort(),
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, ...answer } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(answer);
  const act = METHODS[method];
  const code = -32_601;
  try {
    const result = act ? await act(params) : undefined;
    if (id === undefined) return;
    send(act ? { id, result: result ?? {} } : { id, error: { code, message: `There is no ${method}.` } });
  } catch (error) {
    send({ id, error: { code: -32_603, message: error.message } });
  }
});
