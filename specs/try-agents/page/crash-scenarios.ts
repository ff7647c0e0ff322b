import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversationWords } from '../../../webapp/components/conversation/words.js';
import { settingsWords } from '../../../webapp/components/settings/words.js';
import { deepText } from '../../e2e/app-page.rig.js';
import { expect, seen } from '../checks.js';
import { CRASH_KEY, CRASH_WORDS } from '../crash-words.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import { exportJson } from './import-scenarios.js';
import type { PageTrial } from './page-trial.js';

/** A key among the last words of an agent is nowhere: not in its card, an export, the history file or the logs. */
export async function crashTellsNoKey(page: PageTrial): Promise<string> {
  const { talk, place } = page.trial;
  const n = await page.begin(sentences.count(400, 'crash'));
  await seen(talk, 'crash-3');
  page.trial.crashAgent();
  await talk.tab.until(() => talk.isIdle);
  const details = page.app.conversation.getByText(conversationWords.details, { exact: true }).last();
  await details.click();
  const card = await page.app.text();
  await page.picture('crash');
  expect(card.includes(CRASH_WORDS), `the card says nothing of it; ${story(talk.turnOf(n))}`);
  expect(!card.includes(CRASH_KEY), 'THE CARD HAS THE KEY');
  const file = join(place.root, `${page.agent.id}-crash.json`);
  await (await exportJson(page)).saveAs(file);
  expect(!readFileSync(file, 'utf8').includes(CRASH_KEY), 'THE EXPORT HAS THE KEY');
  expect(keepersOf(place.dataDir).length === 0, `THE KEY IS IN ${keepersOf(place.dataDir).join(', ')}`);
  const line = await lineInLogs(page);
  expect(!line.includes(CRASH_KEY), 'THE LOGS HAVE THE KEY');
  expect(!line.includes('\u001b') && !/\[(31|0)m|\]\]/.test(line), `the log line is ${quote(line)}`);
  const next = await page.turn(sentences.say('back again'), 'Deny');
  expect(next.text.includes('back again'), `the next prompt failed; ${story(next)}`);
  return quote(line);
}

/** Files of our data that hold the key. */
function keepersOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'latin1').includes(CRASH_KEY))
    .map(({ name }) => name);
}

/** The agent's last words as the settings show them. */
async function lineInLogs(trial: PageTrial): Promise<string> {
  const page = await trial.app.page.context().newPage();
  await page.goto(`${new URL(trial.trial.url).origin}/#/settings/logs`);
  await page.getByLabel(settingsWords.logs.source).selectOption(trial.trial.agentId);
  const lines = page.getByRole('log', { name: settingsWords.logs.lines });
  await lines.getByText(CRASH_WORDS).first().waitFor();
  const line = (await deepText(lines)).split('\n').find((text) => text.includes(CRASH_WORDS)) ?? '';
  await page.close();
  return line;
}
