import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ScriptedError } from '../../server/testing/scripted-agent.rig.js';
import type { AppPage } from './app-page.rig.js';
import { LedApp } from './led-app.rig.js';

describe("an agent's session that cannot be opened again", () => {
  let led: LedApp;
  let [one, two] = [] as unknown as [AppPage, AppPage];
  let isBroken = true;
  let sessions = 0;
  before(async () => {
    led = await LedApp.start({
      'session/new': () => ({ sessionId: `own-${++sessions}` }),
      'session/load': () => {
        if (isBroken) throw new ScriptedError(-32603, 'The store is damaged');
        led.agent.update('own-1', { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hello' } });
        return {};
      },
    });
    await led.app.server.line('ready');
    [one, two] = [await led.app.open(), await led.app.open()];
  });
  after(() => led.stop());

  const again = (tab: AppPage) => tab.page.getByRole('button', { name: 'Try the old session again' });
  const turn = async (tab: AppPage, words: string, reply: string) => {
    await tab.prompt(words);
    const heard = await led.prompted();
    led.say(reply);
    led.end();
    for (const page of [one, two]) await page.waitForText(new RegExp(reply));
    await tab.waitForIdle();
    return heard;
  };

  it('[AS20] says in every tab that a new one was begun, also after a reload', async () => {
    await turn(one, 'Hello', 'Hi there');
    led.agent.end();
    for (const tab of [one, two]) {
      await tab.page
        .getByText(/couldn’t open its earlier session and started a new one\. It said: “The store is damaged/)
        .waitFor();
      await again(tab).waitFor();
    }
    await two.page.reload();
    await again(two).waitFor();
    assert.equal(led.calls('session/load').length, 2);
    assert.match(await turn(one, 'Go on', 'Where were we'), /^Go on[\s\S]*"Hello"[\s\S]*"Hi there"/);
  });

  it('[AS22] stays with the new one, with a sentence in every tab, while the old one cannot be opened', async () => {
    await again(one).click();
    for (const tab of [one, two]) await tab.waitForText(/The old session still can’t be opened/);
    await again(two).waitFor();
  });

  it('[AS21] goes back to the old one in every tab, and tells the agent what it missed', async () => {
    isBroken = false;
    await again(two).click();
    for (const tab of [one, two]) {
      await tab.waitForText(/is back in the old session[\s\S]*doesn’t know the message sent in between/);
      await again(tab).waitFor({ state: 'detached' });
    }
    assert.match(await turn(one, 'And now', 'Now this'), /^And now[\s\S]*"Go on"[\s\S]*"Where were we"/);
    assert.equal(led.calls('session/prompt').at(-1)?.params.sessionId, 'own-1');
  });

  it('[AS20] is no longer spoken of once a person has taken note', async () => {
    isBroken = true;
    led.agent.end();
    await again(one).waitFor();
    await two.page.getByRole('button', { name: 'Got it' }).click();
    for (const tab of [one, two]) await again(tab).waitFor({ state: 'detached' });
    await one.page.reload();
    await one.waitForText(/Hi there/);
    assert.equal(await again(one).count(), 0, 'also after a reload');
  });
});
