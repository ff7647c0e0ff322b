import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Acdeck, NO_AGENT, TestHome } from '../acdeck.rig.js';
import { addToken, ask, bearer, Stream } from '../api/api.rig.js';
import type { LoggedEvent } from '../protocol/session/session-event.js';
import { until } from '../testing/until.rig.js';
import { FollowedTurn } from './follow-turn.js';

const HELLO = 'Tell me what you can do.';
const EDIT = 'Edit a file, but ask me first.';

/** Processes of this user that have to do with a folder. */
function processesOf(path: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return line.includes(path) || environment.includes(`HOME=${path}\0`) ? [`${pid} ${line}`] : [];
      } catch {
        return [];
      }
    });
}

async function none(path: string): Promise<void> {
  await until(
    () => processesOf(path),
    (left) => left.length === 0,
  );
}

describe('acdeck ask where a server runs', () => {
  const cleanups: (() => Promise<void>)[] = [];
  const home = new TestHome({ after: (act: () => Promise<void>) => void cleanups.push(act) });
  const run = (args: string[], more: { input?: string; env?: Record<string, string> } = {}): Acdeck =>
    home.acdeck([args[0]!, '--folder', home.folder(), ...args.slice(1)], more);
  let port = 0;
  let token = '';

  before(async () => {
    const server = home.server(['--agent', 'demo']);
    port = (await server.door()).port;
    await server.line('ready');
    token = await addToken(home, 'full');
  });

  after(async () => {
    for (const act of cleanups) await act();
  });

  const api = (path: string, body?: unknown) =>
    ask(port, `/api/v1${path}`, { headers: bearer(token), ...(body === undefined ? {} : { body }) });
  const sessionOf = async (title: string) =>
    (await api('/sessions')).json.sessions.find((session: { title: string }) => session.title === title);

  it('[PG20] prints the reply as it is written, and ends with 0', async () => {
    const call = run(['ask', HELLO]);
    assert.equal(await call.ended, 0);
    assert.match(call.stdout, /built-in demo agent[\s\S]*Pick a suggestion, or write one of the words above\.\n$/);
    assert.equal(call.stderr, '');
    assert.equal((await sessionOf(HELLO)).status, 'idle');
  });

  it('[PG21] ends with 1 if the turn fails or the agent crashes', async () => {
    const failed = run(['ask', 'Fail with an error.']);
    assert.equal(await failed.ended, 1);
    assert.match(failed.stderr, /The demo model is overloaded/);
    // After the other: both share a process of the agent.
    const crashed = run(['ask', 'Crash in the middle of your answer.']);
    assert.equal(await crashed.ended, 1);
    assert.match(crashed.stderr, /The agent crashed/);
  });

  it('[PG21] ends with 2 for bad options, and says what to do', async () => {
    const cases: [args: string[], says: RegExp][] = [
      [['ask'], /needs a message in quotes.*acdeck \.\/ask/],
      [['ask', 'a', 'b'], /one message\. Put it in quotes/],
      [['ask', '--format', 'xml', 'a'], /--format is one of text, json, quiet, not "xml"/],
      [['ask', '--on-ask', 'maybe', 'a'], /--on-ask is one of wait, reject, fail/],
      [['ask', '--port', '1', 'a'], /Unknown option --port/],
      [['ask', '--agent', 'nobody', 'a'], /no agent "nobody" here\. Choose one of .*demo/],
      [['token', 'add', 'x', '--role', 'owner'], /--role is one of viewer, approver, full/],
      [['token', 'add', 'x', '--days', '0'], /--days needs a number from 1 to 365/],
      [['token', 'make'], /Use acdeck token add/],
      [['send', 'x'], /needs a session/],
    ];
    for (const [args, says] of cases) {
      const call = run(args);
      assert.equal(await call.ended, 2, args.join(' '));
      assert.match(call.stderr, says);
      assert.equal(call.stdout, '');
    }
    const help = run(['ask', '--help']);
    assert.equal(await help.ended, 0);
    assert.match(help.stdout, /--on-ask wait\|reject\|fail[\s\S]*Exit codes: 0 done/);
  });

  it('[PG21] ends with 3 if a request was denied or waits, and waits for an answer if it is to', async () => {
    const denied = run(['ask', '--on-ask', 'reject', EDIT]);
    assert.equal(await denied.ended, 3);
    assert.match(denied.stdout, /You said no/);
    assert.match(denied.stderr, /Denied: .*\n.*A request of the agent was denied/);
    const failed = run(['ask', '--on-ask', 'fail', '--session', 'waits', EDIT]);
    assert.equal(await failed.ended, 3);
    assert.match(failed.stderr, /The agent asks: .* it waits/);
    assert.equal((await sessionOf('waits')).status, 'waiting');
    const form = run(['ask', '--on-ask', 'reject', 'Ask me something with a form.']);
    assert.equal(await form.ended, 3);
    const waiting = run(['ask', '--session', 'patient', EDIT]);
    await waiting.until(() => /The agent asks: .* answer it in AcDeck’s page/.test(waiting.stderr));
    const { id } = await sessionOf('patient');
    const [request] = (await api(`/sessions/${id}`)).json.requests;
    const { optionId } = request.options.find(({ kind }: { kind: string }) => kind === 'allow_once');
    await api(`/sessions/${id}/permissions/${request.id}`, { optionId, digest: request.digest });
    assert.equal(await waiting.ended, 0);
  });

  it('[PG21] ends with 4 if the agent was stopped elsewhere', async () => {
    const call = run(['ask', '--session', 'stopped', 'long 5000']);
    await call.until(() => call.stdout.includes('⟦3⟧'));
    const { id } = await sessionOf('stopped');
    await ask(port, `/api/v1/sessions/${id}/cancel`, { method: 'POST', headers: bearer(token) });
    assert.equal(await call.ended, 4);
    assert.match(call.stderr, /The agent was stopped/);
  });

  it('[PG22] stops the agent on Ctrl-C, and when nobody reads any more', async () => {
    const [title, asked] = ['interrupted', ['ask', '--session', 'interrupted', 'long 5000']];
    const piped = run(asked);
    await piped.until(() => piped.stdout.includes('⟦3⟧'));
    piped.deafen();
    assert.equal(await piped.ended, 130);
    assert.equal((await sessionOf(title)).status, 'idle');
    const call = run(asked);
    await call.until(() => call.stdout.includes('⟦3⟧'));
    const { id } = await sessionOf(title);
    const stream = new Stream(port, `/api/v1/sessions/${id}/events`, bearer(token));
    await stream.until(() => stream.sent.length > 0);
    assert.equal(await call.end('SIGINT'), 130);
    assert.match(call.stderr, /Stopped\./);
    await stream.until(() => stream.sent.some(({ data }) => data.type === 'turn_ended'));
    assert.equal(stream.sent.find(({ data }) => data.type === 'turn_ended')!.data.stopReason, 'cancelled');
    stream.cut();
  });

  it('[PG23] goes on in a session by its name, sends without waiting, and reads stdin', async () => {
    const first = run(['ask', '--session', 'named', '--format', 'json', HELLO]);
    assert.equal(await first.ended, 0);
    const result = JSON.parse(first.stdout.trim().split('\n').at(-1)!);
    const second = run(['ask', '--session', 'named', '--format', 'json', '-'], { input: 'What did\nI say?\n' });
    assert.equal(await second.ended, 0);
    const lines = second.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.at(-1).sessionId, result.sessionId);
    assert.equal(lines.find(({ type }) => type === 'prompt_sent').content[0].text, 'What did\nI say?');
    const sent = run(['send', 'named', HELLO]);
    assert.equal(await sent.ended, 0);
    assert.equal(sent.stdout, `${result.sessionId}\n`);
    const byId = run(['ask', '--no-wait', '--session', result.sessionId, HELLO]);
    assert.equal(await byId.ended, 0);
    const missing = run(['send', 'never heard of', HELLO]);
    assert.equal(await missing.ended, 1);
    assert.match(missing.stderr, /no session "never heard of".*acdeck sessions/);
    const other = run(['ask', '--session', 'named', '--agent', 'gemini', HELLO]);
    assert.equal(await other.ended, 2);
    const empty = run(['ask', '-'], { input: '\n' });
    assert.equal(await empty.ended, 2);
  });

  it('[PG24] prints events and a result as JSON, or the last message alone', async () => {
    const json = run(['ask', '--format', 'json', HELLO]);
    assert.equal(await json.ended, 0);
    const lines = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LoggedEvent & { reply?: string });
    const numbers = lines.slice(0, -1).map(({ seq }) => seq);
    assert.deepEqual(
      numbers,
      numbers.map((_, n) => numbers[0]! + n),
    );
    const { type, reply } = lines.at(-1) as unknown as { type: string; reply: string };
    assert.equal(type, 'result');
    const quiet = run(['ask', '--format', 'quiet', HELLO]);
    assert.equal(await quiet.ended, 0);
    assert.equal(quiet.stdout, `${reply.trim()}\n`);
    assert.equal(quiet.stderr, '');
  });

  it('[PG26] lists sessions', async () => {
    const [text, json] = [run(['sessions']), run(['sessions', '--format', 'json'])];
    assert.deepEqual([await text.ended, await json.ended], [0, 0]);
    const sessions = JSON.parse(json.stdout) as { title: string; id: string }[];
    assert.ok(sessions.some(({ title }) => title === 'named'));
    for (const { id, title } of sessions) assert.ok(text.stdout.includes(id) && text.stdout.includes(title));
  });
});

describe('acdeck ask where no server runs', () => {
  it('[PG20] [PG25] [PG26] starts one for its call and leaves nothing, also if several call at once', async (t) => {
    const home = new TestHome(t);
    const at = ['--folder', home.folder(), '--agent', 'demo'];
    const calls = [1, 2, 3].map((n) =>
      home.acdeck(['ask', ...at, '--format', 'quiet', `Tell me what you can do. ${n}`]),
    );
    assert.deepEqual(await Promise.all(calls.map(({ ended }) => ended)), [0, 0, 0]);
    for (const [n, { stdout }] of calls.entries()) assert.match(stdout, new RegExp(`You wrote: “[^”]*${n + 1}”`));
    await none(home.root);
    const listed = home.acdeck(['sessions', '--format', 'json', '--folder', home.folder()]);
    assert.equal(await listed.ended, 0);
    assert.equal(JSON.parse(listed.stdout).length, 3);
    assert.deepEqual(
      readdirSync(home.path('data', 'acdeck', 'run')).filter((name) => !name.endsWith('.json')),
      [],
    );
  });

  it('[PG20] [PG22] leaves nothing when it is killed or interrupted', async (t) => {
    const home = new TestHome(t);
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const call = home.acdeck(['ask', '--folder', home.folder(), '--agent', 'demo', 'long 5000']);
      await call.until(() => call.stdout.includes('⟦3⟧'));
      assert.equal(await call.end(signal), signal === 'SIGKILL' ? 'SIGKILL' : 130);
      await none(home.root);
    }
  });

  it('[PG21] denies what nobody could answer, and says why an agent cannot run', async (t) => {
    const home = new TestHome(t);
    const asked = home.acdeck(['ask', '--folder', home.folder(), '--agent', 'demo', EDIT]);
    assert.equal(await asked.ended, 3);
    const missing = home.acdeck(['ask', '--folder', home.folder(), '--agent', NO_AGENT, 'Hello']);
    assert.equal(await missing.ended, 1);
    assert.match(missing.stderr, /isn’t installed|couldn’t start/);
    const unsent = home.acdeck(['ask', '--no-wait', '--folder', home.folder(), 'Hello']);
    assert.equal(await unsent.ended, 2);
    assert.match(unsent.stderr, /isn’t running in this folder.*Start acdeck first/);
  });

  it('[PG21] ends with 5 if the agent wants a sign-in', async (t) => {
    const home = new TestHome(t);
    for (const method of ['session/prompt', 'session/new']) {
      const env = { ACDECK_DEMO_LOGIN: method, ACDECK_DEMO_DIR: home.folder('demo') };
      const call = home.acdeck(['ask', '--folder', home.folder(), '--agent', 'demo', 'Hello'], { env });
      assert.equal(await call.ended, 5, method);
      assert.match(call.stderr, /Sign in to the agent first/);
    }
  });
});

describe('a reply', () => {
  it('[PG24] brings no control characters, and begins a new message after a tool call', () => {
    const turn = new FollowedTurn('p');
    const event = (rest: object) => ({ seq: 1, at: 0, ...rest }) as LoggedEvent;
    const chunk = (text: string) =>
      event({
        type: 'agent_update',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      });
    assert.deepEqual(turn.take(chunk('of another turn')), {});
    turn.take(event({ type: 'prompt_sent', promptId: 'p', content: [], by: { kind: 'server' } }));
    assert.deepEqual(turn.take(chunk('a\u001b[2Jb\u0007\u202ec\n')).text, { words: 'abc\n', isNew: false });
    turn.take(event({ type: 'agent_update', update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'x' } }));
    assert.deepEqual(turn.take(chunk('d')).text, { words: 'd', isNew: true });
  });
});
