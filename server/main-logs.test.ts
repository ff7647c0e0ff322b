import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { insist } from '../specs/rigs/insist.rig.js';
import { makePlace, ServerProcess, type StartOptions } from '../specs/rigs/server-process.rig.js';
import { signIn } from '../specs/rigs/sign-in.rig.js';
import { TestTab } from '../specs/rigs/test-tab.rig.js';

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
});
