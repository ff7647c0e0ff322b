import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { WebSocket } from 'ws';
import { DOOR } from '../../protocol/api/door.js';
import { TestClock } from '../../protocol/clock.rig.js';
import {
  HANDSHAKE_LIMITS,
  type Handshake,
  importPublicKey,
  isProof,
  newKeyPair,
  newNonce,
  prove,
  readChallenge,
  type Side,
} from '../../protocol/handshake.js';
import { randomFrames } from '../../rpc/random-frames.rig.js';
import { Served, type ServeOptions } from '../../rpc/serve.rig.js';
import { knock, type TestPass, TestTab } from '../../rpc/test-tab.rig.js';
import { MemoryDevices } from '../../sessions/store/memory-tables.rig.js';
import { until } from '../../testing/until.rig.js';
import { requestHead, sendRaw } from '../raw-http.rig.js';

/** How a socket ended, and whether anything but the challenge was ever said on it. */
async function endOf(socket: WebSocket): Promise<{ code: number; heard: string[] }> {
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  socket.on('error', () => {});
  const [code] = (await once(socket, 'close')) as [number];
  return { code, heard };
}

/** The handshake of a knock, as the tab sees it. */
function handshakeOf(pass: TestPass, nonce: string, challenge: string): Handshake {
  const { port, folder, device } = pass;
  return { port, folder, device, tabNonce: nonce, serverNonce: readChallenge(challenge)!.nonce };
}

const whoami = (port: number, headers: readonly (readonly [string, string])[]) =>
  sendRaw(
    port,
    requestHead('POST /whoami', [['Host', `127.0.0.1:${port}`], ['Origin', `http://127.0.0.1:${port}`], ...headers]),
  );

/** A server with the key, the devices and the port of another one that has ended. */
async function restart(t: TestContext, old: Served, options: ServeOptions = {}): Promise<Served> {
  const { port, identity, devices } = old;
  await old.stop();
  const served = await Served.start({ port, identity, devices, ...options });
  t.after(() => served.stop());
  return served;
}

describe('a fresh socket', () => {
  let served: Served;
  let pass: TestPass;
  let other: TestPass;
  before(async () => {
    served = await Served.start();
    [pass, other] = [await served.signIn(), await served.signIn()];
  });
  after(() => served.stop());

  it('[G28] begins with a proof of the server, before the tab has said anything', async () => {
    const { socket, nonce, challenge } = await knock(pass);
    const key = (await importPublicKey(pass.serverKey))!;
    const handshake = handshakeOf(pass, nonce, challenge);
    const { proof } = readChallenge(challenge)!;
    assert.equal(await isProof(key, 'server', handshake, proof), true);
    for (const change of [{ port: 1 }, { folder: '/x' }, { device: 'x' }, { tabNonce: newNonce() }]) {
      assert.equal(await isProof(key, 'server', { ...handshake, ...change }, proof), false, JSON.stringify(change));
    }
    assert.equal(await isProof(key, 'tab', handshake, proof), false);
    socket.terminate();
  });

  it('[G7] [G29] opens for the one right proof and for no other', async () => {
    const stranger = await newKeyPair(false);
    const proofs: Record<string, (handshake: Handshake) => Promise<unknown>> = {
      right: async (handshake) => ({ proof: await prove(pass.keys.privateKey, 'tab', handshake) }),
      'of a stranger': async (handshake) => ({ proof: await prove(stranger.privateKey, 'tab', handshake) }),
      'of another device': async (handshake) => ({ proof: await prove(other.keys.privateKey, 'tab', handshake) }),
      'as the server': async (handshake) => ({ proof: await prove(pass.keys.privateKey, 'server' as Side, handshake) }),
      ...Object.fromEntries(
        Object.entries({
          port: served.port + 1,
          folder: '/other',
          device: other.device,
          tabNonce: newNonce(),
          serverNonce: newNonce(),
        }).map(([field, value]) => [
          `with another ${field}`,
          async (handshake: Handshake) => ({
            proof: await prove(pass.keys.privateKey, 'tab', { ...handshake, [field]: value }),
          }),
        ]),
      ),
      empty: async () => ({ proof: '' }),
      zero: async () => ({ proof: 'A'.repeat(86) }),
      cut: async (handshake) => ({ proof: (await prove(pass.keys.privateKey, 'tab', handshake)).slice(1) }),
      missing: async () => ({}),
      'a list': async (handshake) => ({ proof: [await prove(pass.keys.privateKey, 'tab', handshake)] }),
      null: async () => null,
      'the pass': async () => ({ pass: newNonce() }),
    };
    const opened: string[] = [];
    for (const [name, proofOf] of Object.entries(proofs)) {
      const { socket, nonce, challenge } = await knock(pass);
      socket.send(JSON.stringify(await proofOf(handshakeOf(pass, nonce, challenge))));
      const answer = await Promise.race([once(socket, 'message'), once(socket, 'close')]);
      if (typeof answer[0] === 'number') assert.equal(answer[0], DOOR.signedOutCode, name);
      else opened.push(name);
      socket.terminate();
    }
    assert.deepEqual(opened, ['right']);
  });

  it('[G29] cannot be opened with what was recorded, neither here nor after a restart', async (t) => {
    const first = await Served.start();
    const owner = await first.signIn();
    const { socket, nonce, challenge } = await knock(owner);
    const reply = JSON.stringify({
      proof: await prove(owner.keys.privateKey, 'tab', handshakeOf(owner, nonce, challenge)),
    });
    socket.send(reply);
    const [welcome] = await once(socket, 'message');
    const { pass: recorded } = JSON.parse(String(welcome)) as { pass: string };
    socket.terminate();
    const replayed = async () => {
      const again = await knock(owner);
      again.socket.send(reply);
      return (await endOf(again.socket)).code;
    };
    assert.equal(await replayed(), DOOR.signedOutCode);
    const second = await restart(t, first);
    assert.equal(await replayed(), DOOR.signedOutCode);
    const shown = [
      ['Cookie', owner.cookie],
      ['X-AcDeck-Pass', `${owner.device}.${recorded}`],
    ] as const;
    assert.equal((await whoami(second.port, shown)).headers['x-acdeck-refusal'], 'no_proof');
    const tab = await TestTab.open(owner);
    assert.equal(
      (await tab.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length,
      1,
      'the owner comes back by himself',
    );
  });

  it('[G28] tells the owner when a tab has met an impostor, and believes nobody else', async () => {
    const before = served.news.length;
    for (const [metImpostor, keys] of [
      [true, pass.keys],
      [false, pass.keys],
      ['yes', pass.keys],
      [true, other.keys],
    ] as const) {
      const { socket, nonce, challenge } = await knock(pass);
      const proof = await prove(keys.privateKey, 'tab', handshakeOf(pass, nonce, challenge));
      socket.send(JSON.stringify({ proof, metImpostor }));
      await Promise.race([once(socket, 'message'), once(socket, 'close')]);
      socket.terminate();
    }
    assert.deepEqual(served.news.slice(before), [{ kind: 'impostor_met', device: 'A browser' }]);
  });

  it('[G32] offers nothing before the proof, whatever is said', async () => {
    const calls = served.calls.length;
    for (const [frame] of randomFrames(400, 7, 1)) {
      const { socket } = await knock(pass);
      socket.send(frame!);
      socket.send('{"jsonrpc":"2.0","id":1,"method":"Sessions.list","params":{"args":[]}}');
      const { code, heard } = await endOf(socket);
      assert.deepEqual(heard, [], frame);
      assert.ok([DOOR.signedOutCode, 1006].includes(code), `${frame}: ${code}`);
    }
    assert.equal(served.calls.length, calls);
    assert.equal(served.hub.tabCount, 0);
    assert.deepEqual(served.faults, []);
  });

  it('[G32] reads no more than 2 kB before the proof, in one frame or many', async () => {
    const large = 'x'.repeat(HANDSHAKE_LIMITS.bytes + 1);
    const ways: ((socket: WebSocket) => void)[] = [
      (socket) => socket.send(large),
      (socket) => socket.send(large.slice(0, 1500), { fin: false }, () => socket.send(large, { fin: false })),
      (socket) => {
        for (let i = 0; i < 300; i++) socket.ping('x'.repeat(100));
      },
      (socket) => socket.send(Buffer.alloc(HANDSHAKE_LIMITS.bytes + 1)),
    ];
    for (const say of ways) {
      const { socket } = await knock(pass);
      const ended = endOf(socket);
      say(socket);
      assert.deepEqual(await ended, { code: 1006, heard: [] });
    }
  });

  it('[G32] ends when nothing has come after ten seconds', async () => {
    const clock = new TestClock();
    const slow = await Served.start({ clock });
    const { socket } = await knock(await slow.signIn());
    const ended = endOf(socket);
    clock.pass(HANDSHAKE_LIMITS.ms - 1);
    assert.equal(socket.readyState, socket.OPEN);
    clock.pass(1);
    assert.equal((await ended).code, 1006);
    await slow.stop();
  });

  it('[G32] is no fault of the server when the other end goes away in the middle', async () => {
    for (let i = 0; i < 20; i++) (await knock(pass)).socket.terminate();
    for (let i = 0; i < 50; i++) {
      const { socket, nonce, challenge } = await knock(pass);
      const proof = await prove(pass.keys.privateKey, 'tab', handshakeOf(pass, nonce, challenge));
      socket.send(JSON.stringify({ proof }), () => socket.terminate());
    }
    const tab = await served.openTab();
    // Whoever has gone takes no place.
    await until(() => served.hub.tabCount === 1);
    await tab.close();
    assert.deepEqual(served.faults, []);
  });
});

describe('a pass', () => {
  it('[G30] opens requests of its device, beside any socket of it, and nothing else', async (t) => {
    const served = await Served.start();
    const [owner, other] = [await served.signIn(), await served.signIn()];
    const [tab, otherTab] = [await TestTab.open(owner), await TestTab.open(other)];
    const statusOf = async (cookie: string, pass: string) => {
      const shown = [
        ['Cookie', cookie],
        ['X-AcDeck-Pass', pass],
      ] as const;
      return (await whoami(owner.port, shown)).status;
    };
    assert.equal(await statusOf(owner.cookie, tab.pass), 204);
    assert.equal((await TestTab.open(owner)).pass, tab.pass);
    await tab.close();
    assert.equal(await statusOf(owner.cookie, tab.pass), 204);
    assert.equal(await statusOf(owner.cookie, otherTab.pass), 401);
    assert.equal(await statusOf(other.cookie, tab.pass), 401);
    assert.equal(await statusOf(owner.cookie, `${owner.device}.${otherTab.pass.split('.')[1]}`), 401);
    await restart(t, served);
    assert.equal(await statusOf(owner.cookie, tab.pass), 401);
  });
});

describe('a device', () => {
  it('[G31] is known at its own port and for its own folder, and nowhere else', async (t) => {
    const devices = new MemoryDevices();
    const first = await Served.start({ devices, folder: '/a' });
    const owner = await first.signIn();
    const { port, identity } = first;
    const elsewhere = await Served.start({ devices, folder: '/a', identity });
    const moved = {
      ...owner,
      port: elsewhere.port,
      cookie: owner.cookie.replace(String(port), String(elsewhere.port)),
    };
    await assert.rejects(TestTab.open(moved), /401/);
    await elsewhere.stop();
    const otherFolder = await restart(t, first, { folder: '/b' });
    await assert.rejects(TestTab.open(owner), /401/);
    const again = await restart(t, otherFolder, { folder: '/a' });
    assert.ok(await TestTab.open(owner));
    assert.equal(again.port, port);
  });

  it('[G36] that is signed out loses its socket, its pass and its place in a handshake', async () => {
    const served = await Served.start();
    const owner = await served.signIn();
    const tab = await TestTab.open(owner);
    const { socket, nonce, challenge } = await knock(owner);
    const token = served.server.launchToken;
    served.server.revokeAll();
    await served.hub.disconnect(() => true);
    assert.equal((await tab.closed).code, DOOR.signedOutCode);
    const proof = await prove(owner.keys.privateKey, 'tab', handshakeOf(owner, nonce, challenge));
    socket.send(JSON.stringify({ proof }));
    assert.deepEqual(await endOf(socket), { code: DOOR.signedOutCode, heard: [] });
    const shown = [
      ['Cookie', owner.cookie],
      ['X-AcDeck-Pass', tab.pass],
    ] as const;
    assert.equal((await whoami(served.port, shown)).headers['x-acdeck-refusal'], 'unknown_device');
    assert.notEqual(served.server.launchToken, token);
    assert.ok(await served.openTab(), 'the new token lets in');
    await served.stop();
  });
});

describe('connections of strangers', () => {
  it('[G39] keep no page from loading, however many lie idle', async () => {
    const served = await Served.start();
    const tab = await served.openTab();
    const idle = Array.from({ length: 300 }, () => connect(served.port, '127.0.0.1').on('error', () => {}));
    // Half a request isn't a request.
    for (const socket of idle.slice(0, 100)) socket.write('GET / HTTP/1.1\r\nHost: ');
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    for (let i = 0; i < 30; i++) {
      const { status } = await sendRaw(served.port, requestHead('GET /', [['Host', `127.0.0.1:${served.port}`]]));
      assert.equal(status, 200, `load ${i}`);
      assert.ok(await served.openTab());
    }
    assert.equal((await tab.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    for (const socket of idle) socket.destroy();
    await served.stop();
  });

  it('[G39] make room when they are in the middle of a request too, and never a tab', async () => {
    const served = await Served.start();
    const pass = await served.signIn();
    const tabs = await Promise.all(Array.from({ length: 10 }, () => TestTab.open(pass)));
    const head = requestHead('POST /auth', [
      ['Host', `127.0.0.1:${served.port}`],
      ['Origin', `http://127.0.0.1:${served.port}`],
      ['Content-Type', 'application/json'],
      ['Content-Length', '100'],
      ['Expect', '100-continue'],
    ]);
    const busy: Socket[] = [];
    for (let i = 0; i < 300; i++) {
      const socket = connect(served.port, '127.0.0.1').on('error', () => {});
      busy.push(socket);
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      // The server waits for the rest of it from here on.
      assert.match(String((await once(socket, 'data'))[0]), /100 Continue/);
    }
    const { status } = await sendRaw(served.port, requestHead('GET /', [['Host', `127.0.0.1:${served.port}`]]));
    assert.equal(status, 200);
    for (const tab of tabs) assert.equal((await tab.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    for (const socket of busy) socket.destroy();
    await served.stop();
  });
});

describe('a tab that comes before its host is there', () => {
  /** A server whose host is there when `arrive` is called. */
  async function serveLate() {
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let waiting = 0;
    const served = await Served.start({
      ready: () => {
        waiting += 1;
        return arrival;
      },
    });
    const tab = new TestTab(await served.signIn());
    await until(() => waiting === 1);
    return { served, tab, arrive };
  }

  it('[SP16] is let in when it is, and answered then', async () => {
    const { served, tab, arrive } = await serveLate();
    assert.deepEqual([served.hub.tabCount, tab.pass], [0, '']);
    arrive();
    await tab.proven;
    assert.equal((await tab.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    await served.stop();
  });

  it('[SP16] [G36] stays outside if it is signed out while it waits', async () => {
    const { served, tab, arrive } = await serveLate();
    served.server.revokeAll();
    arrive();
    assert.equal((await tab.closed).code, DOOR.signedOutCode);
    assert.equal(served.hub.tabCount, 0);
    await served.stop();
  });

  it('[SP16] is cut off if the host cannot come, and the next one is not', async () => {
    const failures = [new Error('The file is gone.')];
    const served = await Served.start({
      ready: async () => {
        const failure = failures.pop();
        if (failure) throw failure;
      },
    });
    const pass = await served.signIn();
    await assert.rejects(TestTab.open(pass), /closed the socket/);
    assert.deepEqual(served.faults.map(String), ['Error: The file is gone.']);
    assert.ok(await TestTab.open(pass));
    await served.stop();
  });
});
