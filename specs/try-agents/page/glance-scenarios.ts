import { eventually } from '../../e2e/eventually.rig.js';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';
import { shownText, timesIn } from './shown-text.js';

/** The request for one amended words names its file, shows the change once, and can be allowed where it stands. */
export async function editAtAGlance(page: PageTrial): Promise<string> {
  if (page.agent.neverAsks) return 'never asks';
  const lines = Array.from({ length: 40 }, (_, n) => `line ${n + 1}`);
  const path = page.put('glance.txt', `${lines.join('\n')}\n`);
  const n = await page.begin(sentences.replace(path, 'line 21', 'amended words'));
  const heads: string[] = [];
  while ((await page.nextRequest()) !== null) {
    const head = await page.requestHead();
    if (!page.isLook(head)) {
      heads.push(head);
      await expectAtHand(page, head);
    }
    await page.answer('Allow');
  }
  expect(
    page.read('glance.txt').includes('amended words'),
    `the file is as it was; ${story(page.trial.talk.turnOf(n))}`,
  );
  expect(heads.length > 0, `it did not ask; ${story(page.trial.talk.turnOf(n))}`);
  return heads.map(quote).join(', ');
}

async function expectAtHand({ app }: PageTrial, head: string): Promise<void> {
  expect(head.includes('glance.txt') && !/\d+ files/.test(head), `the head is ${quote(head)}`);
  await eventually(
    async () => timesIn(await shownText(app.permission), 'amended words'),
    (times) => times === 1,
    'The change should be shown once',
  );
  await eventually(
    () => app.answerButton('Allow').isEnabled(),
    (isOn) => isOn,
    'Allow should be at hand',
  );
}
