import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ScriptTokens } from '../../programs/script-tokens.js';
import { TestClock } from '../../protocol/clock.rig.js';
import { Served } from '../../rpc/serve.rig.js';
import { TestTab } from '../../rpc/test-tab.rig.js';
import { MemoryDevices, MemoryFolders } from '../../sessions/store/memory-tables.rig.js';
import { seeded } from '../../testing/seeded.rig.js';
import { DEVICE_LIFE_MS, DeviceLives } from './device-lives.js';
import { Devices } from './devices.js';
import { ExpiryWatch } from './expiry-watch.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1);
const FOLDER = '/project';
/** An end may be wrong by this after a clock was wrong. */
const TOLERANCE = DAY;

/** One folder over many starts: real time passes, and the clock shows it with an error. */
class Machine {
  readonly store = new MemoryDevices();
  readonly folders = new MemoryFolders();
  /** Each with the real time at which it was let in, and how long it lives. */
  readonly let: { id: string; at: number; lifeMs: number; kind: 'browser' | 'script' }[] = [];
  time = START;
  error = 0;
  #keys = 0;
  #server = this.#start();

  get #clock(): number {
    return this.time + this.error;
  }

  #start() {
    const { store, folders: memory } = this;
    const lives = new DeviceLives({ store, folder: FOLDER, now: () => this.#clock, memory });
    const place = () => ({ port: 1, folder: FOLDER });
    const devices = new Devices({ store, place, lives, onChange: () => {} });
    return { lives, devices, tokens: new ScriptTokens({ store, folder: FOLDER, lives }) };
  }

  restart(): void {
    this.#server = this.#start();
    this.#server.lives.now();
  }

  pass(ms: number): void {
    this.time += ms;
    this.#server.lives.now();
  }

  set(error: number, isRestarted: boolean): void {
    this.#server.lives.now();
    this.error = error;
    if (isRestarted) this.restart();
    else this.#server.lives.now();
  }

  signIn(): void {
    const { device } = this.#server.devices.admit(`key ${this.#keys++}`, 'Chrome');
    this.let.push({ id: device.id, at: this.time, lifeMs: DEVICE_LIFE_MS, kind: 'browser' });
  }

  signInAgain(): void {
    const last = this.let.findLast(({ kind }) => kind === 'browser');
    if (!last) return;
    const { publicKey } = this.store.find(last.id)!;
    this.#server.devices.admit(publicKey, 'Chrome');
    this.let.splice(this.let.indexOf(last), 1, { ...last, at: this.time });
  }

  addToken(days: number): void {
    const made = this.#server.tokens.perform({ act: 'add', label: 'x', role: 'full', days });
    assert.ok(made.kind === 'added');
    this.let.push({ id: made.view.id, at: this.time, lifeMs: days * DAY, kind: 'script' });
  }

  isKnown(id: string): boolean {
    const { devices, tokens } = this.#server;
    return devices.find(id) !== null || tokens.list().some((token) => token.id === id);
  }

  /** Each whose life is not what it should be, by the right clock. */
  faults(): string[] {
    return this.let.flatMap(({ id, at, lifeMs, kind }) => {
      const left = at + lifeMs - this.time;
      const isRight = Math.abs(left) <= TOLERANCE || this.isKnown(id) === left > 0;
      return isRight ? [] : [`${kind} let in ${(this.time - at) / DAY} days ago for ${lifeMs / DAY} days`];
    });
  }
}

type Step =
  | { do: 'pass'; ms: number }
  | { do: 'wrong'; error: number; restarts: boolean }
  | { do: 'right'; restarts: boolean }
  | { do: 'restart' | 'sign in' | 'sign in again' }
  | { do: 'token'; days: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 20 * DAY }) }),
    fc.record({
      do: fc.constant('wrong' as const),
      error: fc.constantFrom(365 * DAY, -365 * DAY, 400 * DAY, -1_000 * DAY),
      restarts: fc.boolean(),
    }),
    fc.record({ do: fc.constant('right' as const), restarts: fc.boolean() }),
    fc.record({ do: fc.constantFrom('restart' as const, 'sign in' as const, 'sign in again' as const) }),
    fc.record({ do: fc.constant('token' as const), days: fc.constantFrom(2, 10, 30, 60) }),
  ),
  { maxLength: 25 },
) as fc.Arbitrary<Step[]>;

function take(machine: Machine, step: Step): void {
  const acts: { [K in Step['do']]: (step: Extract<Step, { do: K }>) => void } = {
    // By a clock that is wrong for longer than it is wrong by, nobody could tell.
    pass: ({ ms }) => machine.pass(machine.error === 0 ? ms : ms / 20),
    wrong: ({ error, restarts }) => machine.set(error, restarts),
    right: ({ restarts }) => machine.set(0, restarts),
    restart: () => machine.restart(),
    'sign in': () => machine.signIn(),
    'sign in again': () => machine.signInAgain(),
    token: ({ days }) => machine.addToken(days),
  };
  (acts[step.do] as (step: Step) => void)(step);
}

describe('how long devices live', () => {
  it('[G44] is 30 days by the right clock, also if a wrong one was seen meanwhile', (t) => {
    fc.assert(
      fc.property(steps, (all) => {
        const machine = new Machine();
        machine.restart();
        for (const step of all) {
          take(machine, step);
          if (machine.error === 0) assert.deepEqual(machine.faults(), []);
        }
        machine.set(0, true);
        for (let n = 0; n < 10; n++) {
          machine.pass(7 * DAY);
          assert.deepEqual(machine.faults(), []);
        }
      }),
      seeded(t, 400),
    );
  });

  it('[G44] is not ended or prolonged by the first start of all, if its clock is wrong', () => {
    for (const error of [365 * DAY, -365 * DAY]) {
      const machine = new Machine();
      machine.set(error, true);
      machine.signIn();
      machine.addToken(60);
      machine.pass(HOUR);
      machine.set(0, true);
      machine.signIn();
      for (let n = 0; n < 12; n++) {
        if (error > 0) assert.deepEqual(machine.faults(), []);
        machine.pass(7 * DAY);
      }
      assert.equal(machine.let.filter(({ id }) => machine.isKnown(id)).length, 0);
    }
  });

  it('[G44] keeps expired records within bounds, and drops those first that expired first', () => {
    const machine = new Machine();
    for (let n = 0; n < 120; n++) {
      machine.signIn();
      machine.pass(HOUR);
    }
    machine.pass(40 * DAY);
    machine.signIn();
    assert.equal(machine.store.list().length, 101);
    assert.equal(machine.store.find(machine.let[0]!.id), null);
    assert.ok(machine.store.find(machine.let[119]!.id));
  });

  it('[G44] shows no time that is still to come', () => {
    const machine = new Machine();
    machine.signIn();
    machine.set(365 * DAY, false);
    const { store, folders: memory } = machine;
    const id = store.list()[0]!.id;
    store.touch(id, machine.time + machine.error);
    const lives = new DeviceLives({ store, folder: FOLDER, now: () => machine.time, memory });
    const devices = new Devices({ store, place: () => ({ port: 1, folder: FOLDER }), lives, onChange: () => {} });
    assert.deepEqual(
      devices.list().map(({ lastSeenAt }) => lastSeenAt),
      [machine.time],
    );
  });

  it('[G44] goes on where nothing can be written, and where what is remembered of the clock makes no sense', () => {
    const store = new MemoryDevices();
    const now = () => START;
    for (const clock of [null, 5, [], [{}], [{ start: 1, last: 'x', leaps: [], issued: [] }], [[]]]) {
      const memory = {
        facts: () => ({ clock }),
        remember: () => {
          throw new Error('The disk is full.');
        },
      };
      const lives = new DeviceLives({ store, folder: FOLDER, now, memory });
      assert.equal(lives.now(), START);
      assert.equal(lives.sureNow(), START);
    }
  });
});

describe('an open tab', () => {
  it('[G45] ends when the time of its device is over, and others go on', async (t) => {
    const clock = new TestClock(START);
    const served = await Served.start({ clock });
    t.after(() => served.stop());
    const old = await TestTab.open(await served.signIn());
    clock.pass(10 * DAY);
    const young = await TestTab.open(await served.signIn());
    clock.pass(20 * DAY - 1);
    assert.equal(old.socket.readyState, old.socket.OPEN);
    clock.pass(1);
    assert.deepEqual((await old.closed).code, 4401);
    assert.equal(young.socket.readyState, young.socket.OPEN);
  });

  it('[G45] ends when the clock is set past the end of its device, and its device is known again when it is set back', async (t) => {
    const clock = new TestClock(START);
    const served = await Served.start({ clock });
    t.after(() => served.stop());
    const pass = await served.signIn();
    const tab = await TestTab.open(pass);
    clock.set(START + 365 * DAY);
    clock.pass(60_000);
    assert.equal((await tab.closed).code, 4401);
    await assert.rejects(TestTab.open(pass), /401/);
    clock.set(START + 2 * 60_000);
    assert.ok(await TestTab.open(pass));
  });

  it('[PG34] of a program, a stream of events, ends when the time of its token is over', () => {
    const clock = new TestClock(START);
    const store = new MemoryDevices();
    const lives = new DeviceLives({ store, folder: FOLDER, now: () => clock.now() });
    const tokens = new ScriptTokens({ store, folder: FOLDER, lives });
    const ended: string[] = [];
    for (const days of [2, 5]) {
      const made = tokens.perform({ act: 'add', label: `${days}`, role: 'full', days });
      if (made.kind === 'added') tokens.onEnd(made.view.id, () => ended.push(made.view.label));
    }
    const watch = new ExpiryWatch({ clock, ends: () => tokens.ends(), onExpired: (ids) => tokens.expire(ids) });
    watch.look();
    clock.pass(2 * DAY - 1);
    assert.deepEqual(ended, []);
    clock.pass(1);
    assert.deepEqual(ended, ['2']);
    clock.pass(3 * DAY);
    assert.deepEqual(ended, ['2', '5']);
    watch.close();
    assert.deepEqual(clock.pending, []);
  });

  it('[PG27] counts the first use of a token, however soon it is', () => {
    for (const waited of [1, 30_000, 59_999, 60_000, DAY]) {
      const clock = new TestClock(START);
      const store = new MemoryDevices();
      const lives = new DeviceLives({ store, folder: FOLDER, now: () => clock.now() });
      const tokens = new ScriptTokens({ store, folder: FOLDER, lives });
      const made = tokens.perform({ act: 'add', label: 'x', role: 'full', days: 30 });
      assert.ok(made.kind === 'added' && made.view.lastSeenAt === START);
      clock.pass(waited);
      tokens.identify(made.token);
      assert.equal(tokens.list()[0]?.lastSeenAt, START + waited);
    }
  });
});
