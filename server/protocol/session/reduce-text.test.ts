import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../limits.js';
import {
  chunk,
  ended,
  entriesAfter,
  prompt,
  text,
  thought,
  tool,
  update,
  userChunk,
} from '../transcript/transcript.rig.js';

const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
const words = (...events: Parameters<typeof entriesAfter>) =>
  entriesAfter(...events).map((entry) => ('content' in entry ? [entry.kind, entry.content] : [entry.kind]));

describe('messages', () => {
  it('[T10] joins chunks of one message id across other entries', () => {
    const events = [chunk('Hel', 'm1'), tool('t1'), chunk('other', 'm2'), chunk('lo', 'm1')];
    assert.deepEqual(words(...events), [
      ['agent', [text('Hello')]],
      ['tool', []],
      ['agent', [text('other')]],
    ]);
  });

  it('[T11] joins neighbours without ids and starts anew after anything else', () => {
    const events = [chunk('Hel'), chunk('lo'), thought('hm'), thought('m'), chunk('again'), tool('t1'), chunk('end')];
    assert.deepEqual(words(...events), [
      ['agent', [text('Hello')]],
      ['thought', [text('hmm')]],
      ['agent', [text('again')]],
      ['tool', []],
      ['agent', [text('end')]],
    ]);
  });

  it('[T11] does not join a chunk with an id to one without', () => {
    assert.equal(entriesAfter(chunk('a'), chunk('b', 'm1')).length, 2);
  });

  it('[T12] keeps pictures as blocks between texts', () => {
    const picture = update({ sessionUpdate: 'agent_message_chunk', content: image });
    assert.deepEqual(words(chunk('a'), picture, chunk('b'), chunk('c')), [['agent', [text('a'), image, text('bc')]]]);
  });

  it('[T13] goes on in a further entry when a message gets too long', () => {
    const entries = entriesAfter(
      chunk('x'.repeat(LIMITS.entryTextChars + 1), 'm1'),
      chunk('y', 'm1'),
      chunk('z', 'm1'),
    );
    assert.equal(entries.length, 2);
    assert.ok(entries[1]?.kind === 'agent' && entries[1].continues);
    assert.deepEqual(entries[1].content, [text('yz')]);
  });

  it('[T14] drops the echo of our own prompt, whole or in pieces', () => {
    assert.equal(entriesAfter(prompt('Say hello world'), userChunk('Say hello world')).length, 1);
    assert.equal(entriesAfter(prompt('Say hello world'), userChunk('Say hello '), userChunk('world')).length, 1);
    assert.equal(entriesAfter(prompt('Say hello'), userChunk('Say hello\n')).length, 1);
  });

  it('[T15] shows user text that is not an echo', () => {
    assert.deepEqual(words(userChunk('Earlier '), userChunk('question'), chunk('answer')), [
      ['user', [text('Earlier question')]],
      ['agent', [text('answer')]],
    ]);
    assert.equal(entriesAfter(prompt('one'), userChunk('two')).length, 2);
    assert.equal(entriesAfter(prompt('one'), chunk('x'), ended(), userChunk('one')).length, 3);
  });

  it('[RG3] tells retold messages apart by their ids', () => {
    assert.deepEqual(
      words(userChunk('one', 'm1'), userChunk(' and', 'm1'), userChunk('two', 'm2'), userChunk('three')),
      [
        ['user', [text('one and')]],
        ['user', [text('two')]],
        ['user', [text('three')]],
      ],
    );
  });

  it('[T16] is open while it is written and closed by what comes next', () => {
    const open = (...events: Parameters<typeof entriesAfter>) =>
      entriesAfter(...events).flatMap((entry) => (entry.kind === 'agent' ? [entry.open] : []));
    assert.deepEqual(open(prompt('x'), chunk('a')), [true]);
    assert.deepEqual(open(prompt('x'), chunk('a'), tool('t1')), [false]);
    assert.deepEqual(open(prompt('x'), chunk('a'), ended()), [false]);
    assert.deepEqual(open(prompt('x'), chunk('a', 'm1'), tool('t1'), chunk('b', 'm1')), [false]);
  });
});
