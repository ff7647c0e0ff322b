import { noticeText } from '../../../webapp/components/conversation/notice-words.js';
import { expect } from '../checks.js';
import { cutHistory } from '../cut-history.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import { messageIn, readTrace } from '../wire-trace.js';
import { PageTrial } from './page-trial.js';

const WORD = 'kumquat';

/** An agent whose history was cut while it was away says that it remembers everything; the page says what is so. */
export async function lostMemory({ trial }: PageTrial): Promise<string> {
  const page = await PageTrial.open(trial.at(trial.place.another('memory')));
  try {
    await page.turn(sentences.say('hello'), 'Deny');
    await page.turn(sentences.remember(WORD), 'Deny');
    await page.turn(sentences.say('the last words'), 'Deny');
    const { length } = page.trial.talk.entries;
    const linesBefore = readTrace(page.trial.place).length;
    let cut = 0;
    await page.restart('SIGTERM', () => {
      cut = cutHistory(page.trial.place.home, WORD);
    });
    if (cut === 0) return 'keeps its history in no file of text';
    const { talk } = page.trial;
    const turn = await page.turn(sentences.recall(), 'Deny');
    await page.picture('lost-memory');
    const notices = talk.entries.slice(length).flatMap((entry) => {
      if (entry.kind !== 'notice' || entry.notice.code === 'resuming_soon') return [];
      return [noticeText(entry.notice).title];
    });
    const ways = readTrace(page.trial.place)
      .slice(linesBefore)
      .flatMap((line) => /^session\/(new|load|resume)$/.exec(messageIn(line).method ?? '')?.[1] ?? []);
    const facts = `${cut} files cut, by ${ways.join(' and ') || 'nothing'}`;
    if (notices.length === 0 && turn.text.includes(WORD)) return `remembers all the same, ${facts}`;
    expect(notices.length > 0, `it has forgotten, and nothing says so; ${facts}; ${story(turn)}`);
    for (const title of notices)
      expect((await page.app.text()).includes(title), `the page doesn’t show ${quote(title)}`);
    return `${notices.map(quote).join(', ')}; then ${quote(turn.text)}, ${facts}`;
  } finally {
    await page.close();
  }
}
