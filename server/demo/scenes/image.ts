import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Scene, Stage } from '../stage/stage.js';

const WIDTH = 320;
const HEIGHT = 180;

/** A picture that is painted here, so that no file and no network is needed. */
export const imageScene: Scene = {
  name: 'image',
  keyword: /\b(image|picture)\b/i,
  description: 'Show an image',
  async play(stage: Stage) {
    const messageId = randomUUID();
    await stage.say('This picture was painted just now:\n', messageId);
    const data = paint().toString('base64');
    const content = { type: 'image' as const, mimeType: 'image/png', data };
    await stage.update({ sessionUpdate: 'agent_message_chunk', messageId, content });
    await stage.say('\nA sunset, as a demo sees it.\n', messageId);
  },
};

/** A PNG of a sky, a sun and a sea. */
function paint(): Buffer {
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) rows.set(colourAt(x, y), y * (WIDTH * 3 + 1) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(x: number, y: number): [number, number, number] {
  const isSun = (x - 160) ** 2 + (y - 105) ** 2 < 42 ** 2;
  if (y > 125) return [20, 50 + (y % 6) * 4, 110];
  if (isSun) return [255, 214, 110];
  return [70 + y, 60 + Math.round(y / 2), 150 - Math.round(y / 2)];
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
