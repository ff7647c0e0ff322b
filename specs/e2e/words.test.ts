import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { commandWords } from '../../webapp/commands/words.js';
import { composerWords } from '../../webapp/components/composer/words.js';
import { hostWords } from '../../webapp/components/host-pages/words.js';
import { frameWords } from '../../webapp/components/page/words.js';
import { tourWords } from '../../webapp/components/palette/tour-words.js';
import { paletteWords } from '../../webapp/components/palette/words.js';
import { permissionWords } from '../../webapp/components/permission/words.js';
import { requestWords } from '../../webapp/components/request/words.js';
import { settingsWords } from '../../webapp/components/settings/words.js';
import { workWords } from '../../webapp/components/work-panel/words.js';
import { accent } from '../../webapp/ui/catalogue.js';
import { faultsAt, NAMES, named, openAccented, placesOf, SIZES } from './accented-page.rig.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { LedApp } from './led-app.rig.js';
import { hardCodedWords, misfits } from './words-probe.rig.js';

const text = (words: string) => ({ type: 'text', text: words });

describe('a page in accented English', () => {
  let led: LedApp;
  let tab: AppPage;
  let data: string[];
  const button = (name: string, within: Page | Locator = tab.page) => within.getByRole('button', named(name)).first();
  const look = (screen: string) => faultsAt(tab.page, screen, data);
  const command = 'sudo rm -rf ~';

  before(async () => {
    const modes = {
      currentModeId: 'a',
      availableModes: [
        { id: 'a', name: 'Ρώτα' },
        { id: 'b', name: 'Πράξε' },
      ],
    };
    let n = 0;
    led = await LedApp.start({
      initialize: () => ({
        protocolVersion: 1,
        agentInfo: { name: 'λ', title: 'Λάμδα', version: '1.0.0' },
        agentCapabilities: { loadSession: true, promptCapabilities: { embeddedContext: true } },
        authMethods: [],
      }),
      'session/new': () => ({ sessionId: `s${++n}`, modes }),
    });
    const { folder } = led.app.place;
    await mkdir(join(folder, 'σ'), { recursive: true });
    await writeFile(join(folder, 'σ/α.τ'), 'α = 1;\n');
    tab = await openAccented(led.app);
    const agent = await tab.page.evaluate(() => navigator.userAgent);
    data = [...NAMES, ...placesOf(led.app), command, agent, `${process.platform} ${process.arch}`, 'Node.js'];
    await tab.composer.waitFor();
    await led.app.server.line('ready');
  });
  after(() => led.stop());

  it('[WD1] [WD2] says everything in it, and nothing breaks: the welcome and the message field', async () => {
    await tab.page.locator('welcome-view .card').first().waitFor();
    const found = await look('welcome');
    await tab.composer.fill('');
    for (const sign of ['@', '/', '#', '!']) {
      await tab.composer.pressSequentially(sign);
      await tab.page.locator('composer-menu, .shell-note').first().waitFor();
      found.push(...(await look(`after ${sign}`)));
      await tab.composer.fill('');
    }
    await button(composerWords.attach.name).click();
    found.push(...(await look('attach')));
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('prompt-composer .option').first().click();
    await tab.page.locator('option-picker .item, option-picker [role=option]').first().waitFor();
    found.push(...(await look('mode')));
    await tab.page.keyboard.press('Escape');
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: a running conversation', async () => {
    await tab.prompt('Φτιάξε');
    await led.prompted();
    const path = `${led.app.place.folder}/σ/α.τ`;
    const diff = { type: 'diff', path, oldText: 'α = 1;\n', newText: 'α = 2;\n' };
    const call = (id: string, more: object) => ({
      sessionUpdate: 'tool_call',
      toolCallId: id,
      status: 'completed',
      ...more,
    });
    led.tell(
      { sessionUpdate: 'agent_thought_chunk', content: text('Χμ.') },
      call('e', { title: 'Ένα', kind: 'edit', content: [diff] }),
      call('r', { title: 'Δύο', kind: 'read', locations: [{ path }] }),
      call('s', { title: 'Τρία', kind: 'search' }),
      call('f', {
        title: 'Τέσσερα',
        kind: 'execute',
        status: 'failed',
        rawInput: { command: 'λσ' },
        content: [{ type: 'content', content: text('όχι') }],
      }),
      { sessionUpdate: 'plan', entries: [{ content: 'Βήμα', status: 'in_progress', priority: 'low' }] },
    );
    led.say('# Λόγια\n\n- [ ] ένα\n\n| α | β |\n|---|---|\n| 1 | 2 |\n\n```\nα = 1;\n```\n');
    await tab.waitForText(/α = 1;/);
    await tab.composer.fill('Μετά');
    await tab.composer.press('Enter');
    await tab.page.locator('queue-dock li').first().waitFor();
    const found = await look('running');
    const asked = led.ask(command);
    await tab.permission.waitFor();
    found.push(...(await look('request')));
    await button(requestWords.options.allow_always, tab.permission).click();
    await tab.page.locator('permission-always .acts').waitFor();
    found.push(...(await look('always')));
    await button(permissionWords.back, tab.permission).click();
    await button(permissionWords.denyWithNote, tab.permission).click();
    found.push(...(await look('note')));
    await button(permissionWords.back, tab.permission).click();
    await tab.answer('Allow');
    await asked;
    const { sessionId } = led.calls('session/prompt')[0]!.params;
    const properties = { α: { type: 'string', title: 'Όνομα', minLength: 3 }, β: { type: 'boolean', title: 'Δυνατά' } };
    const form = { mode: 'form', message: 'Ποιος;', requestedSchema: { type: 'object', properties } };
    const answered = led.agent.request('elicitation/create', { sessionId, ...form });
    const question = tab.page.locator('question-dock');
    await question.locator('input').first().fill('α');
    await question.locator('button[type="submit"]').click();
    await question.locator('[role="alert"]').waitFor();
    found.push(...(await look('question')));
    await question.locator('.btn.outline').click();
    await answered;
    led.end();
    await led.prompted();
    led.end('refusal');
    await tab.waitForIdle();
    found.push(...(await look('ended')));
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: the work panel', async () => {
    const { page } = tab;
    const found: string[] = [];
    await page.keyboard.press('Control+Shift+D');
    const panel = page.locator('work-panel');
    await panel.locator('diff-view').first().waitFor();
    found.push(...(await look('changes')));
    for (const name of [workWords.tabs.files, workWords.tabs.terminals]) {
      await panel.getByRole('tab', named(name)).click();
      await panel
        .locator('.work-empty:visible, .tree-row:visible, .file-line:visible, .terminal-list:visible')
        .first()
        .waitFor();
      found.push(...(await look(name)));
    }
    await page.keyboard.press('Control+j');
    await panel.waitFor({ state: 'detached' });
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: layers and the drawer', async () => {
    const { page } = tab;
    const found: string[] = [];
    for (const [key, name] of [
      ['Control+k', paletteWords.commands],
      ['Control+p', paletteWords.switch],
      ['Shift+?', paletteWords.shortcuts],
    ] as const) {
      await tab.conversation.focus();
      await page.keyboard.press(key);
      await page.getByRole('dialog', named(name)).waitFor();
      found.push(...(await look(name)));
      if (key !== 'Shift+?') {
        await page.keyboard.type('ξξξ');
        await page.getByRole('dialog', named(name)).locator('.empty').waitFor();
        found.push(...(await look(`nothing in ${name}`)));
      }
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize(SIZES[2]);
    await button(frameWords.sessions).click();
    await page.locator('dialog.drawer session-list').waitFor();
    found.push(...(await hardCodedWords(page, data)), ...(await misfits(page)));
    await page.keyboard.press('Escape');
    await page.setViewportSize(SIZES[0]);
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: settings and banners', async () => {
    const { page } = tab;
    const found: string[] = [];
    const before = page.url();
    for (const section of [
      'appearance',
      'permissions',
      'agents',
      'mcp',
      'computer',
      'file',
      'data',
      'devices',
      'logs',
      'about',
      'usage',
      'notifications',
      'keyboard',
      'programs',
    ]) {
      await page.goto(`${new URL(before).origin}/#/settings/${section}`);
      await page.locator(`${section}-section [data-key]`).first().waitFor();
      const add = { agents: hostWords.agent.add, mcp: hostWords.mcp.add }[section];
      if (add) {
        await button(add).click();
        await page.locator('agent-form, mcp-form').first().waitFor();
      }
      if (section === 'agents') await page.locator('agent-card').first().waitFor();
      if (section === 'data') await page.locator('data-section dd').first().waitFor();
      if (section === 'devices') await page.locator('devices-section .badge').first().waitFor();
      if (section === 'about') await page.locator('about-section dd').first().waitFor();
      found.push(...(await look(section)));
      if (section !== 'permissions') continue;
      await button(settingsWords.permissions.newRule).click();
      await page.locator('rule-form').waitFor();
      found.push(...(await look('rule')));
    }
    await page.goto(before);
    await page.locator('settings-view').waitFor({ state: 'detached' });
    await tab.conversation.waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', named(commandWords.message.allowAll)).click();
    await page.locator('.banner.freedom').waitFor();
    found.push(...(await look('allow all')));
    await button(frameWords.freedom.askAgain).click();
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: budgets and the tour', async () => {
    const { page } = tab;
    const before = page.url();
    const set = async (key: string, value: string) => {
      await page.goto(`${new URL(before).origin}/#/settings/usage/budget`);
      await page.locator(`usage-section #${key}`).fill(value);
      await page.locator(`usage-section #${key}`).press('Enter');
      await tab.waitForSent();
      await page.goto(before);
      await page.locator('settings-view').waitFor({ state: 'detached' });
    };
    await set('budgetReplyToolCalls', '1');
    await tab.prompt('Τρέξε');
    await led.prompted();
    led.tell({ sessionUpdate: 'tool_call', toolCallId: 'budget', title: 'Ένα', kind: 'read' });
    await page.locator('queue-dock .budget').waitFor();
    led.end('cancelled');
    await tab.waitForIdle();
    const found = await look('stopped by a budget');
    await set('budgetDayToolCalls', '1');
    await page.locator('.banner').first().waitFor();
    await tab.prompt('Μετά');
    await page.locator('queue-dock .budget').waitFor();
    found.push(...(await look('a day that is used up')));
    await tab.composer.fill('/tour');
    await tab.composer.press('Enter');
    await page.locator('guided-tour:popover-open').waitFor();
    for (const { title } of Object.values(tourWords.steps)) {
      await page.locator('guided-tour').getByText(accent(title), { exact: true }).waitFor();
      found.push(...(await hardCodedWords(page, data)));
      await page.locator('guided-tour .primary').click();
    }
    assert.deepEqual(found, []);
  });

  it('[WD3] shows a sentence that is not in a catalogue, and what does not fit', async () => {
    const { page } = tab;
    await page.evaluate(() => {
      const planted = document.createElement('button');
      planted.append('Planted');
      planted.title = 'Planted too';
      planted.style.cssText = 'position: fixed; left: 10px; top: 10px; width: 200vw; z-index: 99';
      document.querySelector('session-view')!.append(planted);
    });
    const words = await hardCodedWords(page, data);
    assert.deepEqual(words.sort(), ['button [title]: Planted too', 'button: Planted']);
    assert.ok((await misfits(page)).some((fault) => fault.includes('is covered by')));
    await page.evaluate(() => document.querySelector('session-view > button')!.remove());
    assert.deepEqual(await hardCodedWords(page, data), []);
  });
});

describe('a page in accented English, from the first start to the end', () => {
  it('[WD1] [WD2] says everything in it, and nothing breaks: the way in and a start', async (t) => {
    const app = await TestApp.start({ env: () => ({ ACDECK_DEMO_INIT_MS: '600000' }) });
    app.expectTrouble(/./);
    t.after(() => app.stop());
    const data = [...NAMES, ...placesOf(app)];
    const stranger = await openAccented(app, app.server.origin);
    await stranger.page.locator('signed-out-screen button').waitFor();
    const found = await faultsAt(stranger.page, 'signed out', data);
    await stranger.page.close();
    const { page } = await openAccented(app);
    await page.locator('startup-overlay li').first().waitFor();
    found.push(...(await faultsAt(page, 'startup', data)));
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: a sign-in and a lost server', async (t) => {
    const app = await TestApp.start({ env: () => ({ ACDECK_DEMO_LOGIN: 'session/new' }) });
    app.expectTrouble(/./);
    t.after(() => app.stop());
    const data = [...NAMES, ...placesOf(app)];
    const { page } = await openAccented(app);
    const signIn = page.locator('startup-overlay').getByRole('button', named(frameWords.signIn));
    await signIn.waitFor();
    const found = await faultsAt(page, 'needs sign-in', data);
    await signIn.click();
    await page.locator('sign-in-dock li').first().waitFor();
    found.push(...(await faultsAt(page, 'sign-in', data)));
    await app.server.stop('SIGKILL');
    await page.locator('connection-banner .banner').waitFor();
    found.push(...(await faultsAt(page, 'lost', data)));
    assert.deepEqual(found, []);
  });
});
