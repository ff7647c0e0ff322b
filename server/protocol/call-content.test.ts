import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedContent, contentOf } from './call-content.js';
import type { ToolEntry } from './entries.js';
import { asked, entriesAfter, tool, toolUpdate } from './transcript.rig.js';

const diff = (newText: string, path = '/w/a') => ({ type: 'diff' as const, path, oldText: 'a', newText });
const words = { type: 'content' as const, content: { type: 'text' as const, text: 'done' } };

describe('what a call brought', () => {
  const contentAfter = (...events: Parameters<typeof entriesAfter>) =>
    contentOf(entriesAfter(...events).find((entry) => entry.kind === 'tool') as ToolEntry);

  it('[TG5] keeps the change that was only in the question', () => {
    const events = [
      tool('t', { kind: 'edit' }),
      asked('q', { toolCallId: 't', content: [diff('old')] }),
      asked('r', { toolCallId: 't', content: [diff('new')] }),
      toolUpdate('t', { status: 'completed', content: [words] }),
    ];
    assert.deepEqual(contentAfter(...events), [diff('new'), words]);
  });

  it('[TG5] is the call’s own change where it told one', () => {
    const events = [
      asked('q', { toolCallId: 't', content: [diff('asked')] }),
      toolUpdate('t', { status: 'completed', content: [diff('made')] }),
    ];
    assert.deepEqual(contentAfter(...events), [diff('made')]);
    assert.deepEqual(contentAfter(tool('t', { content: [words] })), [words]);
  });

  it('[RG5] is part of the question where that brings no change itself', () => {
    const asks = (...content: object[]) => {
      const events = [tool('t', { content: [words] }), asked('q', { toolCallId: 't', content } as never)];
      const entry = entriesAfter(...events).at(-1) as ToolEntry;
      return askedContent(entry.permissions[0]!, { content: [words] });
    };
    const please = { type: 'content', content: { type: 'text', text: 'May I?' } };
    assert.deepEqual(asks(please), [please, words]);
    assert.deepEqual(asks(words), [words]);
    assert.deepEqual(asks(diff('new')), [diff('new')]);
    assert.deepEqual(asks(), [words]);
  });
});
