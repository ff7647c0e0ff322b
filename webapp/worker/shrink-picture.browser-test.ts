import { expect } from '@open-wc/testing';
import { shrinkPicture } from './shrink-picture.js';

async function draw(width: number, height: number, type = 'image/png'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'red';
  context.fillRect(0, 0, width / 2, height);
  return canvas.convertToBlob({ type });
}

const sizeOf = async (blob: Blob) => {
  const { width, height } = await createImageBitmap(blob);
  return [width, height];
};

/** The JPEG as a camera held sideways would have written it: with an orientation of 6. */
async function turned(jpeg: Blob): Promise<Blob> {
  const exif = [0xff, 0xe1, 0, 34, ...[0x45, 0x78, 0x69, 0x66, 0, 0], ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8]];
  const entry = [0, 1, ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0], ...[0, 0, 0, 0]];
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  return new Blob([bytes.slice(0, 2), new Uint8Array([...exif, ...entry]), bytes.slice(2)], { type: 'image/jpeg' });
}

describe('shrinkPicture', () => {
  it('[CO6] scales down what is too large and leaves the rest alone', async () => {
    const [large, small] = [await draw(4_096, 1_024), await draw(100, 50)];
    expect(await sizeOf(await shrinkPicture(large))).to.deep.equal([2_048, 512]);
    expect(await shrinkPicture(small)).to.equal(small);
    const photo = await draw(3_000, 3_000, 'image/jpeg');
    const shrunk = await shrinkPicture(photo);
    expect([shrunk.type, ...(await sizeOf(shrunk))]).to.deep.equal(['image/jpeg', 2_048, 2_048]);
  });

  it('[CO6] turns a photograph upright and drops what the camera wrote', async () => {
    const photo = await turned(await draw(60, 20, 'image/jpeg'));
    const upright = await shrinkPicture(photo);
    expect(await sizeOf(upright)).to.deep.equal([20, 60]);
    expect(await upright.text()).to.not.contain('Exif');
  });

  it('[CO6] leaves GIF, SVG and what cannot be read as they are', async () => {
    for (const [text, type] of [
      ['GIF89a', 'image/gif'],
      ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
      ['nonsense', 'image/png'],
    ]) {
      const file = new Blob([text!], { type: type! });
      expect(await shrinkPicture(file)).to.equal(file);
    }
  });

  it('[CO6] refuses a picture of too many pixels before it is decoded', async () => {
    const head = new Uint8Array(24);
    head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    new DataView(head.buffer).setUint32(16, 50_000);
    new DataView(head.buffer).setUint32(20, 50_000);
    let reason = '';
    await shrinkPicture(new Blob([head], { type: 'image/png' })).catch((error: Error) => {
      reason = error.message;
    });
    expect(reason).to.equal('too_many_pixels');
  });
});
