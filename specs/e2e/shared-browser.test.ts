import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, serveBrowser } from '../browser.js';
import { eventually } from './eventually.rig.js';

/** What a test file does that is killed: it opens a page, says so, and waits. */
const KILLED_FILE = `
  const { launchBrowser } = await import(${JSON.stringify(new URL('../browser.ts', import.meta.url).href)});
  const browser = await launchBrowser();
  await (await browser.newPage()).goto('data:text/html,<title>of a killed file</title>');
  console.log('open');
  await new Promise(() => {});
`;

describe('the browser that end-to-end files share', () => {
  let shared: Awaited<ReturnType<typeof serveBrowser>>;
  const endpointBefore = process.env.TEST_BROWSER;
  before(async () => {
    shared = await serveBrowser();
    process.env.TEST_BROWSER = shared.endpoint;
  });
  after(async () => {
    if (endpointBefore === undefined) delete process.env.TEST_BROWSER;
    else process.env.TEST_BROWSER = endpointBefore;
    await shared.close();
  });

  it('[TR40] shows each file its own contexts, and outlives the file that closes it', async (t) => {
    const [one, other] = await launchTwo(t);
    const page = await openField(other);
    assert.deepEqual([one.contexts().length, other.contexts().length], [0, 1]);
    await openField(one);
    await one.close();
    assert.equal(await page.title(), 'a field');
    assert.deepEqual((await titlesOf(other)).sort(), ['a field'], 'the pages of the closed one are gone');
  });

  it('[TR40] leaves a test alone that asks for another one', async (t) => {
    const own = await launchBrowser({ own: true });
    t.after(() => own.close());
    const [one] = await launchTwo(t);
    await openField(one);
    assert.deepEqual(await titlesOf(own), []);
  });

  it('[TR41] gives the focus to the pages of all files at once', async (t) => {
    const pages = await Promise.all((await launchTwo(t)).map(openField));
    await Promise.all(pages.map((page) => page.locator('input').focus()));
    await Promise.all(pages.map((page, n) => page.keyboard.type(`words of ${n}`)));
    for (const [n, page] of pages.entries()) {
      assert.equal(await page.evaluate(() => document.hasFocus() && document.activeElement?.localName), 'input');
      assert.equal(await page.locator('input').inputValue(), `words of ${n}`);
    }
  });

  it('[TR42] closes the pages of a file that was killed', async (t) => {
    const [browser] = await launchTwo(t);
    const file = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', KILLED_FILE], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface(file.stdout), 'line');
    assert.deepEqual(await titlesOf(browser), ['of a killed file']);
    file.kill('SIGKILL');
    await eventually(
      () => titlesOf(browser),
      (titles) => titles.length === 0,
      'Nothing of the killed file should be left',
    );
  });

  it('[TR43] fails the tests that use it when it dies, and is there again for the next', async (t) => {
    const [browser, next] = await launchTwo(t);
    const page = await openField(browser);
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const waiting = assert.rejects(page.waitForSelector('nothing of the kind', { timeout: 0 }), /closed/);
    process.kill(processInfo.find(({ type }) => type === 'browser')!.id, 'SIGKILL');
    await waiting;
    await eventually(
      () => next.isConnected(),
      (isConnected) => !isConnected,
      'Every file should notice',
    );
    const [again] = await launchTwo(t);
    assert.equal(await (await openField(again)).title(), 'a field');
  });
});

async function launchTwo(t: { after(act: () => Promise<void>): void }): Promise<[Browser, Browser]> {
  const two = await Promise.all([launchBrowser(), launchBrowser()]);
  t.after(async () => void (await Promise.all(two.map((browser) => browser.close()))));
  return two;
}

async function openField(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto('data:text/html,<title>a field</title><input autofocus>');
  return page;
}

/** The pages of a whole browser, whoever opened them. */
async function titlesOf(browser: Browser): Promise<string[]> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  await session.detach();
  return targetInfos.filter(({ type, url }) => type === 'page' && url !== 'about:blank').map(({ title }) => title);
}
