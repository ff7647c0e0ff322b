import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { crowdingPlugin } from '../../specs/test-run/crowding-plugin.js';
import { settled } from '../protocol/clock.rig.js';
import { Patience, patienceMs, tellCrowding } from './patience.rig.js';
import { inTime, until } from './until.rig.js';

/** A machine with four cores and a clock that only the test moves, one machine's after the other's. */
class FakeMachine {
  static #now = 1e9;
  /** Processes that want to run now, and the load of the last minute. */
  wanting = 1;
  load = 0;
  readonly #t: TestContext;

  constructor(t: TestContext) {
    this.#t = t;
    t.mock.timers.enable({ apis: ['setTimeout'] });
    t.mock.method(performance, 'now', () => FakeMachine.#now);
    t.mock.method(os, 'availableParallelism', () => 4);
    t.mock.method(os, 'loadavg', () => [this.load, 0, 0]);
    t.mock.method(fs, 'readFileSync', () => `0.00 0.00 0.00 ${this.wanting}/999 4242\n`);
    // What the real one was like is long ago.
    FakeMachine.#now += 1e9;
  }

  /** Lets time pass in steps, as waits take them. */
  async pass(seconds: number, stepMs = 10): Promise<void> {
    for (let left = seconds * 1000; left > 0; left -= stepMs) {
      FakeMachine.#now += stepMs;
      this.#t.mock.timers.tick(stepMs);
      await settled();
    }
  }
}

/** Says after how many seconds a wait for nothing has failed, and how. */
async function failing(machine: FakeMachine, wait: Promise<unknown>): Promise<{ after: number; message: string }> {
  let message = '';
  wait.catch((error: Error) => {
    message = error.message;
  });
  for (let after = 0; after < 100; after++) {
    if (message) return { after, message };
    await machine.pass(1);
  }
  throw new Error('It waits for ever.');
}

const never = () => new Promise<void>(() => {});

describe('a wait of a test', () => {
  it('[TR20] ends after 15 s on a free machine', async (t) => {
    const machine = new FakeMachine(t);
    const { after } = await failing(
      machine,
      until(() => false),
    );
    assert.ok(after >= 15 && after <= 16, `${after} s`);
    assert.ok(
      (
        await failing(
          machine,
          inTime(never(), () => 'x'),
        )
      ).after <= 16,
    );
    assert.equal(patienceMs(), 15_000);
  });

  it('[TR20] takes longer where more processes want to run than there are cores, by now or lately', async (t) => {
    const machine = new FakeMachine(t);
    machine.wanting = 8;
    const { after } = await failing(
      machine,
      until(() => false),
    );
    assert.ok(after >= 28 && after <= 31, `${after} s`);
    machine.wanting = 1;
    machine.load = 12;
    await machine.pass(60);
    patienceMs();
    await machine.pass(60);
    assert.equal(Math.round(patienceMs() / 1000), 45);
  });

  it('[TR20] is measured while it lasts', async (t) => {
    const machine = new FakeMachine(t);
    const wait = until(() => false);
    await machine.pass(5);
    machine.wanting = 8;
    const { after } = await failing(machine, wait);
    assert.ok(after >= 16 && after <= 20, `5 s and ${after} s`);
  });

  it('[TR20] ends after 60 s in any case', async (t) => {
    const machine = new FakeMachine(t);
    machine.wanting = 400;
    const { after } = await failing(
      machine,
      until(() => false),
    );
    assert.ok(after >= 60 && after <= 61, `${after} s`);
    assert.equal(patienceMs(), 60_000);
  });

  it('[TR20] in a page is as long as its runner says', async (t) => {
    const machine = new FakeMachine(t);
    machine.wanting = 12;
    assert.equal(crowdingPlugin.executeCommand({ command: 'crowding' }), 3);
    assert.equal(crowdingPlugin.executeCommand({ command: 'another' }), undefined);
    tellCrowding(2);
    assert.equal(patienceMs(), 30_000);
  });

  it('[TR20] is a whole number of milliseconds at any load, as the limit of a process has to be', async (t) => {
    const machine = new FakeMachine(t);
    for (let load = 0; load < 24; load += 0.37) {
      machine.load = load;
      await machine.pass(1, 1000);
      const limit = patienceMs();
      assert.ok(Number.isInteger(limit), `${limit} ms at a load of ${load}`);
    }
  });

  it('[TR21] does not count the time in which its process was held', async (t) => {
    const machine = new FakeMachine(t);
    const patience = new Patience();
    const pause = patience.pause(10);
    await machine.pass(30, 30_000);
    await pause;
    assert.equal(patience.isOver, false);
  });

  it('[TR22] that is in vain says what it waited for and what was there', async (t) => {
    const machine = new FakeMachine(t);
    const notes = ['first'];
    const read = async () => notes;
    const waits: [Promise<unknown>, RegExp][] = [
      [until(read, (all) => all.includes('second')), /^Waited 15 s in vain for: .*second.* of .*notes\n.*\["first"\]$/],
      [until(() => notes.length > 1), /^Waited 15 s in vain for: .*notes\.length ?> ?1\nThere was: false$/],
      [inTime(never(), () => `a third, but there are: ${notes}`), /^Waited 15 s in vain for: a third.*: first$/],
      [
        until(
          () => `${'x'.repeat(9_000)}end`,
          () => false,
        ),
        /\nThere was: …x{1990,}end$/,
      ],
    ];
    const messages = waits.map(([wait]) => wait.then(String, (error: Error) => error.message));
    await machine.pass(17);
    for (const [n, message] of messages.entries()) assert.match(await message, waits[n]![1]);
  });

  it('[TR22] that is not in vain gives what it has found', async () => {
    let looks = 0;
    const found = await until(
      () => ({ looks: ++looks }),
      (now) => now.looks === 3,
    );
    assert.deepEqual(found, { looks: 3 });
    await assert.rejects(
      inTime(Promise.reject(new Error('its own')), () => 'x'),
      /^Error: its own$/,
    );
  });
});
