import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import JRPCCommon from '@flatmax/jrpc-oo/JRPCCommon.js';
import JRPC from 'jrpc';
import { WebSocket as NodeSocket, WebSocketServer } from 'ws';
import type { AcAppApi } from '../../server/protocol/api/rpc.js';
import { RpcError } from '../../server/protocol/api/rpc-error.js';
import { exportPublicKey, newKeyPair, newNonce, prove, readHello } from '../../server/protocol/handshake.js';
import type { Identity } from './identity-shelf.js';
import { ServerConnection } from './server-connection.js';
import { buildApi } from './server-link.js';
import { ImpostorError } from './shake-hands.js';

type Handler = (params: { args: unknown[] }, next: (error: unknown, result?: unknown) => void) => void;
interface Remote extends JRPC {
  expose(handlers: Record<string, Handler>): this;
  notify(method: string, params: unknown): this;
}

const PORT = 18_080;
const FOLDER = '/project';
const PASS = 'p'.repeat(43);
const serverKeys = await newKeyPair(true);
const identity: Identity = {
  device: 'd1',
  folder: FOLDER,
  serverKey: await exportPublicKey(serverKeys.publicKey),
  keys: await newKeyPair(false),
};

/** The server's half of the handshake, as it should be; a test may change what it says. */
async function challengeOf(request: IncomingMessage, change: Partial<{ port: number; folder: string }> = {}) {
  const hello = readHello(request.headers['sec-websocket-protocol']!.split(/, */)[1]!)!;
  const serverNonce = newNonce();
  const handshake = { port: PORT, folder: FOLDER, device: hello.device, tabNonce: hello.nonce, serverNonce, ...change };
  return { nonce: serverNonce, proof: await prove(serverKeys.privateKey, 'server', handshake) };
}

/** A socket server of a test's own; gives its address, and all that tabs have said. */
async function listen(t: TestContext, onSocket: (socket: NodeSocket, request: IncomingMessage) => void) {
  const sockets: NodeSocket[] = [];
  const heard: string[] = [];
  const http = createServer();
  const wss = new WebSocketServer({ server: http, handleProtocols: (offered) => [...offered][0] ?? false });
  wss.on('connection', (socket, request) => {
    sockets.push(socket);
    socket.on('message', (data) => heard.push(String(data)));
    onSocket(socket, request);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.terminate();
    http.close();
  });
  return { url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/rpc`, sockets, heard };
}

/** The stock other end of jrpc-oo, on a real socket, with the methods that a test needs. */
async function serve(t: TestContext, handlers: Record<string, Handler>) {
  class Hub extends JRPCCommon {
    override newRemote() {
      const remote = new JRPC({ remoteTimeout: 60 }) as Remote;
      remote.uuid = 'tab';
      this.remotes = { tab: remote };
      remotes.push(remote.expose(handlers));
      return remote;
    }
    override remoteIsUp() {}
    override remoteDisconnected() {}
  }
  const remotes: Remote[] = [];
  const { url, sockets } = await listen(t, (socket, request) => {
    socket.once('message', () => {
      socket.send(JSON.stringify({ pass: PASS }));
      new Hub().createRemote(socket as never);
    });
    void challengeOf(request).then((challenge) => socket.send(JSON.stringify(challenge)));
  });
  return { url, remotes, sockets };
}

const quiet: AcAppApi = {
  streamChunk() {},
  startupProgress() {},
  serverStopping() {},
  signInOutput() {},
  terminalOutput() {},
};

function connect(url: string, tab: AcAppApi = quiet, Real = NodeSocket): Promise<ServerConnection> {
  const Socket = Real as unknown as typeof WebSocket;
  return ServerConnection.open({ url, port: PORT, identity, tab, WebSocket: Socket });
}

describe('a connection', () => {
  it('[U3] carries calls with their arguments and results', async (t) => {
    const { url, sockets } = await serve(t, {
      'Settings.get': (_params, next) => next(null, { revision: 7 }),
      'Sessions.rename': ({ args }, next) => next(null, args),
    });
    const { call, pass } = await connect(url);
    assert.equal(pass, `d1.${PASS}`);
    const api = buildApi(call);
    assert.deepEqual(await api.Settings.get(), { revision: 7 });
    assert.deepEqual(await call('Sessions.rename', ['c1', 's1', 'New name']), ['c1', 's1', 'New name']);
    assert.equal(sockets[0]?.protocol, 'acdeck.v2');
  });

  it('[U3] rejects a refused call with the message of the server', async (t) => {
    const data = { name: 'conflict', reason: { code: 'queue_full', most: 5 } };
    const wire = { code: -32003, message: 'Somebody else has answered.', data };
    const { url } = await serve(t, { 'Sessions.list': (_params, next) => next(wire) });
    const api = buildApi((await connect(url)).call);
    await assert.rejects(api.Sessions.list(), (error) => {
      assert.ok(error instanceof RpcError);
      assert.deepEqual(error.toJSON(), wire);
      return true;
    });
  });

  it('[U3] rejects pending and later calls as disconnected when the socket closes', async (t) => {
    const { url, sockets } = await serve(t, { 'Settings.get': () => {} });
    const connection = await connect(url);
    const pending = assert.rejects(connection.call('Settings.get', []), { name: 'disconnected' });
    sockets[0]!.terminate();
    await pending;
    await connection.closed;
    await assert.rejects(connection.call('Settings.get', []), { name: 'disconnected' });
  });

  it('[U3] ends at once when it is closed, without waiting for the other side', async (t) => {
    const { url } = await serve(t, { 'Settings.get': () => {} });
    const connection = await connect(url);
    const pending = assert.rejects(connection.call('Settings.get', []), { name: 'disconnected' });
    connection.close();
    await Promise.all([pending, connection.closed]);
  });

  it('[U4] hands over what the server says, until it is closed', async (t) => {
    const { url, remotes } = await serve(t, { 'Settings.get': (_params, next) => next(null, {}) });
    const heard: unknown[] = [];
    const connection = await connect(url, { ...quiet, streamChunk: (...args) => void heard.push(args) });
    const page = { epoch: 'e', after: 0, events: [] };
    remotes[0]!.notify('AcApp.streamChunk', { args: ['s1', page] });
    await connection.call('Settings.get', []);
    assert.deepEqual(heard, [['s1', page]]);
    connection.close();
    remotes[0]!.notify('AcApp.streamChunk', { args: ['s1', page] });
    await connection.closed;
    assert.equal(heard.length, 1);
  });

  it('[R48] takes a message and an answer that come at the same moment as the end', async (t) => {
    /** A busy browser hands on a frame and the end of the connection without a pause between them. */
    class BusySocket extends NodeSocket {
      override emit(name: string, ...args: unknown[]): boolean {
        const isTaken = super.emit(name, ...args);
        if (name === 'message' && String(args[0]).includes('"the last of it"')) {
          super.emit('close', 1001, Buffer.alloc(0));
        }
        return isTaken;
      }
    }
    for (const last of ['message', 'answer']) {
      const heard: string[] = [];
      const { url, remotes } = await serve(t, { 'Sessions.list': (_params, next) => next(null, 'the last of it') });
      const connection = await connect(url, { ...quiet, serverStopping: (reason) => heard.push(reason) }, BusySocket);
      if (last === 'message') remotes[0]!.notify('AcApp.serverStopping', { args: ['the last of it'] });
      else heard.push(String(await connection.call('Sessions.list', [])));
      await connection.closed;
      assert.deepEqual(heard, ['the last of it'], last);
    }
  });

  it('[U4] offers the server exactly the methods of AcApp', async (t) => {
    const { url, remotes } = await serve(t, {});
    await connect(url);
    const names = Object.keys((remotes[0] as unknown as { remoteComponents: object }).remoteComponents);
    assert.deepEqual(names.filter((name) => name.startsWith('AcApp.')).toSorted(), [
      'AcApp.serverStopping',
      'AcApp.signInOutput',
      'AcApp.startupProgress',
      'AcApp.streamChunk',
      'AcApp.terminalOutput',
    ]);
  });

  it('[U2] rejects when nobody listens', async () => {
    await assert.rejects(connect('ws://127.0.0.1:9/rpc'), { name: 'disconnected' });
  });

  type Say = (request: IncomingMessage) => Promise<unknown[]>;
  const impostors: [name: string, say: Say][] = [
    ['says nothing that it could know', async () => [{ nonce: newNonce(), proof: 'A'.repeat(86) }]],
    ['welcomes at once', async () => [{ pass: PASS }]],
    ['welcomes before it has an answer', async (request) => [await challengeOf(request), { pass: PASS }]],
    ['proves another port', async (request) => [await challengeOf(request, { port: PORT + 1 })]],
    ['proves another folder', async (request) => [await challengeOf(request, { folder: '/other' })]],
    ['repeats an old proof', async () => [oldChallenge]],
    ['speaks jrpc', async () => [{ jsonrpc: '2.0', id: 1, method: 'system.listComponents', params: [] }]],
    ['speaks no JSON', async () => ['{']],
    ['says too much', async () => ['x'.repeat(1_000_000)]],
  ];
  let oldChallenge: unknown = null;

  for (const [name, say] of impostors) {
    it(`[U70] [G28] tells nothing to a server that ${name}`, async (t) => {
      const earlier = await listen(t, (_socket, request) => {
        void challengeOf(request).then((challenge) => {
          oldChallenge = challenge;
          for (const each of earlier.sockets) each.close();
        });
      });
      await assert.rejects(connect(earlier.url), { name: 'disconnected' });
      const { url, heard, sockets } = await listen(t, (socket, request) => {
        void say(request).then((frames) => {
          for (const frame of frames) socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
        });
      });
      await assert.rejects(connect(url), ImpostorError);
      await once(sockets[0]!, 'close');
      assert.deepEqual(heard, []);
    });
  }
});
