/**
 * An agent that keeps its one session in a file, `{ turns: [{ said, replied }], heard: [] }`, which a test may cut. Its
 * second argument says how it opens a session again: `load`, `resume`, `both`, `no-load` (it offers both and refuses to
 * load), `loaded` (it says that the session is loaded) or `late` (it retells after its answer, with words of its own).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file, way] = process.argv;
const sessionId = 'mine';
const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { turns: [], heard: [], opened: [] });
const write = (change) => writeFileSync(file, JSON.stringify({ ...read(), ...change }));
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tell = (kind, text, messageId) => {
  const update = { sessionUpdate: `${kind}_message_chunk`, messageId, content: { type: 'text', text } };
  send({ method: 'session/update', params: { sessionId, update } });
};

/** As many calls of tools as the message asks for. */
function work(said) {
  const steps = Number(/in (\d+) steps/.exec(said)?.[1] ?? 0);
  for (let n = 0; n < steps; n++) {
    const call = { toolCallId: `${said}${n}`, title: `Step ${n}`, kind: 'read', status: 'completed' };
    const content = [{ type: 'content', content: { type: 'text', text: 'A line of a file.\n'.repeat(60) } }];
    send({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'tool_call', ...call, content } } });
  }
}

function retell() {
  for (const [n, { said, replied }] of read().turns.entries()) {
    tell('user', said, `u${n}`);
    work(said);
    tell('agent', replied, `a${n}`);
  }
}

const answers = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'forgetful', title: 'Forgetful', version: '1.0.0' },
    agentCapabilities: {
      loadSession: way !== 'resume',
      sessionCapabilities: ['load', 'late'].includes(way) ? {} : { resume: {} },
    },
  }),
  'session/new': () => ({ sessionId }),
  'session/resume': () => ({}),
  'session/load': () => {
    if (way === 'no-load') throw { code: -32603, message: 'Internal error' };
    if (way === 'loaded') throw { code: -32602, message: 'Session mine is already loaded' };
    if (way !== 'late') retell();
    return {};
  },
  'session/prompt': ({ prompt }) => {
    const { turns, heard } = read();
    const said = prompt.map(({ text }) => text).join('');
    const replied = `Reply ${turns.length + 1}`;
    work(said);
    write({ turns: [...turns, { said, replied }], heard: [...heard, said] });
    tell('agent', replied);
    return { stopReason: 'end_turn' };
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  if (method.startsWith('session/') && method !== 'session/prompt') write({ opened: [...read().opened, method] });
  try {
    const result = answers[method]?.(params) ?? {};
    send({ id, result });
    if (method === 'session/load' && way === 'late') {
      tell('user', '<session_context>where it is</session_context>', 'context');
      setTimeout(retell, 20);
    }
  } catch (error) {
    send({ id, error });
  }
});
