import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Token, Tokens } from 'marked';
import { BlockStream } from './block-stream.js';
import { CORPUS, randomChunks, seeded } from './corpus.rig.js';

/** Blocks as they will be drawn: where a list was read in pieces, `raw` and the flags of its items may differ. */
function drawn(tokens: readonly Token[]): unknown {
  const seen = (key: string, value: unknown) =>
    key === 'raw' || key === 'text' || key === 'loose' ? undefined : value;
  return JSON.parse(JSON.stringify(tokens, seen).replaceAll('"type":"text","tokens"', '"type":"paragraph","tokens"'));
}

function stream(chunks: readonly string[]): { stream: BlockStream; text: string; blocks: readonly Token[] } {
  const blocks = new BlockStream();
  const text = chunks.reduce((before, chunk) => {
    blocks.update(before + chunk, true);
    return before + chunk;
  }, '');
  return { stream: blocks, text, blocks: blocks.update(text, true).groups.flat() };
}

describe('BlockStream', () => {
  it('[W1] gives the blocks of the whole text at the end of any stream', () => {
    for (const [place, text] of CORPUS.entries()) {
      const whole = new BlockStream().update(text, false).groups.flat();
      const { stream: blocks } = stream(randomChunks(text, seeded(place)));
      assert.deepEqual(drawn(blocks.update(text, false).groups.flat()), drawn(whole));
    }
  });

  it('[W2] has nothing left to correct at the end when the text has ended its last block', () => {
    for (const [place, text] of CORPUS.entries()) {
      const ended = `${text.replace(/```(?:python|sh)\n[^`]*`*$/, '')}\n\nend\n\n`;
      const whole = new BlockStream().update(ended, false).groups.flat();
      assert.deepEqual(drawn(stream(randomChunks(ended, seeded(place))).blocks), drawn(whole), `text ${place}`);
    }
  });

  it('[W2] hands out the same blocks and groups again while only the end grows', () => {
    const text = Array.from({ length: 120 }, (_, n) => `Paragraph ${n}.`).join('\n\n');
    const blocks = new BlockStream();
    const before = blocks.update(`${text}\n\nend`, true);
    const after = blocks.update(`${text}\n\nend of it`, true);
    assert.equal(after.groups[0], before.groups[0]);
    assert.equal(after.groups[1], before.groups[1]);
    assert.equal(after.groups[2]?.[3], before.groups[2]?.[3]);
    assert.equal(after.liveFrom, 119);
  });

  it('[W6] reads waiting blocks again when their link is defined, and only those', () => {
    const blocks = new BlockStream();
    const before = blocks.update('a [x] b\n\nplain\n\n[y] c\n\n', true).groups.flat();
    const after = blocks.update('a [x] b\n\nplain\n\n[y] c\n\n[x]: https://x.example\n\nmore\n\n', true).groups.flat();
    assert.equal((after[0] as Tokens.Paragraph).tokens[1]?.type, 'link');
    assert.deepEqual([after[1], after[2]], [before[1], before[2]]);
  });

  it('[W7] keeps finished items of a list and reads code by lines', () => {
    const items = Array.from({ length: 600 }, (_, n) => `- item ${n}`).join('\n');
    const blocks = new BlockStream();
    const first = blocks.update(`${items}\n- half`, true).groups.flat()[0] as Tokens.List;
    const second = blocks.update(`${items}\n- half an item`, true).groups.flat()[0] as Tokens.List;
    assert.equal(second.items.length, 601);
    assert.equal(second.items[598], first.items[598]);
    const code = stream(['```ts\n', 'const a = 1;\n\n', 'const b', ' = 2;\n``']).blocks[0] as Tokens.Code;
    assert.equal(code.text, 'const a = 1;\n\nconst b = 2;');
  });

  it('[MM2] shows a formula as text until its end has come, whatever its lines look like', () => {
    const { stream: blocks, text } = stream(['$$\n', 'a\n', '- b\n', '= c\n']);
    assert.ok(
      blocks
        .update(text, true)
        .groups.flat()
        .every(({ type }) => type !== 'maths'),
    );
    const [formula, ...rest] = blocks.update(`${text}$$\n\nend`, true).groups.flat();
    assert.deepEqual([formula?.type, rest.map(({ type }) => type)], ['maths', ['paragraph']]);
  });

  it('[W9] starts anew when the text is another one', () => {
    const blocks = new BlockStream();
    blocks.update('- one\n- two\n', true);
    assert.deepEqual(
      blocks
        .update('three', true)
        .groups.flat()
        .map(({ type }) => type),
      ['paragraph'],
    );
  });
});
