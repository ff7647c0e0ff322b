import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitUpdate } from '../../server/agents/parse/fit-update.js';
import { tameValue } from '../../server/agents/parse/tame-value.js';
import { cutNote, TOO_DEEP, tooLargeNote } from '../../server/protocol/transcript/left-out.js';
import { leftOutText } from './left-out-words.js';

describe('what was left out', () => {
  it('[WD26] is said in the words of the page, with its data', () => {
    assert.deepEqual(
      [
        `ls${cutNote(1_234)}`,
        TOO_DEEP,
        tooLargeNote('3 more items'),
        tooLargeNote('image of 4.2 MB'),
        tooLargeNote('the content of this call'),
        '[content that cannot be shown: hologram]',
      ].map(leftOutText),
      [
        'ls … [1,234 characters left out]',
        '[left out: too deeply nested]',
        '[3 more items left out]',
        '[image left out: 4.2 MB]',
        '[left out: too large]',
        '[content that can’t be shown: hologram]',
      ],
    );
  });

  it('[WD26] is known in every note that the server writes', () => {
    const content = { type: 'audio' as const, data: 'x'.repeat(2_000_000), mimeType: 'audio/wav' };
    const [update] = fitUpdate({ sessionUpdate: 'agent_message_chunk', content }, 2_000_000);
    const { text } = (update as unknown as { content: { text: string } }).content;
    assert.equal(leftOutText(text), '[recording left out: 1.4 MB]');
    const cut = tameValue('y'.repeat(50), 10) as string;
    assert.equal(leftOutText(cut), `${'y'.repeat(10)} … [40 characters left out]`);
  });

  it('[WD26] leaves everything else as it is', () => {
    for (const text of ['', 'a [1]', '[12 characters left out] and more', 'see [left out: too deeply nested]'])
      assert.equal(leftOutText(text), text);
  });
});
