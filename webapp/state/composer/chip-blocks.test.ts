import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import { chipBlocks, mentionText } from './chip-blocks.js';

describe('what hangs on a draft', () => {
  it('[U89] is sent without what only a newer page knows', () => {
    const file: DraftChip = { kind: 'file', key: '@a b.ts', path: 'a b.ts' };
    const odd = { kind: 'hologram', key: 'h' } as unknown as DraftChip;
    assert.deepEqual(chipBlocks([odd, file], '/w'), [
      { type: 'resource_link', uri: 'file:///w/a%20b.ts', name: 'a b.ts' },
    ]);
  });

  it('[FI14] names chosen lines and carries them', () => {
    const lines = { from: 3, to: 9, text: 'a\nb' };
    const chip = { kind: 'file', key: 'k', path: 'src/a b.ts', lines } as const;
    const uri = 'file:///w/src/a%20b.ts#L3-L9';
    assert.deepEqual(chipBlocks([chip], '/w'), [
      { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'a\nb' } },
    ]);
    assert.equal(mentionText(chip), '@src/a b.ts#L3-L9');
    assert.equal(mentionText({ ...chip, lines: { ...lines, to: 3 } }), '@src/a b.ts#L3');
  });
});
