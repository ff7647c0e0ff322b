import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AcAppApi, ServerApi } from '../../server/protocol/rpc.js';
import { ManualClock, settled } from './manual-clock.rig.js';
import { buildApi } from './server-api.js';
import { type LinkConnection, type LinkStatus, ServerLink } from './server-link.js';

const tab: AcAppApi = { streamChunk() {}, startupProgress() {}, serverStopping() {}, signInOutput() {} };

/** A link to a server that a test switches on and off. */
class Rig {
  readonly clock = new ManualClock();
  readonly statuses: LinkStatus[] = [];
  /** When each try to connect began. */
  readonly tries: number[] = [];
  readonly link: ServerLink;
  isUp = true;
  isSignedIn = true;
  isVisible = true;
  isMute = false;
  connected = 0;
  connection: (LinkConnection & { lastFrameAt: number }) | null = null;

  constructor() {
    this.link = new ServerLink({
      signIn: {
        refusal: 'Not signed in.',
        key: async () => (this.isSignedIn ? { verdict: 'in', key: 'k' } : { verdict: 'refused' }),
        check: async () => (this.isUp ? (this.isSignedIn ? 'in' : 'refused') : 'gone'),
      },
      connect: async () => this.#open(),
      clock: this.clock,
      random: () => 0,
      isVisible: () => this.isVisible,
    });
    this.link.start(tab, { onStatus: (status) => this.statuses.push(status), onConnected: () => this.connected++ });
  }

  get last(): LinkStatus | undefined {
    return this.statuses.at(-1);
  }

  #open(): LinkConnection {
    this.tries.push(this.clock.now());
    if (!this.isUp) throw new Error('refused');
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const api: ServerApi = buildApi(async (_class, method) => (this.isMute ? new Promise(() => {}) : method));
    this.connection = { api, closed, lastFrameAt: this.clock.now(), close };
    return this.connection;
  }
}

async function liveRig(): Promise<Rig> {
  const rig = new Rig();
  await settled();
  await rig.clock.pass(6_000);
  return rig;
}

describe('the link to the server', () => {
  it('[U5] tries again at once, then after 1, 2, 4, 8 and 15 seconds', async () => {
    const rig = await liveRig();
    rig.isUp = false;
    const lostAt = rig.clock.now();
    rig.connection!.close();
    await rig.clock.pass(46_000);
    assert.deepEqual(
      rig.tries.slice(1).map((at) => at - lostAt),
      [0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000],
    );
  });

  it('[U5] comes back by itself and tells whoever has to catch up', async () => {
    const rig = await liveRig();
    rig.isUp = false;
    rig.connection!.close();
    await rig.clock.pass(1_500);
    assert.equal(rig.last?.state, 'waiting');
    rig.isUp = true;
    await rig.clock.pass(2_000);
    assert.deepEqual([rig.last, rig.connected], [{ state: 'live' }, 2]);
  });

  it('[U5] tries at once when it is woken', async () => {
    const rig = await liveRig();
    rig.isUp = false;
    rig.connection!.close();
    await rig.clock.pass(10_000);
    rig.isUp = true;
    rig.link.wake();
    await settled();
    assert.equal(rig.last?.state, 'live');
  });

  it('[U5] does not hurry after a connection that ended as soon as it began', async () => {
    const rig = new Rig();
    await settled();
    for (const _ of [1, 2, 3]) {
      rig.connection!.close();
      await settled();
    }
    assert.equal(rig.last?.state, 'waiting');
    assert.equal(rig.tries.length, 2);
  });

  it('[U2] stops and says so when this browser is not let in, and looks again when it is woken', async () => {
    const rig = new Rig();
    rig.isSignedIn = false;
    await settled();
    rig.connection?.close();
    await settled();
    assert.deepEqual(rig.last, { state: 'refused', message: 'Not signed in.' });
    await rig.clock.pass(60_000);
    assert.equal(rig.last?.state, 'refused');
    rig.isSignedIn = true;
    rig.link.wake();
    await settled();
    assert.equal(rig.last?.state, 'live');
  });

  it('[U6] asks after a silence, and leaves a connection that only answers', async () => {
    const rig = await liveRig();
    await rig.clock.pass(120_000);
    assert.deepEqual([rig.last, rig.tries.length], [{ state: 'live' }, 1]);
  });

  it('[U6] says slow, then gives up a connection that does not answer', async () => {
    const rig = await liveRig();
    rig.isMute = true;
    await rig.clock.pass(14_000);
    assert.equal(rig.last?.state, 'slow');
    rig.isMute = false;
    await rig.clock.pass(10_000);
    assert.deepEqual([rig.last, rig.tries.length], [{ state: 'live' }, 2]);
  });

  it('[U6] lets a hidden tab be quiet, and asks when it is looked at again', async () => {
    const rig = await liveRig();
    rig.isMute = true;
    rig.isVisible = false;
    await rig.clock.pass(600_000);
    assert.equal(rig.tries.length, 1);
    rig.isVisible = true;
    rig.link.wake();
    await rig.clock.pass(11_000);
    assert.equal(rig.tries.length, 2);
  });

  it('[U3] refuses calls while there is no connection', async () => {
    const rig = new Rig();
    rig.isUp = false;
    await assert.rejects(rig.link.api.Settings.get(), { code: 'disconnected' });
  });
});
