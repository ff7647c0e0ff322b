import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../../../server/protocol/clock.rig.js';
import { AppRig } from '../app/app.rig.js';
import { perform } from '../app/perform.js';
import { attachmentWords } from './words.js';

const files = (count: number) => Array.from({ length: count }, (_, n) => new File(['x'], `${n}.txt`));

/** An app whose uploads wait until they are let go. */
async function heldUp() {
  const rig = await new AppRig().connect();
  let release = () => {};
  rig.uploads.gate = new Promise((resolve) => {
    release = resolve;
  });
  return { rig, release };
}

describe('uploads of a tab', () => {
  it('[CO2] go a few at a time, each once, and become chips of their session', async () => {
    const { rig, release } = await heldUp();
    perform(rig.context, { type: 'attach_files', files: files(5) });
    await settled();
    const shares = rig.context.composer.uploads.value.map(({ share }) => share);
    assert.deepEqual(shares, [0.5, 0.5, 0.5, 0, 0]);
    release();
    await settled();
    assert.deepEqual(
      rig.uploads.sent.map(({ name }) => name),
      ['0.txt', '1.txt', '2.txt', '3.txt', '4.txt'],
    );
    assert.equal(rig.context.composer.drafts.chipsFor('s1').length, 5);
    assert.deepEqual(rig.context.composer.uploads.value, []);
  });

  it('[CO32] wait for the session where the page does not know it yet', async () => {
    const rig = new AppRig();
    assert.equal(rig.context.page.view.value, null);
    perform(rig.context, { type: 'attach_files', files: files(2) });
    await settled();
    assert.deepEqual(rig.uploads.sent, []);
    await rig.connect();
    await settled();
    assert.equal(rig.context.composer.drafts.chipsFor('s1').length, 2);
  });

  it('[CO2] that are called off leave no chip', async () => {
    const { rig, release } = await heldUp();
    perform(rig.context, { type: 'attach_files', files: files(1) });
    await settled();
    perform(rig.context, { type: 'cancel_upload', key: rig.context.composer.uploads.value[0]!.key });
    release();
    await settled();
    assert.deepEqual([rig.context.composer.uploads.value, rig.context.composer.drafts.chipsFor('s1')], [[], []]);
  });

  it('[CO2] say why they failed, and a larger file than is taken is not even sent', async () => {
    const rig = await new AppRig().connect();
    const large = new File([new Uint8Array(26 * 1024 * 1024)], 'large.bin');
    perform(rig.context, { type: 'attach_files', files: [large] });
    await settled();
    assert.deepEqual(
      rig.context.composer.uploads.value.map(({ failure }) => failure),
      [attachmentWords.tooLarge('25')],
    );
    assert.deepEqual(rig.uploads.sent, []);
  });

  it('[U94] show no preview of a picture before it was found to be small enough', async () => {
    const { rig, release } = await heldUp();
    const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
    rig.uploads.prepare = async (file) => {
      if (file.name === 'bomb.png') throw new Error('too_many_pixels');
      return file;
    };
    perform(rig.context, { type: 'attach_files', files: [picture('bomb.png'), picture('a.png')] });
    const previews = () => rig.context.composer.uploads.value.map(({ preview }) => preview !== null);
    assert.deepEqual(previews(), [false, false]);
    await settled();
    assert.deepEqual(previews(), [false, true]);
    release();
  });
});
