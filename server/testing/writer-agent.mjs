// A real agent process that answers one prompt as `node writer-agent.mjs <behaviour> <notes>` says, and writes down what it is asked.
import { appendFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [behaviour = 'answers', notes = ''] = process.argv.slice(2);
const note = (what, more = {}) => notes && appendFileSync(notes, `${JSON.stringify({ what, ...more })}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const sessions = new Map();
let made = 0;
let asked = 0;
const waiting = new Map();

const update = (sessionId, told) => send({ method: 'session/update', params: { sessionId, update: told } });
const say = (sessionId, text) =>
  update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = `a${++asked}`;
    waiting.set(id, resolve);
    send({ id, method, params });
  });

const OPTIONS = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const call = { toolCallId: 't1', title: 'Look around', kind: 'execute' };

/** What a prompt makes it do; what it gives is the reason for which the turn ends, and nothing never ends it. */
const BEHAVIOURS = {
  answers: async ({ sessionId }) => {
    update(sessionId, { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm.' } });
    say(sessionId, '```\nAdd the ');
    say(sessionId, 'second line\n\nIt was missing.\n```');
    return 'end_turn';
  },
  asks: async ({ sessionId }) => {
    update(sessionId, { sessionUpdate: 'tool_call', ...call, status: 'pending' });
    const answers = [];
    answers.push(await ask('session/request_permission', { sessionId, toolCall: call, options: OPTIONS }));
    update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'failed' });
    answers.push(await ask('terminal/create', { sessionId, command: 'touch', args: ['made-by-agent'] }));
    answers.push(await ask('fs/write_text_file', { sessionId, path: `${process.cwd()}/a.txt`, content: 'evil' }));
    answers.push(await ask('fs/read_text_file', { sessionId, path: `${process.cwd()}/a.txt` }));
    note('answers', { answers });
    say(sessionId, 'Without any help');
    return 'end_turn';
  },
  tool: async ({ sessionId }) => {
    update(sessionId, { sessionUpdate: 'tool_call', ...call, status: 'in_progress' });
    return new Promise(() => {});
  },
  thinks: async ({ sessionId }) => {
    update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 't2',
      title: 'Think',
      kind: 'think',
      status: 'in_progress',
    });
    update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 't2', status: 'completed' });
    say(sessionId, 'Thought through');
    return 'end_turn';
  },
  hangs: () => new Promise(() => {}),
  crashes: async () => process.exit(7),
  long: async ({ sessionId }) => {
    for (let n = 0; n < 64; n++) say(sessionId, 'x'.repeat(16 * 1024));
    return 'end_turn';
  },
  empty: async () => 'end_turn',
  refuses: async ({ sessionId }) => {
    say(sessionId, 'I would rather not.');
    return 'refusal';
  },
  login: () => null,
  keeps: async ({ sessionId }) => {
    say(sessionId, 'Kept by the agent');
    return 'end_turn';
  },
};

const canDelete = behaviour !== 'keeps';
// One that a person began elsewhere.
if (behaviour === 'keeps') sessions.set('older', { cwd: process.cwd() });
const ANSWERS = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'writer', version: '1.0.0' },
    agentCapabilities: { sessionCapabilities: { list: {}, close: {}, ...(canDelete ? { delete: {} } : {}) } },
  }),
  'session/new': ({ cwd, mcpServers }) => {
    if (behaviour === 'login') throw { code: -32000, message: 'Please log in first' };
    const sessionId = `w${++made}`;
    sessions.set(sessionId, { cwd, mcpServers });
    const modes = {
      currentModeId: 'auto',
      availableModes: [
        { id: 'auto', name: 'Auto' },
        { id: 'https://example.org/modes#plan', name: 'Plan' },
        { id: 'read-only', name: 'Read only' },
      ],
    };
    const models = {
      currentModelId: 'large',
      availableModels: [
        { modelId: 'large', name: 'Large' },
        { modelId: 'tiny-2', name: 'Small' },
      ],
    };
    return { sessionId, modes, models };
  },
  'session/list': () => ({
    sessions: [...sessions].map(([sessionId, { cwd }]) => ({ sessionId, cwd, title: sessionId })),
  }),
  'session/delete': ({ sessionId }) => {
    sessions.delete(sessionId);
    return {};
  },
  'session/close': () => ({}),
  'session/set_mode': () => ({}),
  'session/set_model': () => ({}),
};

createInterface({ input: process.stdin })
  .on('line', async (line) => {
    const { id, method, params, result, error } = JSON.parse(line);
    if (!method) return waiting.get(id)?.(result ?? { error: error.message });
    note(method, { params });
    if (method === 'session/prompt') {
      const stopReason = await BEHAVIOURS[behaviour](params);
      return send({ id, result: { stopReason } });
    }
    try {
      if (id !== undefined) send({ id, result: ANSWERS[method](params) });
    } catch (fault) {
      send({ id, error: fault });
    }
  })
  .on('close', () => process.exit(0));
if (notes) writeFileSync(notes, '', { flag: 'a' });
