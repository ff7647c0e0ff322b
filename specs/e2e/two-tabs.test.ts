import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { agentText, faultsIn, marksIn } from '../rigs/marks.rig.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

/** The words of a text, without what only its layout puts between them. */
const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('two tabs', () => {
  let app: TestApp;
  let [one, two] = [] as unknown as [AppPage, AppPage];
  before(async () => {
    app = await TestApp.start();
    const device = await app.newDevice();
    one = await app.open(device);
    // Another browser, as on another machine.
    two = await app.open();
  });
  after(() => app.stop());

  it('[E5] stream the same answer, and either can stop it', async () => {
    await one.prompt('long 100000');
    await Promise.all([one.waitForText(/⟦3⟧/), two.waitForText(/⟦3⟧/)]);
    await two.stopButton.click();
    await Promise.all([one.waitForIdle(), two.waitForIdle()]);
    assert.ok(marksIn(await one.text()).length >= 3);
    // The last words may still be on their way to the screen.
    await eventually(
      async () => [wordsOf(await one.text()), wordsOf(await two.text())],
      ([first, second]) => first === second,
      'Both should show the same',
    );
  });

  it('[E6] have what the server has, even if both are loaded anew in the middle of it', async () => {
    await two.prompt('long 301');
    await one.waitForText(/⟦20⟧[\s\S]*⟦80⟧/);
    await one.page.reload();
    await two.waitForText(/⟦140⟧/);
    await two.page.reload();
    await Promise.all([one.waitForText(/⟦301⟧/), two.waitForText(/⟦301⟧/)]);
    await Promise.all([one.waitForIdle(), two.waitForIdle()]);
    const witness = await app.witness();
    await witness.until(({ transcript }) => transcript?.turn.status === 'idle' && transcript.turn.n === 2);
    const said = wordsOf(agentText(witness.transcript!, 2));
    assert.deepEqual(faultsIn(marksIn(said), 301), { lost: 0, duplicated: 0, reordered: 0 });
    for (const tab of [one, two])
      assert.ok(wordsOf(await tab.text()).includes(said), 'the page shows the whole answer');
    assert.equal(wordsOf(await one.text()), wordsOf(await two.text()));
  });
});

describe('a permission', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start();
  });
  after(() => app.stop());

  it('[E7] is answered once for all tabs, and then done', async () => {
    const [one, two] = [await app.open(), await app.open()];
    await one.prompt('edit a file');
    await Promise.all([one.permission.waitFor(), two.permission.waitFor()]);
    assert.equal(await app.readFile('acdeck-demo.md'), null);
    await two.answer('Allow');
    await eventually(
      () => one.permission.count(),
      (count) => count === 0,
      'The question should be settled in the other tab',
    );
    await one.waitForText(/has a new line/);
    assert.match((await app.readFile('acdeck-demo.md')) ?? '', /Edit number 1/);
  });

  it('[E8] that is refused changes nothing', async () => {
    const tab = await app.open();
    const before = await app.readFile('acdeck-demo.md');
    await tab.prompt('edit the file once more');
    await tab.permission.waitFor();
    await tab.answer('Deny');
    await tab.waitForText(/the file stays as it is/);
    assert.equal(await app.readFile('acdeck-demo.md'), before);
  });
});
