import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestHome } from '../acdeck.rig.js';
import { endedTasks, Person } from './person.rig.js';

const ENV = { ACDECK_DEMO_PACE: '0' };

describe('delegation through the real server', () => {
  it('[DL1] gives two tasks to two sessions of one process, and a follow-up to one of them after kill -9', async (t) => {
    const home = new TestHome(t);
    const config = ['--config', join(home.folder('config'), 'settings.yaml')];
    writeFileSync(config[1]!, 'delegation: ask\n');
    const first = home.server(['--agent', 'demo', ...config], ENV);
    const person = await Person.at(first);
    const id = await person.shown();
    await person.prompt(id, '/delegate one: Tell me what you can do. | two: Think about it before you answer.');
    await person.allow(id, 2);
    const tasks = await person.until(id, endedTasks(2));
    assert.deepEqual(
      tasks.map(({ end }) => end?.outcome),
      ['completed', 'completed'],
    );
    assert.match(tasks.find(({ name }) => name === 'one')!.end!.answer, /demo agent/);
    assert.ok(
      tasks.every(({ embedded, toolCallId, sentAs }) => embedded && toolCallId && sentAs === 1),
      'each hangs on its call',
    );
    const children = (await person.sessions()).filter(({ parent }) => parent?.sessionId === id);
    assert.deepEqual(children.map(({ title }) => title).sort(), ['one', 'two']);
    const running = execFileSync('ps', ['-o', 'args=', '-p', first.descendants().join(',')], { encoding: 'utf8' });
    assert.equal(running.match(/demo-agent\.[jt]s/g)?.length, 1, 'one process works for all three');
    const texts = allFiles(home.path('data')).join('\n') + first.stderr + first.stdout;
    assert.ok(!/acdeck_mcp_/.test(texts), 'the secret is in no file and no output');
    await first.end('SIGKILL');

    const second = home.server(['--agent', 'demo', ...config], ENV);
    const again = await Person.at(second);
    assert.equal(await again.shown(), id);
    await again.prompt(id, '/delegate one: Look around in this folder.');
    await again.allow(id, 1);
    const [, , third] = await again.until(id, endedTasks(3));
    assert.equal(third?.sessionId, tasks.find(({ name }) => name === 'one')!.sessionId);
    assert.deepEqual([third?.end?.outcome, third?.sentAs], ['completed', 2]);
    assert.match(third!.end!.answer, /nothing was changed/);
    const marks = (await again.entries(third!.sessionId)).filter(({ kind }) => kind === 'notice');
    assert.deepEqual(marks, [], 'the other agent remembers');
  });
});

function allFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
}
