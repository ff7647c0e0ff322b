import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { imagePixels } from '../../protocol/image-pixels.js';
import { seeded } from '../../testing/seeded.rig.js';
import { isPlainName, plainName } from './plain-name.js';
import { sniffType } from './sniff-type.js';
import { cleanName, TextWatch } from './upload-store.js';

const HEADS = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'GIF89a',
  'RIFF....WEBPVP8X',
  'RIFF....WEBPVP8L',
  '....ftypavif',
  'OggS',
  '%PDF-',
  'PK\x03\x04',
  '<svg',
  '<!doctype html>',
];
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Anything behind any beginning: broken, cut and two things at once. */
const files = fc
  .tuple(fc.constantFrom('', ...HEADS), fc.uint8Array({ maxLength: 200 }), fc.constantFrom('', ...HEADS))
  .map(([head, rest, tail]) => Buffer.concat([Buffer.from(head, 'latin1'), rest, Buffer.from(tail, 'latin1')]));

describe('hostile files', () => {
  it('[UP4] [UP6] of any bytes get a type and an extension of ours', (t) => {
    fc.assert(
      fc.property(files, fc.boolean(), (bytes, isText) => {
        const { mimeType, extension } = sniffType(bytes, isText);
        assert.match(`${mimeType} ${extension}`, /^[a-z]+\/[a-z-]+ [a-z0-9]{2,5}$/);
        for (const type of TYPES) {
          const pixels = imagePixels(bytes, type);
          assert.ok(pixels === null || (Number.isFinite(pixels) && pixels >= 0));
        }
      }),
      seeded(t, 500),
    );
  });

  it('[UP4] are text only if all of them is, however they arrive', (t) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(40)), (text, cuts) => {
        const bytes = Buffer.from(text);
        const watch = new TextWatch();
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          watch.take(bytes.subarray(at, at + cut));
          at += cut;
        }
        assert.equal(watch.end(), !text.includes('\0'));
      }),
      seeded(t, 100),
    );
    const watch = new TextWatch();
    watch.take(Buffer.from([0xc3]));
    assert.equal(watch.end(), false);
  });

  it('[UP3] [UP16] of any name are named in a line that hides and leads nowhere', (t) => {
    const parts = fc.constantFrom(
      '..',
      '/',
      '\\',
      'CON',
      '\0',
      '\u202e',
      '\u200b',
      '\ud800',
      'ä',
      '💾',
      'a'.repeat(200),
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'binary' })), { maxLength: 8 }), (pieces) => {
        const name = cleanName(pieces.join(''));
        assert.ok(name.length > 0 && Buffer.byteLength(name) <= 255, name);
        assert.doesNotMatch(name, /[/\\\p{Cc}\p{Cf}\p{Cs}]/u);
        const kept = plainName(name, sniffType(Buffer.from('%PDF-'), false));
        assert.ok(isPlainName(kept), kept);
        assert.equal(pathToFileURL(`/a/${kept}`).href, `file:///a/${kept}`);
      }),
      seeded(t, 500),
    );
  });
});
