import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { act, settled, TestServer } from './registry.rig.js';

const permission = { toolCall: { toolCallId: 't', title: 'Run' }, options: [] };
const received = (server: TestServer) => server.host.sessions.flatMap(({ prompts }) => prompts.map((p) => p.text));

describe('continuity', () => {
  it('[S8] keeps what a dying agent had said, ends the turn visibly and sends nothing again', async () => {
    const server = await TestServer.ready();
    const tab = server.tab();
    server.prompt('go');
    server.prompt('next');
    server.host.last.say('half an ans');
    server.host.exit();
    await server.tick();
    assert.deepEqual(server.lines(), [
      'user: go',
      'agent: half an ans',
      'error: agent_exited 1 null true',
      'mark: restarted',
    ]);
    const error = entriesOf(tab.transcript.entries).find((entry) => entry.kind === 'error');
    assert.deepEqual([error?.details, error?.action, error?.canResend], ['Segmentation fault', 'restart_agent', true]);
    assert.deepEqual([received(server), server.tab().transcript.queuePaused], [['go'], { code: 'agent_stopped' }]);
    assert.deepEqual(entriesOf(tab.transcript.entries), entriesOf(server.tab().transcript.entries));
  });

  it("[S8] goes on with the agent's own session after it was restarted", async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.host.last.prompts[0]!.end();
    await settled();
    server.host.exit();
    server.prompt('on');
    await settled();
    const { seenAt: _seenAt, begunAt, expects: _expects, hearsPast, ...request } = server.host.last.request;
    assert.ok((begunAt ?? 0) > 0, 'it is known when the agent began it');
    assert.deepEqual(request, { cwd: '/work/a', agentSessionId: 'agent-1', replay: 'drop' });
    assert.equal(hearsPast?.(), false, 'nothing was answered that could be compared');
    assert.deepEqual(received(server), ['go', 'on']);
    assert.equal(server.tab().transcript.memory, 'kept');
  });

  it('[S8] gets the agent back once, where somebody wants it, whatever tells that it is gone or ready', async () => {
    const server = await TestServer.ready();
    const [read, rested] = ['read', 'rested'].map((name) => {
      server.prompt(name);
      return server.registry.create(act(), 'demo').id;
    });
    await settled();
    const tab = server.tab(read);
    const shown = server.id;
    assert.equal(shown, rested, 'the newest is what fresh tabs show');
    const first = server.host.sessions.length;
    let start = () => {};
    server.host.gate = new Promise((resolve) => {
      start = resolve;
    });
    const before = server.host.connects;
    server.host.exit();
    server.registry.agentReady('demo');
    server.registry.agentReady('demo');
    assert.equal(server.host.connects - before, 2, 'the one that is read, and the one that is shown');
    start();
    await settled();
    assert.equal(server.host.sessions.length - first, 2);
    server.registry.agentReady('demo');
    assert.equal(server.host.connects - before, 2);
    server.registry.dropTab(tab);
    server.host.exit();
    assert.equal(server.host.connects - before, 3, 'nobody looks at the first one any more');
  });

  it('[S8] ends the turn once, whether the exit or the failed prompt is heard first', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.host.last.prompts[0]!.fail('The connection broke');
    await settled();
    server.host.exit();
    await settled();
    const ends = server.types().filter((type) => /turn_failed|agent_exited/.test(type));
    assert.deepEqual(ends, ['turn_failed']);
  });

  it('[S8] hears nothing of an agent that is gone', async () => {
    const server = await TestServer.ready();
    const { last } = server.host;
    server.host.exit();
    last.say('from beyond');
    await server.tick();
    assert.ok(!server.lines().includes('agent: from beyond'));
  });

  it('[S9] says when the agent does not remember what the page shows', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.host.last.prompts[0]!.end();
    await settled();
    server.host.memory = 'lost';
    server.host.exit();
    server.prompt('on');
    await settled();
    const lines = ['mark: restarted', 'notice: started_over demo next', 'user: on'];
    assert.deepEqual(server.lines().slice(-3), lines);
    assert.equal(server.tab().transcript.memory, 'lost');
  });

  it('[RG2] says once that the agent has forgotten, and hands the past over however often it is opened before', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.host.last.prompts[0]!.end();
    await settled();
    let again = server.restarted();
    for (const memory of ['lost', 'lost', 'kept'] as const) {
      again.host.memory = memory;
      await again.registry.connectShown();
      again = again.restarted();
    }
    again.host.memory = 'kept';
    await again.registry.connectShown();
    const said = again.lines().filter((line) => line.startsWith('notice:'));
    assert.deepEqual(said, ['notice: started_over demo next']);
    assert.equal(again.tab().transcript.memory, 'lost');
    again.prompt('on');
    await settled();
    assert.match(again.host.last.prompts[0]!.text, /^on[\s\S]*"go"/);
  });

  it('[S9] says nothing of memory in a session in which nothing was said', async () => {
    const server = await TestServer.ready();
    const again = server.restarted();
    await again.registry.connectShown();
    assert.deepEqual([again.lines(), again.host.last.request.agentSessionId], [[], null]);
  });

  it('[S10] marks a turn as interrupted after the server was killed, and never sends it again', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.prompt('next');
    server.host.last.say('half');
    server.host.last.listener.onTerminal({ type: 'terminal_opened', terminalId: 'x', command: 'make', cwd: '/work/a' });
    void server.host.last.listener.onPermission(permission, new AbortController().signal);
    await server.tick();
    const again = server.restarted();
    const before = again.tab().transcript;
    assert.deepEqual([before.turn.status, before.pending, before.open], ['idle', [], []]);
    assert.deepEqual(before.queuePaused, { code: 'server_killed' });
    const mark = entriesOf(before.entries).find((entry) => entry.kind === 'mark');
    assert.deepEqual([mark?.mark.code, mark?.action], ['interrupted', 'resend']);
    await again.registry.connectShown();
    assert.deepEqual([received(again), again.lines().at(-1)], [[], 'mark: restarted']);
    again.prompt('go');
    assert.deepEqual(received(again), ['go']);
  });

  it('[S10] adds nothing when it is opened again and again', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    const once = server.restarted();
    await once.registry.connectShown();
    const twice = once.restarted();
    await twice.registry.connectShown();
    const marks = twice.lines().filter((line) => line.startsWith('mark'));
    assert.deepEqual(marks, ['mark: interrupted', 'mark: restarted']);
  });

  it('[S18] ends an agent by force: the turn is over at once and a fresh one takes its place', async () => {
    const server = await TestServer.ready();
    server.prompt('hang');
    const { last } = server.host;
    server.registry.acts.forceStop(act(), server.id);
    assert.deepEqual([server.tab().transcript.turn.status, server.host.restarts], ['idle', ['demo']]);
    last.say('ignored');
    last.prompts[0]!.end();
    await server.tick();
    assert.deepEqual(server.lines(), ['user: hang', 'mark: cancelled', 'mark: restarted']);
    server.prompt('again');
    assert.deepEqual(received(server), ['hang', 'again']);
  });

  it('[S18] tells other sessions of the same agent why their turns ended', async () => {
    const server = await TestServer.ready();
    const first = server.id;
    server.prompt('one');
    const { id: second } = server.registry.create(act(), 'demo');
    await settled();
    server.prompt('two', second);
    server.registry.acts.forceStop(act(), second);
    await settled();
    assert.deepEqual(server.lines(first), ['user: one', 'error: restarted demo', 'mark: restarted']);
    assert.deepEqual(server.host.restarts, ['demo']);
  });

  it('[S18] restarts an agent on request', async () => {
    const server = await TestServer.ready();
    server.host.exit();
    server.registry.restartAgent('demo');
    await settled();
    assert.deepEqual([server.host.restarts, server.host.last.isClosed], [['demo'], false]);
  });

  it('[S19] keeps prompts for an agent that cannot start, adds nothing to what its health says, and delivers them when it can', async () => {
    const server = new TestServer();
    server.registry.restore();
    server.host.startFault = new Error('copilot is not installed.');
    server.prompt('go');
    server.prompt('on');
    await settled();
    server.registry.agentReady('demo');
    await settled();
    assert.deepEqual(server.lines(), []);
    server.host.startFault = null;
    server.registry.agentReady('demo');
    await settled();
    assert.deepEqual(received(server), ['go']);
  });

  it('[S19] offers to sign in when the agent will not open a session before that', async () => {
    const server = new TestServer();
    server.registry.restore();
    server.host.openFault = Object.assign(new Error('Sign in first.'), { code: -32000 });
    await assert.rejects(server.registry.connectShown(), { message: 'Sign in first.', code: -32000 });
    const notice = entriesOf(server.tab().transcript.entries)[0];
    assert.deepEqual([notice?.kind, Reflect.get(notice!, 'action')], ['notice', 'sign_in']);
  });

  it('[S21] marks a running turn when the server is stopped, and hears no more of the agent', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.host.last.say('half');
    server.registry.close();
    server.host.last.say(' and more');
    server.host.exit();
    await server.tick();
    assert.equal(server.types().at(-1), 'turn_interrupted');
    assert.deepEqual(server.restarted().lines(), ['user: go', 'agent: half', 'mark: interrupted']);
  });
});
