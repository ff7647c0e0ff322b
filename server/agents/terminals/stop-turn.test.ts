import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SILENCE } from '../../testing/scripted-agent.rig.js';
import { Ear, initializeScripted } from '../connection/connection.rig.js';
import { isAlive, notedPids, ODD_AGENT, untilDead } from '../process/process.rig.js';

const GO = [{ type: 'text' as const, text: 'go' }];

/** A session whose agent ends a turn only when the test says so. */
async function scene(t: TestContext) {
  const { agent, open, folder } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
  const ear = new Ear();
  const session = await open(ear);
  let turns = 0;
  const begin = async () => {
    const turn = session.prompt(GO);
    await agent.waitFor(() => agent.calls('session/prompt').length === turns + 1);
    const { id } = agent.calls('session/prompt')[turns++]!;
    const end = async (stopReason: string) => {
      agent.say({ jsonrpc: '2.0', id, result: { stopReason } });
      await turn;
    };
    return end;
  };
  const call = async (method: string, params: object) => {
    const { result, error } = await agent.request(method, { sessionId: 's1', ...params });
    return error ? { code: error.code, message: error.message } : result;
  };
  const tree = async (name: string) => {
    const notes = join(folder, name);
    const terminal = await call('terminal/create', { command: process.execPath, args: [ODD_AGENT, 'tree', notes] });
    return { terminal, pids: await notedPids(notes, 3) };
  };
  return { agent, ear, session, folder, begin, call, tree };
}

describe('a stop', () => {
  it('[A94] ends the terminals of the turn, and not those of earlier turns', async (t) => {
    const { ear, session, begin, call, tree } = await scene(t);
    const endFirst = await begin();
    const server = await tree('server');
    await endFirst('end_turn');
    const end = await begin();
    const [one, two] = [await tree('one'), await tree('two')];
    const waiting = call('terminal/wait_for_exit', one.terminal);
    session.cancel();
    assert.deepEqual(await waiting, { exitCode: null, signal: 'SIGKILL' }, 'whoever waits is told');
    await ear.until(() => ear.terminal.filter(({ type }) => type === 'terminal_closed').length === 2);
    await untilDead([...one.pids, ...two.pids]);
    assert.equal(server.pids.filter(isAlive).length, 3);
    const reasons = ear.terminal.flatMap((event) => (event.type === 'terminal_closed' ? [event.reason] : []));
    assert.deepEqual(reasons, [{ code: 'stopped' }, { code: 'stopped' }]);
    await end('cancelled');
    assert.equal((await call('terminal/output', one.terminal)).exitStatus.signal, 'SIGKILL', 'it can still be read');
  });

  it('[A101] after the end of the turn ends its terminals and those begun since', async (t) => {
    const { agent, ear, session, begin, tree } = await scene(t);
    const endFirst = await begin();
    const server = await tree('server');
    await endFirst('end_turn');
    const end = await begin();
    const one = await tree('one');
    await end('end_turn');
    const two = await tree('two');
    session.cancel();
    await ear.until(() => ear.terminal.filter(({ type }) => type === 'terminal_closed').length === 2);
    await untilDead([...one.pids, ...two.pids]);
    assert.equal(server.pids.filter(isAlive).length, 3);
    await agent.waitFor(({ method }) => method === 'session/cancel');
  });

  it('[A94] says nothing of a terminal that had ended by itself', async (t) => {
    const { ear, session, begin, call } = await scene(t);
    const end = await begin();
    await call('terminal/wait_for_exit', await call('terminal/create', { command: 'true' }));
    session.cancel();
    await end('cancelled');
    const [closed] = ear.terminal.filter(({ type }) => type === 'terminal_closed');
    assert.deepEqual(
      { ...closed, terminalId: '' },
      { type: 'terminal_closed', terminalId: '', exitCode: 0, signal: null },
    );
  });

  it('[A95] lets the agent begin and write nothing more in that turn', async (t) => {
    const { ear, session, folder, begin, call } = await scene(t);
    const end = await begin();
    session.cancel();
    const path = join(folder, 'late.txt');
    const refused = { code: -32603, message: 'The turn was stopped.' };
    assert.deepEqual(await call('terminal/create', { command: 'touch', args: [path] }), refused);
    assert.deepEqual(await call('fs/write_text_file', { path, content: 'late' }), refused);
    assert.ok(!existsSync(path));
    await end('cancelled');
    const endNext = await begin();
    assert.deepEqual(await call('fs/write_text_file', { path, content: 'now' }), {});
    assert.equal(ear.written.length, 1);
    await endNext('end_turn');
  });
});
