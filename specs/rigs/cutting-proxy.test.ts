import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { CuttingProxy, type Fate } from './cutting-proxy.rig.js';

/** What comes through the proxy when the server says 1,000 bytes, and how the connection then ends. */
async function hear(t: TestContext, fate: Fate): Promise<{ bytes: number; end: string }> {
  const server = createServer((socket) => socket.on('error', () => {}).write(Buffer.alloc(1_000)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await CuttingProxy.start(
    () => (server.address() as AddressInfo).port,
    () => fate,
  );
  const socket = connect(Number(new URL(proxy.address).port), '127.0.0.1');
  t.after(() => {
    socket.destroy();
    proxy.stop();
    server.close();
  });
  let bytes = 0;
  socket.on('data', (data) => {
    bytes += data.length;
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('end', () => resolve('end'));
    socket.on('error', (error) => resolve(String(Reflect.get(error, 'code'))));
  });
  if (fate && fate.cut !== 'black-hole') return { end: await ended, bytes };
  while (bytes === 0) await once(socket, 'data');
  return { end: 'none', bytes };
}

describe('the cutting proxy', () => {
  it('[Z3] passes everything on when nothing is to be cut', async (t) => {
    assert.deepEqual(await hear(t, null), { end: 'none', bytes: 1_000 });
  });

  it('[Z3] closes in order', async (t) => {
    assert.deepEqual(await hear(t, { bytes: 500, cut: 'fin' }), { end: 'end', bytes: 1_000 });
  });

  it('[Z3] resets', async (t) => {
    const { end } = await hear(t, { bytes: 500, cut: 'rst' });
    // Linux tells a reader who has not read everything yet of an end instead.
    assert.match(end, /^(ECONNRESET|end)$/);
  });

  it('[Z3] tears a frame apart', async (t) => {
    const { bytes } = await hear(t, { bytes: 500, cut: 'mid-frame' });
    assert.equal(bytes, 250);
  });

  it('[Z3] falls silent', async (t) => {
    assert.deepEqual(await hear(t, { bytes: 500, cut: 'black-hole' }), { end: 'none', bytes: 1_000 });
  });
});
