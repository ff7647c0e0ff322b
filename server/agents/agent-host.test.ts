import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { TestClock } from '../protocol/clock.rig.js';
import type { AgentHost } from './agent-host.js';
import type { AgentStep } from './agent-runner.js';
import { customAgent } from './catalog/catalog.js';
import type { AgentConnection } from './connection/agent-connection.js';
import { Ear, faultWith } from './connection/connection.rig.js';
import { oddEntry, testHost } from './host.rig.js';
import { isAlive, notedPids, ODD_AGENT } from './process/process.rig.js';

const GO = [{ type: 'text' as const, text: 'go' }];

describe('the host of the agents', () => {
  it('[AC37] goes by what the agent says it is: it is started anew if the first words were wrong', async (t) => {
    const cases = [
      ['someone', ['files {"readTextFile":true,"writeTextFile":true}']],
      ['gemini-cli', ['files {"readTextFile":true,"writeTextFile":true}', 'files null']],
    ] as const;
    for (const [name, offers] of cases) {
      const { host, notes } = testHost(t, (file) => [oddEntry(name, 'called', file, name)]);
      const link = await host.connect(name);
      await link.openSession({ cwd: '/', agentSessionId: null, replay: 'drop' }, new Ear());
      const lines = () =>
        readFileSync(notes, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('files'));
      assert.deepEqual(lines(), offers, name);
      host.restart(name);
      await host.connect(name);
      assert.deepEqual(lines(), [...offers, offers.at(-1)], 'the next start knows it');
    }
  });

  it('[AC37] gives each session a process where the agent says that it is one that needs that', async (t) => {
    const { host, notes } = testHost(t, (file) => [oddEntry('mine', 'called', file, 'pi-acp')]);
    const link = await host.connect('mine');
    await link.openSession({ cwd: '/', agentSessionId: null, replay: 'drop' }, new Ear());
    const starts = readFileSync(notes, 'utf8')
      .split('\n')
      .filter((line) => line === 'initialize');
    assert.equal(starts.length, 3, 'one too many, one to ask, one for the session');
  });

  it('[AS24] lends an agent that does not run for one question, and ends it again as if it had never run', async (t) => {
    const { host, told, notes, folder } = testHost(t, (file) => [oddEntry('keeper', 'keeper', file)]);
    const titles = await host.borrow('keeper', async (link) => {
      const listed = await link.listSessions(folder);
      return listed.map(({ title }) => title);
    });
    assert.deepEqual(titles, ['Kept by the agent', 'Kept too']);
    assert.deepEqual((await notedPids(notes, 1)).filter(isAlive), [], 'its process is gone by then');
    assert.deepEqual([told, host.running()], [[], []], 'nobody was told of it');
    assert.deepEqual(host.agents[0]!.health, { state: 'idle' });
    assert.equal(host.logOf('keeper'), '');
    const starts = () =>
      readFileSync(notes, 'utf8')
        .split('\n')
        .filter((line) => line === 'initialize').length;
    assert.equal(starts(), 1);
    await host.connect('keeper');
    await host.borrow('keeper', async (link) => assert.equal(link, host.running()[0]));
    assert.equal(starts(), 2, 'one that runs is not started again');
  });

  it('[AS24] leaves no process of a lent agent, not after a failure and not when all is stopped', async (t) => {
    const { host, notes } = testHost(t, (file) => [oddEntry('keeper', 'keeper', file), oddEntry('help', 'help')]);
    await assert.rejects(
      host.borrow('help', async () => {}),
      faultWith('ended_early'),
    );
    await assert.rejects(
      host.borrow('keeper', () => Promise.reject(new Error('mine'))),
      { message: 'mine' },
    );
    assert.deepEqual(
      host.agents.map(({ health }) => health.state),
      ['idle', 'idle'],
    );
    await new Promise<void>((onLent) => {
      const asked = host.borrow('keeper', async (link) => {
        onLent();
        await (link as AgentConnection).request('session/never', {}, null);
      });
      t.after(() => assert.rejects(asked));
      asked.catch(() => {});
    });
    await host.stopAll();
    await assert.rejects(
      host.borrow('keeper', async () => {}),
      faultWith('server_stopping'),
    );
    const lines = readFileSync(notes, 'utf8').split('\n');
    assert.equal(lines.filter((line) => line === 'initialize').length, 2);
    assert.deepEqual((await notedPids(notes, 2)).filter(isAlive), []);
  });

  it('[A64] knows what is not installed, and says how to get it', async (t) => {
    const ghost = {
      ...oddEntry('ghost', ''),
      commands: [{ command: 'ghost-agent', args: [] }],
      install: { kind: 'command', command: 'npm install x' } as const,
    };
    const { host } = testHost(t, () => [ghost, oddEntry('plain', 'plain')]);
    const { install } = ghost;
    const trouble = { code: 'not_installed', agent: 'Odd ghost', commands: ['ghost-agent'], install };
    assert.deepEqual(
      host.agents.map(({ id, health }) => [id, health]),
      [
        ['ghost', { state: 'missing', trouble, install }],
        ['plain', { state: 'idle' }],
      ],
    );
    await assert.rejects(host.connect('ghost'), { trouble });
    await assert.rejects(host.connect('nobody'), faultWith('unknown_agent', { agentId: 'nobody' }));
    await host.connect('plain');
  });

  it('[A65] starts an agent once, in steps, and keeps what it told', async (t) => {
    const { host, told, notes } = testHost(t, (file) => [oddEntry('plain', 'plain', file)]);
    const steps: AgentStep[] = [];
    const [, first, second] = await Promise.all([
      host.start('plain', (step) => steps.push(step)),
      host.connect('plain'),
      host.connect('plain'),
    ]);
    assert.equal(first, second);
    assert.deepEqual(steps, [
      { stage: 'agent', detail: { agent: 'Odd plain' } },
      { stage: 'initialize', detail: { agent: 'Odd plain' } },
    ]);
    const prompt = { image: false, audio: false, embedded: false };
    const summary = { id: 'plain', name: 'Odd plain', prompt };
    const help = { kind: 'command', command: 'odd login' };
    const signIn = { methods: [], help, canSignOut: false, attempt: null };
    assert.deepEqual(told, [
      { ...summary, version: null, health: { state: 'starting' } },
      { ...summary, version: '1.2.3', health: { state: 'ready' }, signIn },
    ]);
    assert.equal(readFileSync(notes, 'utf8'), 'initialize\n');
  });

  it('[A2] starts agents with the environment of the person and nothing of ours', async (t) => {
    const env = { PATH: process.env.PATH, API_KEY: 'k', ACDECK_TOKEN: 'secret', NODE_OPTIONS: '--no-warnings' };
    const { host, notes, folder } = testHost(t, (file) => [oddEntry('args', 'args', file)], { env });
    await host.connect('args');
    const seen = JSON.parse(readFileSync(notes, 'utf8').split('\n')[0]!);
    assert.equal(seen.env.API_KEY, 'k');
    assert.deepEqual(
      Object.keys(seen.env).filter((name) => /^ACDECK|NODE_OPTIONS/.test(name)),
      [],
    );
    assert.equal(seen.cwd, folder);
  });

  it('[A66] tells sessions of a crash after all that was said, then starts again', async (t) => {
    const clock = new TestClock();
    const { host, until, folder } = testHost(t, () => [oddEntry('flood', 'flood', '', '2000')], { clock });
    const ear = new Ear();
    const link = await host.connect('flood');
    const session = await link.openSession({ cwd: folder, agentSessionId: null, replay: 'drop' }, ear);
    const end = { exitCode: 3, signal: null };
    await assert.rejects(session.prompt(GO), faultWith('stopped', { end, output: { line: 'fell over' } }));
    assert.equal(ear.text, Array.from({ length: 2000 }, (_, n) => `${n + 1} `).join(''));
    assert.deepEqual([ear.order.at(-1), ear.exits], ['exit', [{ exitCode: 3, signal: null, stderr: 'fell over' }]]);
    const { health } = await until('crashed');
    assert.deepEqual(health, {
      state: 'crashed',
      trouble: { code: 'restarting', agent: 'Odd flood', end, seconds: 1 },
      exitCode: 3,
      stderr: 'fell over',
    });
    const again = host.connect('flood');
    clock.pass(1_000);
    assert.notEqual(await again, link);
  });

  it('[A72] gives a session that asks again at once the next process, never the dead one', async (t) => {
    const clock = new TestClock();
    const { host, folder } = testHost(t, () => [oddEntry('flood', 'flood', '', '1')], { clock });
    const link = await host.connect('flood');
    let next: ReturnType<AgentHost['connect']> | null = null;
    const ear = Object.assign(new Ear(), {
      onExit: () => {
        next = host.connect('flood');
      },
    });
    const session = await link.openSession({ cwd: folder, agentSessionId: null, replay: 'drop' }, ear);
    await assert.rejects(session.prompt(GO));
    await clock.untilWaiting(1_000);
    clock.pass(1_000);
    assert.ok(next);
    assert.notEqual(await next, link);
    const { agentSessionId } = session.facts;
    await assert.rejects(link.openSession({ cwd: folder, agentSessionId, replay: 'drop' }, new Ear()), /stopped/);
  });

  it('[A66] waits longer each time, and gives up after the fifth crash in two minutes', async (t) => {
    const clock = new TestClock();
    const { host, until, folder } = testHost(t, () => [oddEntry('flood', 'flood', '', '1')], { clock });
    const crash = async () => {
      const link = await host.connect('flood');
      const session = await link.openSession({ cwd: folder, agentSessionId: null, replay: 'drop' }, new Ear());
      await session.prompt(GO).catch(() => {});
      return (await until('crashed')).health;
    };
    for (const wait of [1_000, 2_000, 4_000, 8_000]) {
      await crash();
      await clock.untilWaiting(wait);
      clock.pass(wait);
    }
    const last = await crash();
    assert.equal(last.state === 'crashed' && last.trouble.code, 'crash_loop');
    await assert.rejects(host.connect('flood'), faultWith('crash_loop'));
    host.restart('flood');
    await host.connect('flood');
  });

  it('[A66] does not start again what never came up', async (t) => {
    const clock = new TestClock();
    const { host, told } = testHost(t, () => [oddEntry('help', 'help')], { clock });
    const end = { exitCode: 2, signal: null };
    const early = { end, isNpx: false, output: { line: '--help  shows this' } };
    await assert.rejects(host.connect('help'), faultWith('ended_early', early));
    assert.deepEqual(
      told.map(({ health }) => health.state),
      ['starting', 'crashed'],
    );
    assert.deepEqual(clock.pending, []);
    assert.match(host.logOf('help'), /Usage: odd-agent/);
  });

  it('[A20] [A21] ends agents that speak otherwise or not at all, and the others go on', async (t) => {
    const clock = new TestClock();
    const agents = (file: string) => [
      oddEntry('two', 'version2'),
      oddEntry('mute', 'silent', file),
      oddEntry('plain', 'plain'),
    ];
    const { host, until } = testHost(t, agents, { clock });
    await assert.rejects(host.connect('two'), faultWith('wrong_version', { version: '2' }));
    const mute = assert.rejects(host.connect('mute'), faultWith('no_answer', { method: 'initialize', seconds: 60 }));
    await clock.untilWaiting(60_000);
    clock.pass(60_000);
    await mute;
    const { health } = await until('crashed', 'mute');
    assert.equal(health.state === 'crashed' && health.trouble.code, 'no_answer');
    await host.connect('plain');
  });

  it('[A67] restarts an agent that does not react, and its sessions hear of the end', async (t) => {
    const { host, notes, folder } = testHost(t, (file) => [oddEntry('tree', 'tree', file)]);
    const ear = new Ear();
    const link = await host.connect('tree');
    await link.openSession({ cwd: folder, agentSessionId: null, replay: 'drop' }, ear);
    const before = await notedPids(notes, 3);
    host.restart('tree');
    host.restart('tree');
    assert.notEqual(await host.connect('tree'), link);
    await ear.until(() => ear.exits.length > 0);
    assert.deepEqual(ear.exits, [{ exitCode: null, signal: 'SIGKILL', stderr: '' }]);
    assert.deepEqual(before.filter(isAlive), []);
    assert.equal((await notedPids(notes, 6)).filter(isAlive).length, 3);
  });

  it('[A63] calls an agent of the person what it calls itself', async (t) => {
    const { host } = testHost(t, () => [customAgent([process.execPath, ODD_AGENT, 'plain'])]);
    assert.equal(host.agents[0]?.name, 'odd-agent');
    await host.connect('custom');
    assert.equal(host.agents[0]?.name, 'odd');
  });

  it('[A68] runs several agents at once, each with its own health', async (t) => {
    const agents = () => [oddEntry('one', 'plain'), oddEntry('two', 'plain'), oddEntry('three', 'help')];
    const { host } = testHost(t, agents);
    const outcomes = await Promise.allSettled(['one', 'two', 'three'].map((id) => host.connect(id)));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    );
    assert.deepEqual(
      host.agents.map(({ health }) => health.state),
      ['ready', 'ready', 'crashed'],
    );
  });

  it('[A69] ends them all, stubborn ones too, and starts none after that', async (t) => {
    const { host, notes } = testHost(t, (file) => [oddEntry('tree', 'tree', file), oddEntry('plain', 'plain')]);
    await Promise.all([host.connect('tree'), host.connect('plain')]);
    const pids = await notedPids(notes, 3);
    const alive = pids.filter(isAlive).length;
    await host.stopAll();
    t.diagnostic(`${alive} alive before, ${pids.filter(isAlive).length} after`);
    assert.deepEqual([alive, pids.filter(isAlive)], [3, []]);
    await assert.rejects(host.connect('plain'), faultWith('server_stopping'));
  });
});
