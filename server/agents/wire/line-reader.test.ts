import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineReader, type WireLine } from './line-reader.js';

function read(chunks: (string | Uint8Array)[], limit?: number): WireLine[] {
  const reader = new LineReader(limit);
  const lines = chunks.flatMap((chunk) => [...reader.push(Buffer.from(chunk))]);
  return [...lines, ...reader.end()];
}

const messages = (lines: WireLine[]) => lines.flatMap((line) => (line.kind === 'message' ? [line.message] : []));
const call = (id: number, text = '') => ({ jsonrpc: '2.0', id, method: 'x', params: { text } });

describe('the line reader', () => {
  it('[A12] reads messages that are torn at every byte', () => {
    const sent = [call(1, 'héllo ⟦1⟧ 🦊'), call(2)];
    const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\r\n`).join(''));
    for (let cut = 0; cut <= bytes.length; cut++) {
      assert.deepEqual(messages(read([bytes.subarray(0, cut), bytes.subarray(cut)])), sent, `cut at ${cut}`);
    }
    assert.deepEqual(messages(read([...bytes].map((byte) => Uint8Array.of(byte)))), sent);
  });

  it('[A12] bears a byte order mark, empty lines and a last line without an end', () => {
    const line = JSON.stringify(call(1));
    assert.deepEqual(messages(read([`\uFEFF${line}\n\n \r\n\uFEFF${line}\n${line}`])), [call(1), call(1), call(1)]);
  });

  it('[A12] turns invalid UTF-8 into U+FFFD and keeps the message', () => {
    const [before, after] = JSON.stringify(call(1, '#')).split('#');
    const line = Buffer.concat([Buffer.from(before!), Buffer.from([0xff, 0xc3]), Buffer.from(`${after}\n`)]);
    assert.deepEqual(messages(read([line])), [call(1, '\uFFFD\uFFFD')]);
  });

  it('[A13] skips a line that is too long, however it comes, and reads the next', () => {
    const long = `{"jsonrpc":"2.0","id":7,"result":"${'x'.repeat(5_000)}"}\n`;
    const next = `${JSON.stringify(call(1))}\n`;
    for (const chunks of [[long + next], [...long.match(/.{1,700}\n?/gs)!, next]]) {
      const [first, second] = read(chunks, 1_000);
      assert.equal(first?.kind, 'oversized');
      assert.ok(first.kind === 'oversized' && first.head.startsWith('{"jsonrpc":"2.0","id":7'));
      assert.ok(first.kind === 'oversized' && first.bytes === long.length - 1);
      assert.deepEqual(messages([second!]), [call(1)]);
    }
  });

  it('[A13] keeps no more than a head of a line without an end', () => {
    const reader = new LineReader(1_000);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 4_000; n++) assert.deepEqual([...reader.push(chunk)], []);
    assert.ok(process.memoryUsage().arrayBuffers - before < 8 * 1024 * 1024, 'what was skipped is not kept');
    const [line] = reader.end();
    assert.ok(line?.kind === 'oversized' && line.bytes === 4_000 * chunk.length && line.head.length <= 4096);
  });

  it('[A14] calls garbage what is no message, and keeps 4 kB of it', () => {
    const odd = [
      'Loading…',
      '{"level":"info"}',
      '42',
      '"text"',
      'null',
      '{"a":',
      'log: {"jsonrpc":"2.0","method":"x"}',
    ];
    const lines = read(odd.map((line) => `${line}\n`));
    assert.deepEqual(
      lines,
      odd.map((text) => ({ kind: 'garbage', text })),
    );
    assert.deepEqual(read(['y'.repeat(9_000)]), [{ kind: 'garbage', text: 'y'.repeat(4096) }]);
  });

  it('[A15] tells a batch apart', () => {
    assert.deepEqual(read([`${JSON.stringify([call(1)])}\n`]), [{ kind: 'batch', message: [call(1)] }]);
  });

  it('[A16] takes messages apart that were glued together', () => {
    const glued = [call(1, 'a}{b'), call(2, '\\"}{'), call(3)].map((message) => JSON.stringify(message));
    assert.deepEqual(messages(read([`${glued.join('')}\n${glued.join(' ')}`])).length, 6);
    assert.deepEqual(read([`${glued[0]}${glued[1]!.slice(0, -3)}\n`])[0]?.kind, 'garbage');
  });
});
