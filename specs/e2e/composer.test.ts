import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { UserEntry } from '../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

/** Pastes a picture of this size into the composer, as a screenshot would come. */
async function pastePicture({ page, composer }: AppPage, side: number): Promise<void> {
  await composer.focus();
  await page.evaluate(async (size) => {
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'teal';
    context.fillRect(0, 0, size, size / 2);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], 'shot.png', { type: 'image/png' }));
    const host = document.querySelector('prompt-composer')!;
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    host.shadowRoot!.querySelector('textarea')!.dispatchEvent(event);
  }, side);
}

async function pasteText({ page, composer }: AppPage, text: string): Promise<void> {
  await composer.focus();
  await page.evaluate((words) => {
    const data = new DataTransfer();
    data.setData('text/plain', words);
    const host = document.querySelector('prompt-composer')!;
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    host.shadowRoot!.querySelector('textarea')!.dispatchEvent(event);
  }, text);
}

const attached = ({ page }: AppPage) => page.getByRole('list', { name: 'Attached' });

describe('the composer in a browser', () => {
  it('[CO1] [CO6] [CO8] [UP10] [UX18] [W43] brings a pasted picture to the agent and shows it in every tab', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const [tab, other] = [await app.open(), await app.open()];
    await pastePicture(tab, 3_000);
    await attached(tab).getByRole('img', { name: 'shot.png' }).waitFor();
    await tab.prompt('hello');
    await tab.waitForText(/You attached: image, image\/png, \d+ bytes/);
    await other.waitForText(/You attached: image/);
    for (const page of [tab, other])
      await page.conversation.getByRole('button', { name: 'Enlarge shot.png' }).waitFor();
    const image = other.conversation.getByRole('button', { name: 'Enlarge shot.png' }).locator('img');
    await eventually(
      () => image.evaluate((element) => (element as HTMLImageElement).naturalWidth),
      (width) => width === 2_048,
      'The image should be there',
    );
    const entries = entriesOf((await app.witness()).transcript!.entries);
    const sent = entries.find((entry): entry is UserEntry => entry.kind === 'user')!;
    const [, block] = sent.content;
    assert.match(
      JSON.stringify(block),
      /^\{"type":"image","data":"","mimeType":"image\/png","uri":"acdeck-upload:\w{32}#shot.png"\}$/,
    );
    assert.deepEqual(await readdir(app.place.folder), []);
  });

  it('[CO3] [CO4] [UX18] [UX19] keeps words, chips and caret across a reload, and another tab has them too', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const tab = await app.open();
    // Pictures can be attached as soon as the session is there.
    await tab.waitForConnection();
    await tab.composer.pressSequentially('some words');
    await pasteText(tab, 'x'.repeat(5_000));
    await pastePicture(tab, 40);
    await attached(tab).getByRole('img', { name: 'shot.png' }).waitFor();
    for (const _ of 'words') await tab.composer.press('ArrowLeft');
    await eventually(
      async () => (await (await app.witness()).api.AcpBridge.get_current_state()).app.draftChips ?? {},
      (chips) => Object.values(chips)[0]?.length === 2,
      'The server should know both chips',
    );
    await tab.page.reload();
    await attached(tab).getByRole('img', { name: 'shot.png' }).waitFor();
    await attached(tab).getByRole('button', { name: 'Pasted 5,000 characters', exact: true }).waitFor();
    await tab.page.keyboard.type('my ');
    await eventually(
      () => tab.composer.inputValue(),
      (value) => value === 'some my words',
      'The caret should be where it was',
    );
    const other = await app.open();
    await attached(other).getByRole('img', { name: 'shot.png' }).waitFor();
    await tab.sendButton.click();
    await tab.waitForText(/You attached: text of 5000 characters; image/);
    await attached(other).waitFor({ state: 'detached' });
  });

  it('[CO10] [CO11] [CO12] [UX17] mentions a file by the keyboard', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    await mkdir(join(app.place.folder, 'src'));
    await writeFile(join(app.place.folder, 'src', 'auth.ts'), 'export {};\n');
    await writeFile(join(app.place.folder, 'src', 'author.ts'), 'export {};\n');
    const tab = await app.open();
    const list = tab.page.getByRole('listbox', { name: 'Files and folders' });
    // The files are newer than the server, which may have looked just before.
    const { Repo } = (await app.witness()).api;
    await eventually(
      () => Repo.find_files('auth', 9),
      ({ files }) => files.length === 2,
      'The server should list the files',
    );
    const options = async () => (await list.getByRole('option').allTextContents()).map((text) => /\S+/.exec(text)?.[0]);
    const lists = (...names: string[]) =>
      eventually(options, (found) => found.join() === names.join(), `The menu should list ${names.join(' and ')}`);
    await tab.composer.pressSequentially('hello @auth');
    await lists('auth.ts', 'author.ts');
    const active = () => tab.composer.getAttribute('aria-activedescendant');
    const first = await eventually(active, (id) => id !== null, 'The first file should be meant');
    await tab.composer.press('ArrowDown');
    await eventually(active, (id) => id !== null && id !== first, 'The second file should be meant');
    await tab.composer.press('ArrowUp');
    await eventually(active, (id) => id === first, 'The first file should be meant again');
    await tab.composer.press('Escape');
    await list.waitFor({ state: 'detached' });
    await tab.composer.fill('');
    await tab.composer.pressSequentially('@author');
    await lists('author.ts');
    await eventually(active, (id) => id !== null, 'A file should be meant');
    await tab.composer.press('Enter');
    await eventually(
      () => tab.composer.inputValue(),
      (value) => value === '@src/author.ts ',
      'Enter should take the file',
    );
    await tab.composer.fill('');
    await tab.composer.pressSequentially('hello @auth');
    await lists('auth.ts', 'author.ts');
    await eventually(active, (id) => id !== null, 'A file should be meant');
    await tab.composer.press('Tab');
    await eventually(
      () => tab.composer.inputValue(),
      (value) => value === 'hello @src/auth.ts ',
      'The path should stand in the words',
    );
    await attached(tab).getByText('src/auth.ts').waitFor();
    await tab.composer.press('Enter');
    await tab.waitForText(/You attached: link to src\/auth\.ts/);
  });

  it('[CO13] [CO14] offers the agent’s commands and ours, and runs each where it belongs', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.waitForText(/demo agent/i);
    await tab.composer.pressSequentially('/pl');
    await tab.page.getByRole('option', { name: '/plan' }).waitFor();
    await tab.composer.press('Enter');
    await tab.composer.press('Enter');
    await tab.page.getByRole('article').first().waitFor();
    await tab.waitForIdle();
    await tab.composer.pressSequentially('/rename A better name');
    await tab.composer.press('Enter');
    await tab.page.getByRole('heading', { level: 1, name: 'A better name' }).waitFor();
    assert.equal(await tab.composer.inputValue(), '');
  });

  it('[CO20] [CO21] brings back what waits and what was sent', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.prompt('long 100000');
    await tab.stopButton.waitFor();
    await tab.composer.fill('queued words');
    await tab.composer.press('Enter');
    await tab.page.getByRole('group', { name: 'Queue' }).getByText('queued words').waitFor();
    await eventually(
      () => tab.composer.inputValue(),
      (value) => value === '',
      'The words should be in the queue',
    );
    await tab.composer.press('ArrowUp');
    assert.equal(await tab.composer.inputValue(), 'queued words');
    await tab.composer.press('Escape');
    assert.equal(await tab.composer.inputValue(), '');
    assert.deepEqual(
      (await app.witness()).transcript!.queue.map(({ content }) => content),
      [[{ type: 'text', text: 'queued words' }]],
    );
    await tab.page.getByRole('button', { name: 'Remove: queued words' }).click();
    await tab.page.getByRole('group', { name: 'Queue' }).waitFor({ state: 'detached' });
    await tab.composer.press('ArrowUp');
    assert.equal(await tab.composer.inputValue(), 'long 100000');
    await tab.composer.press('ArrowDown');
    assert.equal(await tab.composer.inputValue(), '');
    await tab.stopButton.click();
    await tab.waitForIdle();
  });

  it('[CO22] [CO23] allows once from the empty composer, and interrupts to send', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.prompt('edit');
    await tab.answerButton('Allow').click({ trial: true });
    await tab.composer.press('Control+Enter');
    await tab.permission.waitFor({ state: 'detached' });
    await eventually(
      () => app.readFile('acdeck-demo.md'),
      (text) => /\w/.test(text ?? ''),
      'The allowed edit should be made',
    );
    await tab.waitForIdle();
    await tab.prompt('long 100000');
    await tab.stopButton.waitFor();
    await tab.composer.fill('hello');
    await tab.page.getByRole('button', { name: 'Interrupt & send' }).click();
    await tab.waitForText(/Stopped.*You wrote: “hello”/s);
    await tab.waitForIdle();
  });
});
