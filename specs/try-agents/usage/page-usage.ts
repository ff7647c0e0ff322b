import type { Locator } from 'playwright-core';
import { composerWords } from '../../../webapp/components/composer/words.js';
import { messageWords } from '../../../webapp/components/messages/words.js';
import { usageWords } from '../../../webapp/components/usage/words.js';
import { eventually } from '../../e2e/eventually.rig.js';
import type { PageTrial } from '../page/page-trial.js';

/** What the page says under a reply; nothing of what it doesn't say. */
export interface ShownReply {
  readonly tokens: string;
  /** Which of them went in and out, and were cached. */
  readonly hint: string;
  readonly cost: string;
}

/** What a row of the settings says of a session or a day. */
export interface ShownTotals {
  readonly tokens: string;
  readonly input: string;
  readonly output: string;
  readonly cost: string;
}

/** The line under the reply of a turn. */
export async function shownReply({ app }: PageTrial, turn: number): Promise<ShownReply> {
  const footer = app.conversation.locator('turn-footer').last();
  await eventually(
    () => footer.evaluate((element) => (element as HTMLElement & { turn: number }).turn),
    (n) => n === turn,
    `Reply ${turn} should have its line`,
  );
  const spans = await footer
    .locator('span[title]')
    .evaluateAll((all) =>
      all.map((span) => ({ text: span.textContent?.trim() ?? '', title: (span as HTMLElement).title })),
    );
  const [tokens] = spans.filter(({ title }) => title.endsWith(OF_TOKENS));
  const [cost] = spans.filter(({ title }) => title === messageWords.reported);
  return { tokens: tokens?.text ?? '', hint: tokens?.title ?? '', cost: cost?.text ?? '' };
}

/** How the hint of every count ends. */
const OF_TOKENS = messageWords.tokensHint('');

/** What the meter beside the message field says that the session has cost; empty where there is no meter. */
export async function shownSessionCost({ app }: PageTrial): Promise<string> {
  const meter = app.page.locator('context-meter');
  if ((await meter.count()) === 0) return '';
  const term = meter.locator('dt', { hasText: composerWords.sessionCost });
  return (await term.count()) === 0 ? '' : ((await term.locator('+ dd').textContent()) ?? '').trim();
}

/** The page of the settings in a tab beside the conversation, which keeps itself up to date. */
export class UsagePage {
  readonly #section: Locator;

  private constructor(section: Locator) {
    this.#section = section;
  }

  static async open({ app, trial }: PageTrial): Promise<UsagePage> {
    const page = await app.page.context().newPage();
    await page.goto(`${new URL(trial.url).origin}/#/settings/usage`);
    const section = page.locator('usage-section');
    await section.waitFor();
    return new UsagePage(section);
  }

  /** What it says of today and of a session, by the session's place in the list, once it knows of so many replies. */
  async totals(replies: number, place: number): Promise<{ day: ShownTotals; session: ShownTotals }> {
    const day = this.#rows(usageWords.byDay).first();
    await eventually(
      async () => ((await day.count()) === 0 ? '0' : await day.locator('td').nth(1).textContent()),
      (count) => count === String(replies),
      `The page should know of ${replies} replies`,
    );
    return { day: await totalsIn(day), session: await totalsIn(this.#rows(usageWords.bySession).nth(place)) };
  }

  async close(): Promise<void> {
    await this.#section.page().close();
  }

  #rows(caption: string): Locator {
    return this.#section.getByRole('group', { name: caption }).locator('tbody tr');
  }
}

/** Large counts are shown in short, with all their figures on hover. */
async function totalsIn(row: Locator): Promise<ShownTotals> {
  const cells = await row
    .locator('td')
    .evaluateAll((all) => all.map((cell) => (cell as HTMLElement).title || (cell.textContent ?? '').trim()));
  const [tokens = '', input = '', output = '', cost = ''] = cells.slice(-4);
  return { tokens, input, output, cost };
}
