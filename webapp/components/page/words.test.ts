import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HistoryNews } from '../../../server/protocol/api/app-state.js';
import { historySentences } from './banner-words.js';

const news: HistoryNews = {
  cause: 'deleted',
  kept: { sessions: 12, events: 3412 },
  lost: { titles: [], more: 0 },
  gaps: { titles: [], more: 0, pieces: 0 },
  aside: null,
};

describe('news of the history file', () => {
  it('[D34] say what happened, what was kept and lost, and where the other file is', () => {
    assert.equal(
      historySentences(news),
      'The history file was deleted while AcDeck was running. AcDeck rewrote it from memory. Nothing was lost.',
    );
    assert.equal(
      historySentences({ ...news, cause: 'replaced', aside: '/d/acdeck.db.replaced-1' }),
      'The history file was replaced while AcDeck was running. AcDeck put its own file back. Nothing was lost. The other file is kept as /d/acdeck.db.replaced-1.',
    );
    assert.equal(
      historySentences({
        ...news,
        cause: 'damaged',
        isAtStart: true,
        lost: { titles: ['Fix the parser', 'Notes'], more: 2 },
        gaps: { titles: ['Release'], more: 0, pieces: 45 },
        aside: '/d/x',
      }),
      'The history file was damaged. AcDeck kept 12 sessions (3,412 events). Lost: “Fix the parser”, “Notes”, and 2 more. Missing from “Release”: 45 messages, replies or steps. Each gap is marked in the conversation. The damaged file is kept as /d/x.',
    );
    assert.equal(
      historySentences({ ...news, cause: 'truncated', lost: { titles: [], more: 1 } }),
      'The history file was cut short while AcDeck was running. AcDeck kept 12 sessions (3,412 events). 1 session couldn’t be kept.',
    );
    assert.match(
      historySentences({ ...news, gaps: { titles: ['A'], more: 0, pieces: 1 } }),
      /Missing from “A”: 1 message, reply or step\. Each gap is marked in the conversation\.$/,
    );
    assert.match(
      historySentences({ ...news, gaps: { titles: ['A'], more: 0, pieces: 2, events: 7 } }),
      /Missing from “A”: 2 messages, replies or steps and 7 recorded events\. Each/,
    );
  });
});
