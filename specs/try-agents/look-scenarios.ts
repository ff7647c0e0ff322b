import { join } from 'node:path';
import { launchBrowser } from '../browser.js';
import { AppPage } from '../e2e/app-page.rig.js';
import { expect } from './checks.js';
import { toolsIn } from './conversation.js';
import { sentences } from './directives.js';
import type { Trial } from './trial.js';
import { quote, story, wordsOf } from './turn-story.js';

const SETTLED_MS = 60_000;
/** Entries far away are drawn when they come near. */
const DRAWN_MS = 250;
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

/** Who starts an agent for the first time is told nothing that they need not know. */
export async function quiet(trial: Trial): Promise<string> {
  const notices = trial.talk.entries.filter(({ kind }) => kind === 'notice' || kind === 'error');
  expect(notices.length === 0, notices.map(wordsOf).join(', '));
  const { banners } = await trial.app();
  expect(banners.length === 0, banners.map(({ about }) => quote(JSON.stringify(about))).join(', '));
  return '';
}

/** Looking around is nothing to warn of, though no agent asks before all of it. */
export async function looking({ talk }: Trial): Promise<string> {
  const words: string[] = [];
  for (const command of ['ls', 'cat old.txt', 'git status', 'echo lines; wc -l old.txt']) {
    const turn = await talk.turn(sentences.look(command));
    const calls = toolsIn(turn.entries);
    const flagged = calls.filter(({ unasked }) => unasked);
    expect(flagged.length === 0, `"${command}" is called unasked; ${story(turn)}`);
    words.push(turn.permissions.length > 0 ? `asks before ${command}` : `does ${command}`);
  }
  return words.join(', ');
}

/** Nothing of what was asked before may be called unasked, nor what an agent does that has promised no questions. */
export async function flags({ talk }: Trial): Promise<string> {
  const flagged = toolsIn(talk.entries).filter(({ unasked }) => unasked);
  expect(flagged.length === 0, `${flagged.length} flagged: ${flagged[0]?.title}`);
  return '';
}

/** Without an account the page knows that, and how to sign in. */
export async function noAccount(trial: Trial): Promise<string> {
  if (trial.agent.needsNoAccount) return 'needs none';
  const bare = trial.at(trial.place.bare());
  try {
    await bare.start();
    await bare.talk.tab.api.AcpBridge.prompt(crypto.randomUUID(), bare.talk.sessionId, [
      { type: 'text', text: sentences.say('hello') },
    ]);
    const health = await bare.until(SETTLED_MS, ({ agents }) => {
      const found = agents.find(({ id }) => id === trial.agentId)?.health;
      return found && found.state !== 'starting' && found.state !== 'ready' && found.state !== 'idle' ? found : null;
    });
    if (!health) throw new Error(`stays ready; ${story(bare.talk.lastTurn)}`);
    expect(
      health.state === 'needs_login',
      `is ${health.state}: ${'trouble' in health ? JSON.stringify(health.trouble) : ''}`,
    );
    const methods = (await bare.summary()).signIn?.methods ?? [];
    const ways = methods.map(({ name, kind }) => `${name} (${kind})`).join(', ');
    const last = bare.talk.entries.at(-1);
    return `${quote('trouble' in health ? JSON.stringify(health.trouble) : '')}; ways: ${ways || 'none'}; ${last ? wordsOf(last) : 'nothing shown'}`;
  } finally {
    await bare.end();
  }
}

/** The page draws all of it without a complaint; a person looks at the pictures. */
export async function screen(trial: Trial): Promise<string> {
  const { agent, talk, out, url } = trial;
  await trial.until(SETTLED_MS, ({ agents }) =>
    agents.some(({ id, health }) => id === trial.agentId && health.state === 'ready'),
  );
  const browser = await launchBrowser();
  const troubles: string[] = [];
  try {
    for (const [name, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ viewport });
      await context.addInitScript('globalThis.__name = (value) => value');
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
      await page.goto(url);
      const app = new AppPage(page);
      // The field is there before the app, which reads the token.
      await app.waitForConnection();
      await page.goto(`${new URL(url).origin}/#/s/${talk.sessionId}`);
      const said = talk.lastTurn.text.trim().split(/\s+/).slice(0, 3).join(' ');
      await app.waitForText(new RegExp(said.replace(/[^\w ]/g, '.')));
      await page.screenshot({ path: join(out, `${agent.id}-${name}.png`) });
      await showCalls(app);
      await page.screenshot({ path: join(out, `${agent.id}-${name}-calls.png`) });
      await context.close();
    }
  } finally {
    await browser.close();
  }
  expect(troubles.length === 0, troubles.join(' / '));
  return '';
}

/** Opens the calls around the first command, with all that they show. */
async function showCalls({ page, conversation }: AppPage): Promise<void> {
  const asked = conversation.getByText('echo shown > ran.txt', { exact: false }).first();
  const calls = conversation.locator('.tool-line[aria-expanded=false]');
  for (let n = 8; n > 0; n--) {
    await asked.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.waitForTimeout(DRAWN_MS);
    if ((await calls.count()) > 0) await calls.first().evaluate((line: HTMLElement) => line.click());
  }
}
