import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '../protocol/clock.js';
import { CommandLedger } from '../sessions/log/command-ledger.js';
import { BEGUN } from '../sessions/store/event-store.js';
import { openStore } from '../sessions/store/open-store.js';
import { FakeApp, fakeServices, type Recorded } from './fake-services.rig.js';
import { takePart } from './import-parts.js';
import { OFFERED } from './offered-methods.js';
import type { CallingTab } from './services.js';
import { argsOf } from './sound-args.rig.js';

const COMMANDS = [...OFFERED.values()].filter(({ kind }) => kind !== 'call');
const IMPORT_ID = String(argsOf('Sessions.import')[1]);
const FILE = JSON.stringify({
  ...{ format: 'acdeck-conversation', version: 1, title: 'x', agentId: null },
  events: [{ type: 'prompt_sent', promptId: 'p', content: [], by: { kind: 'server' }, at: 1 }],
});

/** Servers, one after the other, with one history file and services that record what they are told. */
function servers(t: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'acdeck-repeated-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  /** What was written of the command that a service is told of, by its name. */
  const written = new Map<string, string | null>();
  const calls: Recorded = [];
  const tab = { id: 't', device: 'A browser', role: 'owner', isWritable: true } as unknown as CallingTab;
  const start = () => {
    const { store } = openStore(dir);
    const commands = new CommandLedger({ store, clock: systemClock });
    const services = { ...fakeServices(calls, new FakeApp()), commands };
    const send = async (name: string, args: readonly unknown[]): Promise<unknown> => {
      const method = OFFERED.get(name)!;
      calls.push = (...added) => {
        written.set(name, store.resultOf(String(args[0])));
        return Array.prototype.push.apply(calls, added);
      };
      return await method.run({ ...services, tab }, method.args.parse([...args]));
    };
    return { send, stop: () => store.close() };
  };
  return { calls, written, tab, start };
}

describe('every command', () => {
  it('[S17] sent again, here and after a restart, gets its first answer and reaches no service', async (t) => {
    const { calls, tab, start } = servers(t);
    const first = start();
    const answers = new Map<string, unknown>();
    for (const { name } of COMMANDS) {
      if (name === 'Sessions.import') takePart(tab, IMPORT_ID, 0, FILE);
      const before = calls.length;
      answers.set(name, await first.send(name, argsOf(name, name)));
      assert.ok(calls.length > before, `${name} does nothing`);
    }
    const done = calls.length;
    for (const { name } of COMMANDS)
      assert.deepEqual(await first.send(name, argsOf(name, name)), answers.get(name), name);
    first.stop();
    const second = start();
    for (const { name } of COMMANDS)
      assert.deepEqual(await second.send(name, argsOf(name, name)), answers.get(name), name);
    assert.deepEqual(calls.slice(done), []);
    assert.ok(COMMANDS.length > 80, `${COMMANDS.length} commands`);
    second.stop();
  });

  it('[S30] on files or git is written down before it reaches its service, and no other is', async (t) => {
    const { written, tab, start } = servers(t);
    const server = start();
    takePart(tab, IMPORT_ID, 0, FILE);
    for (const { name } of COMMANDS) await server.send(name, argsOf(name, name));
    server.stop();
    for (const [name, state] of written) assert.equal(state, /^(Repo|Settings)\./.test(name) ? BEGUN : null, name);
    assert.ok(written.size > 80);
  });
});
