import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { draftOf } from '../../server/protocol/api/permission-rule.js';
import { commandWords } from '../../webapp/commands/words.js';
import { permissionWords } from '../../webapp/components/permission/words.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

/** What the banners of a page say about "allow all". */
const banner = ({ page }: AppPage) => page.getByText('Allow all is on');

describe('rules', () => {
  let app: TestApp;
  let [one, two] = [] as unknown as [AppPage, AppPage];
  before(async () => {
    app = await TestApp.start();
    [one, two] = [await app.open(), await app.open()];
  });
  after(() => app.stop());

  const runs = async (tab: AppPage) => (await tab.text()).match(/The command ended with exit code 0/g)?.length ?? 0;

  it('[PR23] are made of an answer: the same command is then answered by the rule, in every tab', async () => {
    await one.prompt('run a command in a terminal');
    await two.permission.waitFor();
    await one.permission.getByRole('button', { name: 'Always allow…' }).click();
    await one.permission.getByText(/^Allow Demo agent to run exactly “sh -c/).waitFor();
    await one.permission.getByRole('button', { name: 'Allow and remember' }).click();
    await eventually(
      () => two.permission.count(),
      (count) => count === 0,
      'The question should be settled in the other tab',
    );
    await Promise.all([one.waitForText(/exit code 0/), two.waitForText(/exit code 0/)]);
    await Promise.all([one.waitForIdle(), two.waitForIdle()]);
    await two.prompt('run a command in a terminal');
    for (const tab of [one, two]) {
      await eventually(
        () => runs(tab),
        (count) => count === 2,
        'The command should have run again',
      );
      assert.match(await tab.text(), /by rule/);
      assert.equal(await tab.permission.count(), 0);
    }
    const witness = await app.witness();
    await witness.until(({ transcript }) => transcript?.turn.n === 2 && transcript.turn.status === 'idle');
  });

  it('[PR23] that reject beat those that allow, where they are as specific', async () => {
    const witness = await app.witness();
    const [rule] = await witness.api.Settings.list_rules();
    await witness.api.Settings.add_rule(crypto.randomUUID(), { ...draftOf(rule!), effect: 'reject' });
    await one.prompt('run a command in a terminal');
    await Promise.all([one.waitForText(/You said no, so nothing ran/), two.waitForText(/You said no, so nothing ran/)]);
    assert.equal(await runs(one), 2);
  });

  it('[PR23] have a page, where they can be tried and removed', async () => {
    await one.page.goto(`${app.server.origin}/#/settings/permissions`);
    const list = one.page.getByRole('list', { name: 'Rules' });
    await list.getByRole('listitem').nth(1).waitFor();
    await list
      .getByRole('button', { name: /^Edit the rule/ })
      .first()
      .click();
    await one.page.getByRole('button', { name: permissionWords.rule.test }).click();
    await one.page.getByText(permissionWords.rule.trial('3', 3)).waitFor();
    await one.page.getByRole('button', { name: 'Cancel' }).click();
    for (const left of [1, 0]) {
      await list
        .getByRole('button', { name: /^Remove the rule/ })
        .first()
        .click();
      await eventually(
        () => list.getByRole('listitem').count(),
        (count) => count === left,
        'The rule should be gone',
      );
    }
    await one.page.goBack();
    await one.composer.waitFor();
  });

  it('[PR23] do not reach as far as "allow all", which has its banner in both tabs until a restart', async () => {
    await one.prompt('edit a file');
    await Promise.all([one.permission.waitFor(), two.permission.waitFor()]);
    await one.page.keyboard.press('ControlOrMeta+k');
    await one.page.locator('command-palette').getByRole('combobox').fill(commandWords.message.allowAll);
    await one.page.getByRole('option', { name: commandWords.message.allowAll }).first().waitFor();
    await one.page.keyboard.press('Enter');
    await Promise.all([banner(one).waitFor(), banner(two).waitFor()]);
    await Promise.all([one.waitForText(/has a new line/), two.waitForText(/has a new line/)]);
    assert.equal(await one.permission.count(), 0);
    await app.restart();
    await Promise.all([one, two].map((tab) => banner(tab).waitFor({ state: 'detached' })));
    await one.prompt('edit the file once more');
    await one.permission.waitFor();
  });
});
