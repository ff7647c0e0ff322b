import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { insist } from '../../specs/rigs/insist.rig.js';
import { makePlace, ServerProcess, type StartOptions } from '../../specs/rigs/server-process.rig.js';
import { signIn } from '../../specs/rigs/sign-in.rig.js';
import { TestTab } from '../../specs/rigs/test-tab.rig.js';

const SECRET = 'planted-value-of-the-environment';

/** The real command with the demo agent and a tab at it, after one turn. */
async function serve(t: TestContext, options: StartOptions) {
  const place = await makePlace();
  const server = await ServerProcess.start(place, { port: 0, ...options });
  const credentials = await signIn(server.url);
  const tab = new TestTab(
    () => `ws://127.0.0.1:${server.port}`,
    () => credentials,
  );
  t.after(async () => {
    tab.close();
    await server.stop('SIGKILL');
    await place.remove();
  });
  await server.line('ready');
  await tab.open();
  const sessionId = await insist(tab, () => tab.followOpen());
  await tab.until(({ transcript }) => transcript?.agentSessionId != null);
  const content = [{ type: 'text' as const, text: `think about ${SECRET} and words of mine` }];
  await insist(tab, ({ AcpBridge }) => AcpBridge.prompt('only-once', sessionId, content));
  await tab.until(({ transcript }) => transcript?.turn.status === 'idle' && transcript.turn.n === 1);
  return { server, tab, sessionId };
}

describe('what a server tells of itself', () => {
  it('[DG9] is in the logs and the trace that a tab can read, without secrets', async (t) => {
    const { server, tab, sessionId } = await serve(t, { env: () => ({ SOME_API_KEY: SECRET }) });
    const agent = await insist(tab, ({ AcpBridge }) => AcpBridge.get_agent_log('demo', null, 1_000, true));
    assert.deepEqual([agent.lines[0]?.kind, agent.lines[1]?.kind], ['life', 'out']);
    assert.ok(agent.lines.some(({ kind, text }) => kind === 'in' && text.includes('stopReason')));
    const rest = await insist(tab, ({ AcpBridge }) => AcpBridge.get_agent_log('demo', agent.next, 1_000, true));
    assert.deepEqual(rest.lines, [], 'nothing is told twice');
    const own = await insist(tab, ({ AcpBridge }) => AcpBridge.get_server_log(null, 1_000));
    assert.ok(own.lines.some(({ kind }) => kind === 'detail'));
    for (const withContents of [false, true]) {
      const page = await insist(tab, ({ AcpBridge }) => AcpBridge.get_trace(sessionId, withContents, null, 0));
      assert.match(page.fileName, /^acdeck-trace-[\w-]{1,8}-[\dTZ-]+\.jsonl$/);
      const all = page.lines.join('\n');
      assert.match(all, /"method":"session\/prompt"/);
      assert.match(all, /"type":"turn_ended"/);
      assert.equal(all.includes('words of mine'), withContents);
      assert.ok(!all.includes(SECRET));
    }
    assert.ok(!JSON.stringify(agent).includes(SECRET));
    assert.equal(server.stderr, '', 'with --json and without DEBUG it says nothing more');
  });

  it('[DG1] [DG9] is on stderr with time and namespace when DEBUG asks for it, and only there', async (t) => {
    const { server } = await serve(t, { env: () => ({ DEBUG: 'acdeck:*', SOME_API_KEY: SECRET }) });
    const lines = server.stderr.split('\n').filter(Boolean);
    const kinds = new Set(lines.map((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z (acdeck:\w+) \S/.exec(line)?.[1]));
    assert.deepEqual(kinds, new Set(['acdeck:server', 'acdeck:agent', 'acdeck:session', 'acdeck:timing']));
    for (const part of [
      /runs as process \d+/,
      /in session\/update/,
      /answered initialize after [\d.]+ ms/,
      /prompt_sent/,
      /events were written in/,
      /tab \S+ on .* came/,
    ]) {
      assert.match(server.stderr, part);
    }
    assert.ok(!server.stderr.includes(SECRET));
  });

  const SCOPES = ['server', 'agent', 'session', 'timing'] as const;
  /** A line that only this part of the server writes. */
  const WRITES = {
    server: /acdeck:server tab \S+ on .* came/,
    agent: /acdeck:agent .* in session\/update/,
    session: /acdeck:session .*prompt_sent/,
    timing: /acdeck:timing .*answered initialize after [\d.]+ ms/,
  } as const;
  const CASES: [string, StartOptions, readonly string[]][] = [
    ['--verbose', { args: ['--verbose'] }, SCOPES],
    ['--verbose with DEBUG for something else', { args: ['--verbose'], env: () => ({ DEBUG: 'express:*' }) }, SCOPES],
    ['--verbose with DEBUG for a part', { args: ['--verbose'], env: () => ({ DEBUG: 'acdeck:timing' }) }, SCOPES],
    ...SCOPES.map((scope): [string, StartOptions, readonly string[]] => [
      `DEBUG=acdeck:${scope}`,
      { env: () => ({ DEBUG: `acdeck:${scope}` }) },
      [scope],
    ]),
    ['DEBUG=acdeck:agent,acdeck:timing', { env: () => ({ DEBUG: 'acdeck:agent,acdeck:timing' }) }, ['agent', 'timing']],
    ['nothing', {}, []],
  ];

  for (const [name, options, wanted] of CASES) {
    it(`[DG17] is on stderr as far as ${name} asks for it`, async (t) => {
      const { env } = options;
      const secrets = { SOME_API_KEY: SECRET };
      const { server } = await serve(t, { ...options, env: (place) => ({ ...env?.(place), ...secrets }) });
      for (const scope of SCOPES) {
        const isThere = WRITES[scope].test(server.stderr);
        assert.equal(isThere, wanted.includes(scope), `${scope}\n${server.stderr.slice(0, 2_000)}`);
      }
      assert.equal(
        server.stderr.includes('acdeck: '),
        name.startsWith('--verbose'),
        'details come with --verbose only',
      );
      assert.ok(!server.stderr.includes(SECRET));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
      assert.doesNotMatch(server.stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    });
  }

  it('[DG16] [DG17] names a session that was not opened and its code, and holds neither secrets nor control characters', async (t) => {
    const script = `
      const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
      process.stderr.write('\\x1b[31mkey ' + process.env.SOME_API_KEY + '\\x07\\n');
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } };
        if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
        else if (method === 'session/new') send({ id, result: { sessionId: 'own-' + process.pid } });
        else if (method === 'session/load') send({ id, error: { code: -32042, message: 'no \\x1b]0;title\\x07 luck ' + process.env.SOME_API_KEY } });
        else if (method === 'session/prompt') {
          send({ method: 'session/update', params: { sessionId: params.sessionId, update } });
          send({ id, result: { stopReason: 'end_turn' } });
        }
      });`;
    const file = join(await mkdtemp(join(tmpdir(), 'acdeck-agent-')), 'agent.cjs');
    await writeFile(file, script);
    t.after(() => rm(dirname(file), { recursive: true, force: true }));
    const { server, tab } = await serve(t, {
      agent: `${process.execPath} ${file}`,
      args: ['--verbose'],
      env: () => ({ SOME_API_KEY: SECRET }),
    });
    const { app } = await insist(tab, ({ AcpBridge }) => AcpBridge.get_current_state());
    const agentId = app.defaultAgentId;
    await insist(tab, ({ AcpBridge }) => AcpBridge.restart_agent('once-more', agentId));
    await tab.until(({ transcript }) => transcript?.oldSession !== undefined);
    const { agentSessionId } = tab.transcript!.oldSession!;
    const failed = new RegExp(`session/load of ${agentSessionId} failed with -32042: no +luck \\[hidden\\]`);
    const log = await insist(tab, ({ AcpBridge }) => AcpBridge.get_agent_log(agentId, null, 1_000, false));
    const notes = log.lines.filter(({ kind }) => kind === 'note').map(({ text }) => text);
    assert.equal(notes.filter((text) => failed.test(text)).length, 2, notes.join('\n'));
    assert.match(server.stderr, failed);
    assert.match(server.stderr, /stderr: .*key \[hidden\]/);
    assert.ok(!server.stderr.includes(SECRET));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
    assert.doesNotMatch(server.stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
