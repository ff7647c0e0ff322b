import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '../../protocol/clock.js';
import { TestClock } from '../../protocol/clock.rig.js';
import { until } from '../../testing/until.rig.js';
import { Ear, initializeScripted } from '../connection/connection.rig.js';
import { isAlive, notedPids, ODD_AGENT, untilDead } from '../process/process.rig.js';
import { OutputBuffer, TerminalFeed } from './terminal.js';

/** An open session of an agent that wants terminals. */
async function terminals(t: TestContext) {
  const { agent, open, folder, connection } = await initializeScripted(t);
  const ear = new Ear();
  const session = await open(ear);
  const call = async (method: string, params: object) => {
    const { result, error } = await agent.request(`terminal/${method}`, { sessionId: 's1', ...params });
    return error ? { code: error.code } : result;
  };
  const node = (script: string, more: object = {}) =>
    call('create', { command: process.execPath, args: ['-e', script], ...more });
  return { agent, ear, session, folder, connection, call, node };
}

describe('terminals for an agent', () => {
  it('[A55] are there at once and run the command as it was given', async (t) => {
    const { call, node, folder } = await terminals(t);
    const script = 'console.log(JSON.stringify([process.argv.slice(1), process.env.X, process.cwd()]))';
    const words = ['two words', '$HOME', ''];
    const env = [{ name: 'X', value: 'y' }, { name: 'bad=name', value: '' }, { name: 'Y' }];
    const terminal = await call('create', { command: process.execPath, args: ['-e', script, '--', ...words], env });
    await call('wait_for_exit', terminal);
    assert.deepEqual(JSON.parse((await call('output', terminal)).output), [words, 'y', folder]);
    const slow = await node('setTimeout(() => {}, 600000)');
    assert.deepEqual(await call('output', slow), { output: '', truncated: false });
  });

  it('[A55] take a whole command line for a shell, and refuse what is no command', async (t) => {
    const { call } = await terminals(t);
    const line = await call('create', { command: 'echo one && echo two' });
    await call('wait_for_exit', line);
    assert.equal((await call('output', line)).output, 'one\ntwo\n');
    assert.deepEqual(await call('create', { command: '' }), { code: -32602 });
    assert.deepEqual(await call('create', { command: 'ls', args: ['a\0b'] }), { code: -32602 });
    assert.deepEqual(await call('create', { command: 'ls', cwd: 'relative' }), { code: -32602 });
    const missing = await call('create', { command: 'no-such-command' });
    assert.deepEqual(await call('wait_for_exit', missing), { exitCode: 127, signal: null });
    assert.match((await call('output', missing)).output, /ENOENT/);
  });

  it('[A56] keep the end of their output, cut between characters', async (t) => {
    const { call, node } = await terminals(t);
    const terminal = await node("process.stdout.write('é'.repeat(40))", { outputByteLimit: 21 });
    await call('wait_for_exit', terminal);
    const { output, truncated } = await call('output', terminal);
    assert.deepEqual([output, truncated], ['é'.repeat(10), true]);
    const flood = new OutputBuffer(100);
    for (let n = 0; n < 10_000; n++) flood.push(Buffer.from(`${n}🦊`));
    assert.ok(flood.text.endsWith('9999🦊') && Buffer.byteLength(flood.text) <= 100 && !flood.text.includes('\uFFFD'));
  });

  it('[A57] tell how they ended once they have, to all who wait', async (t) => {
    const { call, node, folder } = await terminals(t);
    const terminal = await node("setInterval(() => require('fs').existsSync('go') && process.exit(3), 10)");
    assert.equal((await call('output', terminal)).exitStatus, undefined);
    const waits = [1, 2, 3].map(() => call('wait_for_exit', terminal));
    writeFileSync(join(folder, 'go'), '');
    const waiting = await Promise.all(waits);
    const exit = { exitCode: 3, signal: null };
    assert.deepEqual(waiting, [exit, exit, exit]);
    assert.deepEqual(await call('wait_for_exit', terminal), exit, 'also to one who comes late');
    assert.deepEqual((await call('output', terminal)).exitStatus, exit);
  });

  it('[A58] can be read after a kill, and not after a release', async (t) => {
    const { call, node } = await terminals(t);
    const terminal = await node("console.log('up'); setInterval(() => {}, 1000)");
    await until(async () => (await call('output', terminal)).output === 'up\n');
    assert.deepEqual(await call('kill', terminal), {});
    assert.deepEqual(await call('wait_for_exit', terminal), { exitCode: null, signal: 'SIGTERM' });
    assert.equal((await call('output', terminal)).output, 'up\n');
    assert.deepEqual(await call('release', terminal), {});
    for (const method of ['output', 'kill', 'release', 'wait_for_exit']) {
      assert.deepEqual(await call(method, terminal), { code: -32002 }, method);
    }
  });

  it('[A59] take all that they started with them', async (t) => {
    const { call, folder } = await terminals(t);
    const notes = join(folder, 'notes');
    const terminal = await call('create', { command: process.execPath, args: [ODD_AGENT, 'tree', notes] });
    const pids = await notedPids(notes, 3);
    assert.equal(pids.filter(isAlive).length, 3);
    await call('release', terminal);
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('[A60] are told as events, the output of a tick in one', async (t) => {
    const { call, ear, node, folder } = await terminals(t);
    const terminal = await node("console.log('a'); console.error('b')");
    await call('wait_for_exit', terminal);
    const { terminalId } = terminal;
    const [opened, ...rest] = ear.terminal;
    assert.equal(opened?.type === 'terminal_opened' && opened.cwd, folder);
    assert.deepEqual(rest.at(-1), { type: 'terminal_closed', terminalId, exitCode: 0, signal: null });
    const text = rest.map((event) => (event.type === 'terminal_output' ? event.text : '')).join('');
    assert.deepEqual([...text].sort().join(''), '\n\nab');
    const clock = new TestClock();
    const told: string[] = [];
    const feed = new TerminalFeed(clock, 16, (words) => told.push(words));
    for (const byte of Buffer.from('é🦊!')) feed.push(Buffer.of(byte));
    assert.deepEqual(told, []);
    clock.pass(16);
    assert.deepEqual(told, ['é🦊!']);
  });

  it('[A60] that flood are told up to a limit, and then by their end', () => {
    const told: string[] = [];
    const feed = new TerminalFeed(systemClock, 16, (words) => told.push(words));
    for (let n = 0; n < 200; n++) feed.push(Buffer.alloc(64 * 1024, `${n % 10}`));
    feed.push(Buffer.from('the end'));
    feed.end();
    const all = told.join('');
    assert.ok(all.length < 5 * 1024 * 1024 && /\[[\d,]+ characters left out\]/.test(all) && all.endsWith('the end'));
  });

  it('[A60] wait while nobody has room for what they write', async (t) => {
    const { call, ear, node } = await terminals(t);
    let makeRoom = () => {};
    let isFull = true;
    ear.whenReady = () =>
      isFull
        ? new Promise((resolve) => {
            makeRoom = resolve;
          })
        : null;
    const terminal = await node("process.stdout.write('x'.repeat(5_000_000), () => process.exit(0))", {
      outputByteLimit: 9e6,
    });
    await ear.until(() => ear.terminal.length === 2);
    const { output } = await call('output', terminal);
    assert.ok(output.length < 5_000_000, 'most of it still waits in the pipe');
    isFull = false;
    makeRoom();
    await call('wait_for_exit', terminal);
    assert.equal((await call('output', terminal)).output.length, 5_000_000);
  });

  it('[A61] end with their session and with their agent', async (t) => {
    const one = await terminals(t);
    const two = await terminals(t);
    const notes = [one, two].map(({ folder }) => join(folder, 'notes'));
    await one.call('create', { command: process.execPath, args: [ODD_AGENT, 'tree', notes[0]] });
    await two.call('create', { command: process.execPath, args: [ODD_AGENT, 'tree', notes[1]] });
    const pids = [...(await notedPids(notes[0]!, 3)), ...(await notedPids(notes[1]!, 3))];
    assert.equal(pids.filter(isAlive).length, 6);
    one.session.close();
    two.connection.finish({ exitCode: 1, signal: null, stderr: '' }, { code: 'server_stopping' });
    await two.ear.until(() => two.ear.order.includes('terminal_closed'));
    await untilDead(pids);
    assert.deepEqual([two.ear.order.at(-2), two.ear.order.at(-1)], ['exit', 'terminal_closed']);
    assert.ok(!one.ear.order.includes('terminal_closed'), 'a closed session hears nothing more');
  });
});
