import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AcAppApi } from '../../server/protocol/api/rpc.js';
import { settled, TestClock } from '../../server/protocol/clock.rig.js';
import type { Identity } from './identity-shelf.js';
import { type LinkConnection, type LinkStatus, ServerLink } from './server-link.js';
import { ImpostorError } from './shake-hands.js';

const tab: AcAppApi = {
  streamChunk() {},
  startupProgress() {},
  serverStopping() {},
  signInOutput() {},
  terminalOutput() {},
};

/** A link to a server that a test switches on and off. */
class Rig {
  readonly clock = new TestClock();
  readonly statuses: LinkStatus[] = [];
  /** When each try to connect began. */
  readonly tries: number[] = [];
  readonly link: ServerLink;
  isUp = true;
  metImpostor = false;
  failure = new Error('refused');
  isSignedIn = true;
  isVisible = true;
  isMute = false;
  connected = 0;
  connection: (LinkConnection & { lastFrameAt: number }) | null = null;

  constructor() {
    this.link = new ServerLink({
      signIn: {
        refusal: 'Not signed in.',
        entry: async () => (this.isSignedIn ? { verdict: 'in', identity: {} as Identity } : { verdict: 'refused' }),
        check: async () => (this.isUp ? (this.isSignedIn ? 'in' : 'refused') : 'gone'),
      },
      connect: async (_identity, _tab, metImpostor) => {
        this.metImpostor = metImpostor;
        return this.#open();
      },
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
    if (!this.isUp) throw this.failure;
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const call = async (method: string) => (this.isMute ? new Promise(() => {}) : method);
    this.connection = { call, closed, lastFrameAt: this.clock.now(), pass: `pass ${this.tries.length}`, close };
    return this.connection;
  }
}

async function liveRig(): Promise<Rig> {
  const rig = new Rig();
  await settled();
  await rig.clock.passSettled(6_000);
  return rig;
}

describe('the link to the server', () => {
  it('[U5] tries again at once, then after 1, 2, 4, 8 and 15 seconds', async () => {
    const rig = await liveRig();
    rig.isUp = false;
    const lostAt = rig.clock.now();
    rig.connection!.close();
    await rig.clock.passSettled(46_000);
    assert.deepEqual(
      rig.tries.slice(1).map((at) => at - lostAt),
      [0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000],
    );
  });

  it('[U5] comes back by itself and tells whoever has to catch up', async () => {
    const rig = await liveRig();
    rig.isUp = false;
    rig.connection!.close();
    await rig.clock.passSettled(1_500);
    assert.equal(rig.last?.state, 'waiting');
    rig.isUp = true;
    await rig.clock.passSettled(2_000);
    assert.deepEqual([rig.last, rig.connected], [{ state: 'live' }, 2]);
  });

  it('[U5] tries at once when it is woken', async () => {
    const rig = await liveRig();
    rig.isUp = false;
    rig.connection!.close();
    await rig.clock.passSettled(10_000);
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
    await rig.clock.passSettled(60_000);
    assert.equal(rig.last?.state, 'refused');
    rig.isSignedIn = true;
    rig.link.wake();
    await settled();
    assert.equal(rig.last?.state, 'live');
  });

  it('[U6] asks after a silence, and leaves a connection that only answers', async () => {
    const rig = await liveRig();
    await rig.clock.passSettled(120_000);
    assert.deepEqual([rig.last, rig.tries.length], [{ state: 'live' }, 1]);
  });

  it('[U6] says slow, then gives up a connection that does not answer', async () => {
    const rig = await liveRig();
    rig.isMute = true;
    await rig.clock.passSettled(14_000);
    assert.equal(rig.last?.state, 'slow');
    rig.isMute = false;
    await rig.clock.passSettled(10_000);
    assert.deepEqual([rig.last, rig.tries.length], [{ state: 'live' }, 2]);
  });

  it('[U6] lets a hidden tab be quiet, and asks when it is looked at again', async () => {
    const rig = await liveRig();
    rig.isMute = true;
    rig.isVisible = false;
    await rig.clock.passSettled(600_000);
    assert.equal(rig.tries.length, 1);
    rig.isVisible = true;
    rig.link.wake();
    await rig.clock.passSettled(11_000);
    assert.equal(rig.tries.length, 2);
  });

  it('[U70] goes on trying, and says so, while another program answers in the place of the server', async () => {
    const rig = await liveRig();
    rig.isUp = false;
    rig.failure = new ImpostorError();
    rig.connection!.close();
    await rig.clock.passSettled(1_500);
    const { state, isImpostor } = rig.last as Extract<LinkStatus, { state: 'waiting' }>;
    assert.deepEqual([state, isImpostor], ['waiting', true]);
    rig.isUp = true;
    await rig.clock.passSettled(2_000);
    assert.deepEqual([rig.last?.state, rig.metImpostor], ['live', true], 'the server is told');
    await rig.clock.passSettled(6_000);
    rig.connection!.close();
    await settled();
    assert.equal(rig.metImpostor, false, 'once');
  });

  it('[U70] gives the pass of the connection that there is, and waits where there is none', async () => {
    const rig = await liveRig();
    assert.equal(await rig.link.pass(), 'pass 1');
    rig.isUp = false;
    rig.connection!.close();
    await settled();
    const later = rig.link.pass();
    rig.isUp = true;
    await rig.clock.passSettled(2_000);
    assert.equal(await later, `pass ${rig.tries.length}`);
  });

  it('[U3] refuses calls while there is no connection', async () => {
    const rig = new Rig();
    rig.isUp = false;
    await assert.rejects(rig.link.call('Settings.get', []), { name: 'disconnected' });
  });
});
