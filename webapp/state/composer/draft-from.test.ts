import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import { chipBlocks } from './chip-blocks.js';
import { draftFrom } from './draft-from.js';

const ID = 'a'.repeat(32);
const CHIPS: readonly DraftChip[] = [
  { kind: 'upload', key: '1', upload: { id: ID, name: 'image.png', mimeType: 'image/png', size: 0 } },
  { kind: 'upload', key: '2', upload: { id: ID, name: 'notes.pdf', mimeType: 'application/pdf', size: 12 } },
  { kind: 'paste', key: '3', text: 'a long paste' },
  { kind: 'file', key: '4', path: 'src/ä b.ts' },
  { kind: 'file', key: '5', path: 'src/a.ts', lines: { from: 3, to: 9, text: 'x' } },
  { kind: 'file', key: '6', path: 'src/a.ts', lines: { from: 3, to: 3, text: 'x' } },
];
const unkeyed = (chips: readonly DraftChip[]) => chips.map(({ key: _key, ...chip }) => chip);

describe('a message that is edited again', () => {
  it('[MS7] has the words and all that hung on them', () => {
    const content: ContentBlock[] = [{ type: 'text', text: 'See @src/a.ts#L3' }, ...chipBlocks(CHIPS, '/w')];
    const { text, chips, left } = draftFrom(content, '/w');
    assert.deepEqual([text, left], ['See @src/a.ts#L3', 0]);
    assert.deepEqual(unkeyed(chips), unkeyed(CHIPS));
    assert.equal(new Set(chips.map(({ key }) => key)).size, chips.length);
    assert.deepEqual(chipBlocks(chips, '/w'), content.slice(1));
  });

  it('[MS7] counts what a draft can’t hold', () => {
    const content: ContentBlock[] = [
      { type: 'text', text: 'Hi' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'https://example.com/', name: 'a page' },
      { type: 'resource_link', uri: 'file:///elsewhere/a', name: 'a' },
      { type: 'resource_link', uri: 'file:///w/%', name: 'odd' },
      { type: 'resource', resource: { uri: 'memo:1', text: 'x' } },
      { type: 'resource', resource: { uri: 'memo:1', blob: 'AAAA' } },
    ];
    assert.deepEqual(draftFrom(content, '/w'), { text: 'Hi', chips: [], left: 7 });
  });
});
