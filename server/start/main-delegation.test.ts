import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Acdeck, TestHome } from '../acdeck.rig.js';
import type { AppSnapshot, SessionSummary } from '../protocol/api/app-state.js';
import type { SessionSync } from '../protocol/api/rpc.js';
import type { DelegationEntry, Entry, ToolEntry } from '../protocol/transcript/entries.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';

const ENV = { ACDECK_DEMO_PACE: '0' };

/** A tab that can send, answer and look. */
class Person {
  readonly tab: TestTab;
  #acts = 0;

  private constructor(tab: TestTab) {
    this.tab = tab;
  }

  static async at(acdeck: Acdeck): Promise<Person> {
    const { port, token } = await acdeck.door();
    await acdeck.line('ready');
    return new Person(await TestTab.open(await signInWith(port, { token })));
  }

  act(method: string, ...args: unknown[]): Promise<unknown> {
    return this.tab.call(method, `act-${process.pid}-${Math.random()}-${this.#acts++}`, ...args);
  }

  async sessions(): Promise<readonly SessionSummary[]> {
    return (await this.tab.call<AppSnapshot>('AcpBridge.get_current_state')).app.sessions;
  }

  async shown(): Promise<string> {
    return (await this.tab.call<AppSnapshot>('AcpBridge.get_current_state')).app.openSessionId!;
  }

  async entries(sessionId: string): Promise<readonly Entry[]> {
    const sync = await this.tab.call<SessionSync>('AcpBridge.get_current_state', sessionId);
    assert.ok(sync.kind === 'snapshot');
    return sync.snapshot.entries;
  }

  /** Waits until the session's entries are as wanted; looks again whenever anything is told. */
  async until<T>(sessionId: string, find: (entries: readonly Entry[]) => T | undefined | false): Promise<T> {
    for (;;) {
      const heard = this.tab.told.length;
      const found = find(await this.entries(sessionId));
      if (found) return found;
      await this.tab.heard(() => this.tab.told.length > heard);
    }
  }

  async prompt(sessionId: string, text: string): Promise<void> {
    await this.act('AcpBridge.prompt', sessionId, [{ type: 'text', text }]);
  }

  /** Allows so many requests of the session, when they have come. */
  async allow(sessionId: string, count: number): Promise<void> {
    const open = await this.until(sessionId, (entries) => {
      const calls = entries.filter((entry): entry is ToolEntry => entry.kind === 'tool');
      const found = calls.flatMap(({ permissions }) =>
        permissions.filter(({ outcome }) => outcome.status === 'pending'),
      );
      return found.length >= count && found;
    });
    for (const { permissionId, digest } of open) {
      await this.act('AcpBridge.answer_permission', sessionId, permissionId, 'once', { digest });
    }
  }
}

const tasksIn = (entries: readonly Entry[]) =>
  entries.filter((entry): entry is DelegationEntry => entry.kind === 'delegation');
const ended = (count: number) => (entries: readonly Entry[]) => {
  const tasks = tasksIn(entries).filter(({ end }) => end !== null);
  return tasks.length === count && tasks;
};

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
    const tasks = await person.until(id, ended(2));
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
    const [, , third] = await again.until(id, ended(3));
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
