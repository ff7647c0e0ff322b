// A real agent that wants a sign-in: `node login-agent.mjs <file> <where> [sign-in]`. It refuses `session/new`,
// `session/load` or `session/prompt`, as <where> says, until <file>.token is there. Called with `sign-in` it is the
// sign-in itself, in a terminal: the word "good" signs in, "vain" says so and does not, "stay" keeps it running with a child, others are refused.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file = '', where = 'session/new', act = ''] = process.argv.slice(2);
const token = `${file}.token`;
const note = (text) => appendFileSync(file, `${text}\n`);
const lines = createInterface({ input: process.stdin });

function signIn() {
  process.stdout.write(`\u001b[1mSign in\u001b[0m to the login agent, ${process.env.GREETING ?? 'nobody'}. Word: `);
  lines.on('line', (line) => {
    if (line === 'good') writeFileSync(token, 'secret');
    if (line === 'flood') return process.stdout.write('~'.repeat(1_000_000), () => process.stdout.write('ebb\n'));
    if (line !== 'stay') process.exit(line === 'good' || line === 'vain' ? 0 : 3);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
    const child = spawn('/bin/sh', ['-c', 'trap "" TERM INT HUP; while :; do sleep 1; done'], { stdio: 'inherit' });
    note(`pid ${process.pid}\npid ${child.pid}`);
  });
}

const METHODS = [
  { id: 'browser', name: 'In the browser' },
  { id: 'slow', name: 'Slowly' },
  { id: 'vain', name: 'In vain' },
  { id: 'console', name: 'In a terminal', type: 'terminal', args: ['sign-in'], env: { GREETING: 'you' } },
  {
    id: 'helper',
    name: 'With a helper',
    _meta: { 'terminal-auth': { command: process.execPath, args: [...process.argv.slice(1), 'sign-in'] } },
  },
];

const ANSWERS = {
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities: { loadSession: true, auth: { logout: {} } },
    authMethods: METHODS,
  }),
  authenticate: ({ methodId }) => {
    if (methodId === 'slow') return undefined;
    if (methodId === 'vain') return {};
    writeFileSync(token, 'secret');
    return {};
  },
  logout: () => {
    rmSync(token, { force: true });
    return {};
  },
  'session/new': () => ({ sessionId: 'login-1' }),
  'session/load': () => ({}),
  'session/prompt': ({ sessionId, prompt }) => {
    const content = { type: 'text', text: `You said: ${prompt[0].text}` };
    send({
      method: 'session/update',
      params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } },
    });
    return { stopReason: 'end_turn' };
  },
};

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function speak() {
  note(`start ${process.pid}`);
  lines.on('close', () => process.exit(0));
  lines.on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    note(method === 'session/prompt' ? `session/prompt ${params.prompt[0].text}` : method);
    if (where.split(',').includes(method) && !existsSync(token)) {
      send({ id, error: { code: -32000, message: 'Authentication required' } });
      return;
    }
    const result = ANSWERS[method]?.(params);
    if (id !== undefined && result !== undefined) send({ id, result });
  });
}

if (act === 'sign-in') signIn();
else speak();
