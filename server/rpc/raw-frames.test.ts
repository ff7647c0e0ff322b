import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { requestHead, UPGRADE_HEADERS } from '../http/raw-http.rig.js';
import { newNonce, writeHello } from '../protocol/handshake.js';
import { LIMITS } from '../protocol/limits.js';
import { inTime } from '../testing/until.rig.js';
import { Served } from './serve.rig.js';
import { replyTo, type TestTab } from './test-tab.rig.js';

/** A masked frame: first byte as given, the mask is zero so that the bytes stay readable. */
function masked(firstByte: number, payload: Buffer): Buffer {
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([firstByte]), length, Buffer.alloc(4), payload]);
}

/** The head of a masked text frame that says it has this many bytes. */
function headOf(bytes: bigint): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(bytes);
  return Buffer.concat([Buffer.from([0x81, 0xff]), length, Buffer.alloc(4)]);
}

const text = (content: string) => Buffer.from(content);

describe('bytes that are no frame of ours', () => {
  let served: Served;
  let good: TestTab;

  before(async () => {
    served = await Served.start();
    good = await served.openTab();
  });
  after(() => served.stop());

  /** A connection that was let in and from then on speaks in raw bytes. */
  async function openRaw(): Promise<Socket> {
    const pass = await served.signIn();
    const nonce = newNonce();
    const head = requestHead('GET /rpc', [
      ['Host', `127.0.0.1:${served.port}`],
      ['Origin', `http://127.0.0.1:${served.port}`],
      ['Cookie', pass.cookie],
      ['Sec-WebSocket-Protocol', `acdeck.v2, ${writeHello(pass.device, nonce)}`],
      ...UPGRADE_HEADERS,
    ]);
    const socket = connect(served.port, '127.0.0.1');
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const challenge = await heard(socket, /\{"nonce":.*\}/);
    socket.write(masked(0x81, text(await replyTo(pass, nonce, challenge))));
    await heard(socket, /\{"pass":.*?\}/);
    return socket;
  }

  /** Reads until a text has come. */
  async function heard(socket: Socket, wanted: RegExp): Promise<string> {
    let all = '';
    for (;;) {
      const [part] = (await inTime(once(socket, 'data'), () => `${wanted}, but it said: ${all}`)) as [Buffer];
      all += part.toString('latin1');
      const [found] = wanted.exec(all) ?? [];
      if (found) return found;
    }
  }

  /** Sends bytes and reads to the end; gives back the code of the server's close frame. */
  async function closeCodeAfter(bytes: Buffer): Promise<number | null> {
    const socket = await openRaw();
    socket.write(bytes);
    const received: Buffer[] = [];
    for await (const part of socket.on('error', () => {})) received.push(part);
    const all = Buffer.concat(received);
    const at = all.lastIndexOf(0x88);
    return at < 0 ? null : all.readUInt16BE(at + 2);
  }

  const cases: [name: string, bytes: Buffer, code: number][] = [
    ['an unmasked frame', Buffer.concat([Buffer.from([0x81, 2]), text('{}')]), 1002],
    ['an unknown opcode', masked(0x83, text('x')), 1002],
    ['an unknown control opcode', masked(0x8b, text('x')), 1002],
    ['a reserved bit', masked(0xc1, text('{}')), 1002],
    ['a continuation of nothing', masked(0x80, text('x')), 1002],
    ['a text frame inside another', Buffer.concat([masked(0x01, text('{')), masked(0x81, text('}'))]), 1002],
    ['a ping in pieces', masked(0x09, text('x')), 1002],
    ['a ping of 126 bytes', masked(0x89, Buffer.alloc(126)), 1002],
    ['a close of one byte', masked(0x88, text('x')), 1002],
    ['a close with a forbidden code', masked(0x88, Buffer.from([0x03, 0xed])), 1002],
    ['bytes that are not UTF-8', masked(0x81, Buffer.from([0xff, 0xfe])), 1007],
    ['half a character', masked(0x81, Buffer.from([0xc3])), 1007],
    ['a surrogate in UTF-8', masked(0x81, Buffer.from([0xed, 0xa0, 0x80])), 1007],
    ['a binary frame', masked(0x82, text('{}')), 1003],
    ['one byte more than 4 MiB', headOf(BigInt(LIMITS.frameBytes) + 1n), 1009],
    ['more bytes than there are numbers', headOf(2n ** 63n), 1009],
    ['HTTP', text('GET / HTTP/1.1\r\n\r\n'), 1002],
  ];

  for (const [name, bytes, code] of cases) {
    it(`[R9] ends the connection with ${code} after ${name}`, async () => {
      assert.equal(await closeCodeAfter(bytes), code);
      assert.equal((await good.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    });
  }

  it('[R9] outlives a connection that ends in the middle of a frame', async () => {
    for (const bytes of [Buffer.from([0x81]), headOf(100n), masked(0x01, text('{"jsonrpc"'))]) {
      const socket = await openRaw();
      socket.end(bytes);
      for await (const _ of socket.on('error', () => {}));
    }
    assert.equal((await good.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
  });

  it('[R9] takes a frame of 4 MiB and one in pieces', async () => {
    const tab = await served.openTab();
    tab.send(`"${'x'.repeat(LIMITS.frameBytes - 2)}"`);
    assert.equal((await tab.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    const answer = tab.answerTo('pieces');
    tab.socket.send('{"jsonrpc":"2.0","id":"pieces",', { fin: false });
    tab.socket.send('"method":"Settings.get","params":{"args":[]}}', { fin: true });
    assert.ok((await answer).result);
    tab.send('x'.repeat(LIMITS.frameBytes + 1));
    assert.equal((await tab.closed).code, 1009);
    assert.equal((await good.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
  });
});
