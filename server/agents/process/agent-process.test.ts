import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { groupMembers } from '../../processes/process-table.js';
import { until } from '../../testing/until.rig.js';
import { agentEnv } from '../catalog/agent-env.js';
import { scratchFolder } from '../connection/connection.rig.js';
import { AgentFault } from './agent-fault.js';
import { isAlive, notedPids, ODD_AGENT, startOdd } from './process.rig.js';

const WORDS = ['two words', '$HOME', '"quoted" \'it\'', ';echo', '*', ''];

async function untilNoted(notes: string, text: string): Promise<void> {
  await until(
    () => readNotes(notes),
    (written) => written.includes(text),
  );
}

function readNotes(notes: string): string {
  try {
    return readFileSync(notes, 'utf8');
  } catch {
    return '';
  }
}

const ask = (method: string) => `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} })}\n`;

describe('an agent process', () => {
  it('[A1] gets its arguments as they are, its folder, and a group of its own', async (t) => {
    const elsewhere = join(scratchFolder(t), 'notes');
    const { process: odd, folder } = await startOdd(t, '', { args: [ODD_AGENT, 'args', elsewhere, ...WORDS] });
    await untilNoted(elsewhere, 'cwd');
    const { argv, cwd } = JSON.parse(readNotes(elsewhere).split('\n')[0]!);
    assert.deepEqual({ argv, cwd }, { argv: WORDS, cwd: folder });
    assert.deepEqual(await groupMembers(odd.pid), [odd.pid]);
  });

  it('[A2] sees the environment of the person without what is ours', () => {
    const env = {
      HOME: '/h',
      API_KEY: 'k',
      NODE_OPTIONS: '--x',
      ACDECK_TOKEN: 's',
      ACDECK_DEMO_PACE: '0',
      NONE: undefined,
    };
    assert.deepEqual(agentEnv(env), { HOME: '/h', API_KEY: 'k' });
    assert.deepEqual(agentEnv(env, ['ACDECK_DEMO_PACE']), { HOME: '/h', API_KEY: 'k', ACDECK_DEMO_PACE: '0' });
  });

  it('[A3] says which command could not be started and why', async (t) => {
    const failure = (plan: object) => startOdd(t, 'plain', plan).then(String, (error: Error) => error);
    const missing = await failure({ command: 'no-such-agent' });
    assert.ok(missing instanceof AgentFault);
    assert.deepEqual(missing.trouble, {
      ...{ code: 'not_started', agent: 'Odd', obstacle: 'ENOENT' },
      ...{ command: 'no-such-agent', folder: Reflect.get(missing.trouble, 'folder') },
    });
    const obstacles: [object, string][] = [
      [{ cwd: '/no/such/folder' }, 'ENOENT'],
      [{ command: ODD_AGENT }, 'EACCES'],
    ];
    for (const [plan, obstacle] of obstacles) {
      const failed = await failure(plan);
      assert.ok(failed instanceof AgentFault && failed.trouble.code === 'not_started');
      assert.equal(failed.trouble.obstacle, obstacle);
    }
  });

  it('[A4] ends by the end of its input alone, if it can', async (t) => {
    const { process: odd } = await startOdd(t, 'plain');
    odd.stdout.resume();
    odd.stdin.write(ask('initialize'));
    await odd.stop({ inputMs: 60_000, askMs: 60_000 });
    assert.deepEqual(await odd.ended, { exitCode: 0, signal: null, stderr: '' });
  });

  it('[A5] [RA16] takes its whole tree with it, though all of it ignores the polite signals', async (t) => {
    const { process: odd, notes } = await startOdd(t, 'tree');
    odd.stdout.resume();
    const pids = await notedPids(notes, 3);
    const alive = pids.filter(isAlive).length;
    assert.equal(alive, 3, 'three processes were there to be ended');
    await odd.stop({ inputMs: 50, askMs: 50 });
    assert.deepEqual(pids.filter(isAlive), []);
    assert.equal((await odd.ended).signal, 'SIGKILL');
  });

  it('[A6] [RA16] leaves nothing behind when it goes before its children', async (t) => {
    const { process: odd, notes } = await startOdd(t, 'wrapper');
    odd.stdout.resume();
    const pids = await notedPids(notes, 1);
    assert.equal(pids.filter(isAlive).length, 1);
    odd.stdin.write('go');
    assert.equal((await odd.ended).exitCode, 0);
    await odd.stop();
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('[A11] counts as ended though something that ran away holds its pipes', async (t) => {
    const { process: odd, notes } = await startOdd(t, 'clinger');
    odd.stdout.resume();
    const [pid] = await notedPids(notes, 1);
    t.after(() => process.kill(pid!, 'SIGKILL'));
    odd.stdin.write('go');
    assert.equal((await odd.ended).exitCode, 0);
    assert.equal(isAlive(pid!), true, 'nothing but silence told of the end');
  });

  it('[DG5] keeps no secret of what it wrote before its end', async (t) => {
    const script = "console.error('one\\ntoken=sk-live-0123456789abcdef'); process.exit(7)";
    const { process: odd } = await startOdd(t, '', { args: ['-e', script] });
    odd.stdout.resume();
    const { exitCode, stderr } = await odd.ended;
    assert.deepEqual([exitCode, stderr, odd.output()], [7, 'one\ntoken=[hidden]', 'one\ntoken=[hidden]']);
  });

  it('[A7] is followed into other groups by a marker, where the system shows it', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows the environment of a process');
    const { process: odd, notes } = await startOdd(t, 'runaway');
    odd.stdout.resume();
    const pids = await notedPids(notes, 1);
    assert.equal(pids.filter(isAlive).length, 1);
    await odd.stop({ inputMs: 5_000, askMs: 50 });
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('[A10] may write to stderr without end and still answers', async (t) => {
    const { process: odd } = await startOdd(t, 'loud');
    odd.stdin.write(ask('initialize'));
    for await (const chunk of odd.stdout) {
      assert.match(String(chunk), /protocolVersion/);
      break;
    }
    await odd.stop();
    const { stderr } = await odd.ended;
    assert.ok(stderr.endsWith('the last line'));
    assert.ok(!stderr.includes('\u001b') && stderr.length <= 64 * 1024);
  });
});
