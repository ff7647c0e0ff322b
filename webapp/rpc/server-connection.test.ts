import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import JRPCCommon from '@flatmax/jrpc-oo/JRPCCommon.js';
import JRPC from 'jrpc';
import { WebSocket as NodeSocket, WebSocketServer } from 'ws';
import type { AcAppApi } from '../../server/protocol/rpc.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { ServerConnection } from './server-connection.js';

type Handler = (params: { args: unknown[] }, next: (error: unknown, result?: unknown) => void) => void;
interface Remote extends JRPC {
  expose(handlers: Record<string, Handler>): this;
  notify(method: string, params: unknown): this;
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
  const sockets: NodeSocket[] = [];
  const http = createServer();
  const wss = new WebSocketServer({ server: http, handleProtocols: (offered) => [...offered][0] ?? false });
  wss.on('connection', (socket) => {
    sockets.push(socket);
    new Hub().createRemote(socket as never);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.terminate();
    http.close();
  });
  return { url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/rpc`, remotes, sockets, wss };
}

const quiet: AcAppApi = { streamChunk() {}, startupProgress() {}, serverStopping() {}, signInOutput() {} };

function connect(url: string, tab: AcAppApi = quiet): Promise<ServerConnection> {
  return ServerConnection.open({ url, key: 'k1', tab, WebSocket: NodeSocket as unknown as typeof WebSocket });
}

describe('a connection', () => {
  it('[U3] carries calls with their arguments and results', async (t) => {
    const { url, sockets } = await serve(t, {
      'Settings.get': (_params, next) => next(null, { revision: 7 }),
      'Sessions.rename': ({ args }, next) => next(null, args),
    });
    const { api } = await connect(url);
    assert.deepEqual(await api.Settings.get(), { revision: 7 });
    assert.deepEqual(await api.Sessions.rename('c1', 's1', 'New name'), ['c1', 's1', 'New name']);
    assert.equal(sockets[0]?.protocol, 'acdeck.v1');
  });

  it('[U3] rejects a refused call with the message of the server', async (t) => {
    const wire = { code: 'conflict', message: 'Somebody else has answered.', data: { by: 'Phone' } };
    const { url } = await serve(t, { 'Sessions.list': (_params, next) => next(wire) });
    const { api } = await connect(url);
    await assert.rejects(api.Sessions.list(), (error) => {
      assert.ok(error instanceof RpcError);
      assert.deepEqual(error.toJSON(), wire);
      return true;
    });
  });

  it('[U3] rejects pending and later calls as disconnected when the socket closes', async (t) => {
    const { url, sockets } = await serve(t, { 'Settings.get': () => {} });
    const connection = await connect(url);
    const pending = assert.rejects(connection.api.Settings.get(), { code: 'disconnected' });
    sockets[0]!.terminate();
    await pending;
    await connection.closed;
    await assert.rejects(connection.api.Settings.get(), { code: 'disconnected' });
  });

  it('[U3] ends at once when it is closed, without waiting for the other side', async (t) => {
    const { url } = await serve(t, { 'Settings.get': () => {} });
    const connection = await connect(url);
    const pending = assert.rejects(connection.api.Settings.get(), { code: 'disconnected' });
    connection.close();
    await Promise.all([pending, connection.closed]);
  });

  it('[U4] hands over what the server says, until it is closed', async (t) => {
    const { url, remotes } = await serve(t, { 'Settings.get': (_params, next) => next(null, {}) });
    const heard: unknown[] = [];
    const connection = await connect(url, { ...quiet, streamChunk: (...args) => void heard.push(args) });
    const page = { epoch: 'e', after: 0, events: [] };
    remotes[0]!.notify('AcApp.streamChunk', { args: ['s1', page] });
    await connection.api.Settings.get();
    assert.deepEqual(heard, [['s1', page]]);
    connection.close();
    remotes[0]!.notify('AcApp.streamChunk', { args: ['s1', page] });
    await connection.closed;
    assert.equal(heard.length, 1);
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
    ]);
  });

  it('[U2] rejects when nobody listens', async () => {
    await assert.rejects(connect('ws://127.0.0.1:9/rpc'), { code: 'disconnected' });
  });
});
