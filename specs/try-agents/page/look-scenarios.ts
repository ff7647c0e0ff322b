import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import { pickerWords } from '../../../webapp/components/pickers/words.js';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';
import { pageWords } from './page-words.js';

const ESC = '\\033';

/** Colours of a command's output are drawn, not spelled. */
export async function colours(page: PageTrial): Promise<string> {
  page.put('colours.sh', `printf '${ESC}[32mgreen-words${ESC}[0m plain-words\\n'\n`);
  const turn = await page.turn(sentences.run('sh colours.sh'), 'Allow');
  const card = await page.lastCard();
  await page.picture('colours');
  expect(!/\[(32|0)m/.test(card), `spelled: ${quote(card)}`);
  if (/green-words/.test(card)) return '';
  expect(card.includes(pageWords.noOutput), `no output in ${quote(card)}; ${story(turn)}`);
  return 'output is not told, and the card says so';
}

/** After a choice the menu shows what the agent has chosen, in this tab too. */
export async function choices(page: PageTrial): Promise<string> {
  const { talk } = page.trial;
  const words: string[] = [];
  for (const { id } of talk.transcript.options) {
    // A choice can change the others.
    const option = talk.transcript.options.find((one) => one.id === id);
    const other = option ? otherValue(option) : null;
    if (!option || other === null) continue;
    const name = option.name || pickerWords.model;
    // By how its name begins: an agent may have a "Mode" and a "Collaboration mode".
    const chip = page.app.page.locator(`button[aria-label^=${JSON.stringify(pickerWords.chip(name, ''))}]`);
    const before = talk.transcript.seq;
    await chip.click();
    const list = page.app.page.getByRole('dialog', { name: pickerWords.choose(name) });
    await list.getByRole('option', { name: other.name }).first().click();
    await talk.tab.until(() => talk.transcript.seq > before);
    await page.app.page.waitForTimeout(SETTLED_MS);
    const told = talk.transcript.options.find(({ id }) => id === option.id)?.currentValue;
    const shown = (await chip.count()) > 0 ? await chip.textContent() : null;
    const value = valuesOf(option).find((one) => one.value === told)?.name ?? String(told);
    expect(
      shown === null || shown.includes(value),
      `"${option.name}" shows ${quote(String(shown))}, and the agent has ${quote(String(told))}`,
    );
    words.push(`${option.id} ${told === other.value ? 'taken' : 'refused'}`);
    if (told !== other.value) continue;
    await talk.tab.api.AcpBridge.set_option(crypto.randomUUID(), talk.sessionId, option.id, option.currentValue);
  }
  return words.join(', ') || 'has no choices';
}

const SETTLED_MS = 2000;

interface Choice {
  readonly value: string;
  readonly name: string;
}

function otherValue(option: SessionConfigOption): Choice | null {
  return valuesOf(option).find(({ value }) => value !== option.currentValue) ?? null;
}

function valuesOf(option: SessionConfigOption): readonly Choice[] {
  if (option.type !== 'select') return [];
  return option.options.flatMap((entry) => ('options' in entry ? entry.options : [entry]));
}

/** Nothing that the agent said or did made the page complain. */
export async function noTrouble({ troubles }: PageTrial): Promise<string> {
  expect(troubles.length === 0, troubles.join(' / '));
  return '';
}
