// A real process that behaves as `node odd-agent.mjs <behaviour> [file]` says; for tests of the supervisor.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const [behaviour = 'plain', file = '', extra = ''] = process.argv.slice(2);
const me = fileURLToPath(import.meta.url);
const note = (text) => file && appendFileSync(file, `${text}\n`);
const child = (name, options = {}) =>
  spawn(process.execPath, [me, name, file], { stdio: ['ignore', 'inherit', 'inherit'], ...options });
const stubborn = () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => note(`ignored ${signal}`));
};
const stay = () => setInterval(() => {}, 1_000);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
/** Writes without a queue that an exit would cut off. */
const sendNow = (message) => {
  const line = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  for (let at = 0; at < line.length; ) {
    try {
      at += writeSync(1, line, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
};
const text = (words) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } });

/** Each starts the next; all ignore the polite signals and write down their number. */
const TREE = { tree: 'branch', branch: 'twig', twig: null };

function speak(overrides = {}) {
  const answers = {
    initialize: () => ({ protocolVersion: 1, agentInfo: { name: 'odd', version: '1.2.3' } }),
    'session/new': () => ({ sessionId: 'odd-1' }),
    'session/prompt': () => ({ stopReason: 'end_turn' }),
    ...overrides,
  };
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    note(method ?? 'answer');
    const result = answers[method]?.(params);
    if (id !== undefined && method && result !== undefined) send({ id, result });
  });
  return lines;
}

const BEHAVIOURS = {
  plain: () => speak().on('close', () => process.exit(0)),
  help: () => {
    process.stdout.write('Usage: odd-agent [options]\n  --help  shows this\n');
    process.exitCode = 2;
  },
  /** Keeps two sessions of the folder that it is asked for; it can load them. */
  keeper: () => {
    note(`pid ${process.pid}`);
    speak({
      initialize: () => ({
        protocolVersion: 1,
        agentCapabilities: { loadSession: true, sessionCapabilities: { list: {} } },
      }),
      'session/list': ({ cwd }) => ({
        sessions: [
          { sessionId: 'k1', cwd, title: 'Kept by the agent', updatedAt: '2026-05-01T10:00:00Z' },
          { sessionId: 'k2', cwd, title: 'Kept too', updatedAt: '2026-05-02T10:00:00Z' },
        ],
      }),
      'session/load': ({ sessionId }) => {
        send({
          method: 'session/update',
          params: { sessionId, update: { ...text('Hi'), sessionUpdate: 'user_message_chunk' } },
        });
        send({ method: 'session/update', params: { sessionId, update: text('I remember.') } });
        return {};
      },
    }).on('close', () => process.exit(0));
  },
  version2: () => speak({ initialize: () => ({ protocolVersion: 2 }) }),
  silent: () => speak({ initialize: () => undefined }),
  deaf: () => {
    speak();
    stubborn();
    stay();
  },
  loud: () => {
    for (let n = 0; n < 80; n++) process.stderr.write('\u001b[31mnoise\u001b[0m '.repeat(5_000));
    process.stderr.write('\nthe last line\n');
    // It ends by itself once all is written; an exit by force would cut that short.
    speak();
  },
  /** Floods the client with numbered updates, then dies in the same breath. */
  flood: () =>
    speak({
      'session/prompt': ({ sessionId }) => {
        for (let n = 1; n <= Number(extra); n++) {
          sendNow({ method: 'session/update', params: { sessionId, update: text(`${n} `) } });
        }
        process.stderr.write('fell over\n', () => process.exit(3));
      },
    }),
  /** Counts until it is stopped, and writes down how far it came. */
  count: () => {
    let n = 0;
    let counting = null;
    let answer = () => {};
    const lines = speak({ 'session/prompt': () => undefined });
    lines.on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method === 'session/prompt') {
        answer = () => send({ id, result: { stopReason: 'cancelled' } });
        const { sessionId } = params;
        counting = setInterval(() => {
          n += 1;
          send({ method: 'session/update', params: { sessionId, update: text(`${n} `) } });
        }, 2);
      } else if (method === 'session/cancel') {
        clearInterval(counting);
        note(`counted ${n}`);
        answer();
      }
    });
    lines.on('close', () => process.exit(0));
  },
  /** Holds one session at a time: opening one forgets the others. What was said is kept in the file. */
  jealous: () => {
    let mine = null;
    const pid = process.pid;
    const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(4 * 1024 * 1024) };
    const picture = { sessionUpdate: 'agent_message_chunk', content: image };
    const lines = createInterface({ input: process.stdin });
    lines.on('close', () => process.exit(0));
    lines.on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      const answer = (result) => send({ id, result });
      const refuse = (message) => send({ id, error: { code: -32602, message } });
      if (method === 'initialize') {
        answer({ protocolVersion: 1, agentInfo: { name: 'jealous' }, agentCapabilities: { loadSession: true } });
      } else if (method === 'session/new') {
        mine = `s-${pid}`;
        note(mine);
        answer({ sessionId: mine });
      } else if (method === 'session/load') {
        if (!readFileSync(file, 'utf8').includes(params.sessionId)) return refuse('no such session');
        if (readFileSync(file, 'utf8').includes('forget')) return refuse('the store is damaged');
        mine = params.sessionId;
        const retold = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'who are you?' } };
        send({ method: 'session/update', params: { sessionId: mine, update: retold } });
        answer({});
      } else if (method === 'session/prompt') {
        if (params.sessionId !== mine) return refuse('this session was closed');
        const [{ text: words }] = params.prompt;
        if (words === 'die') process.exit(7);
        if (words === 'wait') return;
        if (words === 'forget') note('forget');
        if (words === 'draw') send({ method: 'session/update', params: { sessionId: mine, update: picture } });
        if (params.prompt.length > 1) note(`told ${params.prompt[1].text}`);
        send({ method: 'session/update', params: { sessionId: mine, update: text(`${pid}`) } });
        answer({ stopReason: 'end_turn' });
      }
    });
  },
  /** Calls itself as it is told to, and writes down which files it was offered. */
  called: () =>
    speak({
      initialize: ({ clientCapabilities }) => {
        note(`files ${JSON.stringify(clientCapabilities.fs ?? null)}`);
        return { protocolVersion: 1, agentInfo: { name: extra, version: '1' } };
      },
    }).on('close', () => process.exit(0)),
  /** Calls itself as it is told, and gets into the trouble that is in the file at the moment. */
  troubled: () => {
    const lines = createInterface({ input: process.stdin });
    lines.on('close', () => process.exit(0));
    lines.on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const trouble = readFileSync(file, 'utf8').trim();
      const answer = (result) => id !== undefined && send({ id, result });
      if (trouble === `die ${method}`) process.exit(3);
      if (trouble === `refuse ${method}`) send({ id, error: { code: -32000, message: 'Authentication required' } });
      else if (method !== 'initialize') answer({ sessionId: 'odd-1', stopReason: 'end_turn' });
      else {
        const agentInfo = extra ? { agentInfo: { name: extra, title: extra, version: '1' } } : {};
        const agentCapabilities = { loadSession: true, auth: { logout: {} } };
        answer({ protocolVersion: trouble === 'speak version 2' ? 2 : 1, ...agentInfo, agentCapabilities });
      }
    });
  },
  /** Writes down the MCP servers that each session is given. */
  given: () => {
    let opened = 0;
    speak({
      'session/new': ({ mcpServers }) => {
        note(`given ${JSON.stringify(mcpServers.map(({ name, args }) => [name, ...args]))}`);
        opened += 1;
        return { sessionId: `odd-${opened}` };
      },
    }).on('close', () => process.exit(0));
  },
  args: () => {
    note(JSON.stringify({ argv: process.argv.slice(4), env: process.env, cwd: process.cwd() }));
    speak().on('close', () => process.exit(0));
  },
  tree: () => grow('tree'),
  branch: () => grow('branch'),
  twig: () => grow('twig'),
  /** The one that we started goes, at a word; the one that it started stays in its group. */
  wrapper: () => {
    child('twig');
    process.stdin.once('data', () => process.exit(0));
  },
  /** Leaves a daemon behind that holds our pipes and cannot be known by its environment. */
  clinger: () => {
    child('twig', { detached: true, env: {} }).unref();
    process.stdin.once('data', () => process.exit(0));
  },
  /** Leaves the group as a daemon does. */
  runaway: () => {
    child('twig', { detached: true, stdio: 'ignore' }).unref();
    speak().on('close', () => process.exit(0));
  },
};

function grow(name) {
  stubborn();
  note(`pid ${process.pid}`);
  const next = TREE[name];
  if (next) child(next);
  if (name === 'tree') speak();
  stay();
}

BEHAVIOURS[behaviour]();
