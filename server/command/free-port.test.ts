import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { after, describe, it } from 'node:test';
import { listenOnFreePort } from './free-port.js';

const servers: Server[] = [];
after(() => servers.forEach((server) => void server.close()));

async function listen(port: number): Promise<number> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as { port: number }).port;
}

/** A port system in which these are taken. */
function taken(...ports: number[]) {
  return async (port: number) => {
    if (!ports.includes(port)) return port;
    throw Object.assign(new Error('in use'), { code: 'EADDRINUSE' });
  };
}

describe('listenOnFreePort', () => {
  it('[C13] takes the next free port when the wanted one is taken', async () => {
    const first = await listenOnFreePort(0, listen);
    assert.ok((await listenOnFreePort(first, listen)) > first);
  });

  it('[C13] tries 50 further ports, leaves out those that browsers refuse, and then gives up', async () => {
    const range = Array.from({ length: 51 }, (_, i) => 20_000 + i);
    assert.equal(await listenOnFreePort(20_000, taken(...range.slice(0, 50))), 20_050);
    await assert.rejects(listenOnFreePort(20_000, taken(...range)), /20000 to 20050 are all taken/);
    await assert.rejects(listenOnFreePort(65_535, taken(65_535)), /65535 to 65535/);
    assert.equal(await listenOnFreePort(5059, taken(5059)), 5062);
  });

  it('[C13] says when a port may not be used at all', async () => {
    const denied = async () => {
      throw Object.assign(new Error('denied'), { code: 'EACCES' });
    };
    await assert.rejects(listenOnFreePort(80, denied), /permission to use port 80/);
  });

  it('[C14] takes any port for 0', async () => {
    assert.ok((await listenOnFreePort(0, listen)) > 0);
  });
});
