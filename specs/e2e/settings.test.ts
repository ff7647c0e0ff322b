import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hostWords } from '../../webapp/components/host-pages/words.js';
import { settingTexts } from '../../webapp/components/settings/rows/words.js';
import { settingsWords } from '../../webapp/components/settings/words.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';

/** Settings are changed in one tab; a second tab and a second browser look on. */
describe('settings in several tabs and browsers', () => {
  let app: TestApp;
  let one: AppPage;
  let others: AppPage[];

  const configFile = () => join(app.place.dataDir, '../config/acdeck/config.yaml');
  const go = (tab: AppPage, place: string) => tab.page.goto(`${app.server.origin}/#/settings/${place}`);

  before(async () => {
    app = await TestApp.start();
    const device = await app.newDevice();
    one = await app.open(device);
    others = [await app.open(device), await app.open()];
    await app.server.line('ready');
  });
  after(() => app.stop());

  it('[AP1] [AP8] [AP9] an agent is added, started, changed, stopped and removed from the page, and all follow', async () => {
    for (const tab of [one, ...others]) await go(tab, 'agents');
    const card = (tab: AppPage) => tab.page.locator('agent-card', { hasText: 'Helper' });
    await one.page.getByRole('button', { name: hostWords.agent.add }).click();
    await one.page.getByLabel(hostWords.agent.name, { exact: true }).fill('Helper');
    await one.page.getByLabel(hostWords.agent.program, { exact: true }).fill(process.execPath);
    await one.page.getByLabel(hostWords.agent.args, { exact: true }).fill('--version');
    await one.page.getByRole('button', { name: hostWords.agent.addVariable }).click();
    await one.page.getByLabel(hostWords.fields.name(1)).fill('HELPER_TOKEN');
    await one.page.getByLabel(hostWords.fields.value('HELPER_TOKEN')).fill('s3cret-value');
    await one.page.getByRole('button', { name: hostWords.save }).click();
    for (const tab of [one, ...others]) await card(tab).waitFor();
    const [second] = others;
    await card(second!).getByText(settingsWords.agents.details('Helper')).click();
    await card(second!)
      .getByRole('button', { name: settingsWords.agents.about(settingsWords.agents.edit, 'Helper') })
      .click();
    const value = second!.page.getByLabel(hostWords.fields.value('HELPER_TOKEN'));
    await value.waitFor();
    assert.equal(await value.inputValue(), '');
    await second!.page.getByLabel(hostWords.agent.name, { exact: true }).fill('Helper two');
    await second!.page.getByRole('button', { name: hostWords.save }).click();
    for (const tab of [one, ...others]) await tab.page.locator('agent-card', { hasText: 'Helper two' }).waitFor();
    const file = await readFile(configFile(), 'utf8');
    assert.match(file, /HELPER_TOKEN: s3cret-value/);
    await card(one).getByText(settingsWords.agents.details('Helper two')).click();
    await card(one)
      .getByRole('button', { name: settingsWords.agents.about(settingsWords.agents.remove, 'Helper two') })
      .click();
    for (const tab of [one, ...others]) await card(tab).waitFor({ state: 'detached' });
  });

  it('[SV6] [SV7] [K10] a value, a text and an edit by hand reach all of them', async () => {
    for (const tab of others) await go(tab, 'computer');
    await go(one, 'computer');
    await one.page.getByLabel(settingTexts.port.name, { exact: true }).fill('4567');
    await one.page.getByLabel(settingTexts.port.name, { exact: true }).press('Enter');
    const shows = (tab: AppPage, port: string) =>
      tab.page.waitForFunction(
        (wanted) =>
          document
            .querySelector('settings-view')
            ?.shadowRoot?.querySelector('computer-section')
            ?.shadowRoot?.querySelector<HTMLInputElement>('#port')?.value === wanted,
        port,
      );
    for (const tab of others) await shows(tab, '4567');
    await writeFile(configFile(), 'port: 4568 # by hand\n', { mode: 0o600 });
    for (const tab of [one, ...others]) await shows(tab, '4568');
    await go(one, 'file');
    const editor = one.page.locator('code-editor .cm-content');
    await editor.getByText('port: 4568').waitFor();
    assert.deepEqual(await faultsOf(one.page), []);
    await editor.click();
    await one.page.keyboard.press('Control+End');
    await one.page.keyboard.type('colour: red');
    await one.page.getByRole('button', { name: hostWords.save }).click();
    await one.page.getByRole('button', { name: hostWords.file.showLine(2) }).waitFor();
    assert.equal(await readFile(configFile(), 'utf8'), 'port: 4568 # by hand\n');
    await one.page.keyboard.press('Home');
    await editor.click();
    await one.page.keyboard.press('Control+a');
    await one.page.keyboard.type('port: 4569 # typed');
    await one.page.getByRole('button', { name: hostWords.save }).click();
    for (const tab of others) await shows(tab, '4569');
  });

  it('[SV1] [SV5] a row has an address, and back leads to where the person was', async () => {
    await go(one, 'appearance/density');
    await one.page.locator('appearance-section .pointed[data-key=density]').waitFor();
    await go(one, 'computer/shell');
    await one.page.locator('computer-section .pointed[data-key=shell]').waitFor();
    await one.page.goBack();
    await one.page.locator('appearance-section .pointed[data-key=density]').waitFor();
    assert.match(one.page.url(), /#\/settings\/appearance\/density$/);
  });
});
