import type { AppPage } from '../e2e/app-page.rig.js';
import type { Show } from './camera.js';

/** Something to look at: how to come there, and what it is called. */
export type Visit = (tab: AppPage, show: Show) => Promise<void>;

const settings =
  (section: string): Visit =>
  async ({ page }, show) => {
    const before = page.url();
    await page.goto(`${new URL(before).origin}/#/settings/${section}`);
    await page.locator(`${section}-section`).waitFor();
    await show(`settings-${section}`);
    await page.goto(before);
  };

/** Opens a layer by its key, from the conversation. */
const layer =
  (name: string, key: string, dialog: string): Visit =>
  async ({ page, conversation }, show) => {
    await conversation.focus();
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name: dialog }).waitFor();
    await show(name);
    await page.keyboard.press('Escape');
  };

/** Has a scene played to its end. */
const played =
  (name: string, prompt: string): Visit =>
  async (tab, show) => {
    await play(tab, prompt);
    await show(name);
  };

/** Every screen and state of the app with its demo agent, in an order in which each leaves the next its stage. */
export const VISITS: Readonly<Record<string, Visit>> = {
  welcome: (_tab, show) => show('welcome'),
  answer: played('answer', 'Tell me what you can do.'),
  figures: async (tab, show) => {
    await play(tab, 'Show me formulas and a diagram.');
    await tab.page.locator('iframe:not([data-waits])').last().waitFor();
    await show('figures');
  },
  search: played('search', 'Look around in this folder.'),
  thought: played('thought', 'Think about it before you answer.'),
  image: played('image', 'Show me an image.'),
  plan: async (tab, show) => {
    await tab.prompt('Make a plan and work through it.');
    await tab.page
      .getByText(/\d of \d|\d\/\d/)
      .first()
      .waitFor();
    await show('running-plan');
    await tab.waitForIdle();
  },
  edit: async (tab, show) => {
    await tab.prompt('Edit a file, but ask me first.');
    await tab.permission.waitFor();
    await show('permission-edit');
    await tab.answer('Allow');
    await tab.waitForIdle();
    await show('edit');
  },
  command: async (tab, show) => {
    await tab.prompt('Run a shell command in a terminal.');
    await tab.permission.waitFor();
    await show('permission-command');
    await tab.permission.getByRole('button', { name: 'Always allow…' }).click();
    await show('permission-always');
    await tab.page.keyboard.press('Escape');
    await tab.answer('Allow');
    await tab.waitForIdle();
    await show('command');
  },
  work: async ({ page }, show) => {
    const panel = page.getByRole('complementary', { name: 'Work panel' });
    await page.keyboard.press('Control+Shift+D');
    await panel.getByRole('row').first().waitFor();
    await show('work-changes');
    await panel.getByRole('tab', { name: 'Files' }).click();
    await panel.locator('.file-line').first().waitFor();
    await show('work-file');
    await panel.getByRole('tab', { name: /^Terminal/ }).click();
    await panel.locator('.term-body').first().waitFor();
    await show('work-terminal');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Control+j');
    await panel.waitFor({ state: 'detached' });
  },
  queue: async (tab, show) => {
    await tab.prompt('long 100000');
    await tab.waitForText(/⟦9⟧/);
    await tab.prompt('Then run the tests and tell me which ones fail.');
    await tab.prompt('After that, write a line for the changelog.');
    await tab.page.locator('queue-dock').waitFor();
    await show('queue');
    const { page } = tab;
    for (let n = 0; n < 2; n += 1)
      await page
        .locator('queue-dock')
        .getByRole('button', { name: /^Remove|^Delete/ })
        .first()
        .click();
    await tab.stopButton.click();
    await tab.waitForIdle();
  },
  question: async (tab, show) => {
    await tab.prompt('Ask me something with a form.');
    await tab.page.locator('question-dock').waitFor();
    await show('question');
    await tab.stopButton.click();
    await tab.waitForIdle();
  },
  'allow-all': async (tab, show) => {
    const { page } = tab;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await page.keyboard.type('allow all in this');
    await page.keyboard.press('Enter');
    await page.getByText('Allow all is on').first().waitFor();
    await show('allow-all');
    await page.getByRole('button', { name: 'Ask again' }).first().click();
  },
  error: played('error', 'Fail with an error.'),
  crash: async (tab, show) => {
    await tab.prompt('Crash in the middle of your answer.');
    await tab.waitForText(/The agent crashed/);
    await show('crash');
  },
  appearance: settings('appearance'),
  permissions: settings('permissions'),
  agents: settings('agents'),
  logs: settings('logs'),
  palette: layer('palette', 'Control+k', 'Commands'),
  switcher: layer('switcher', 'Control+p', 'Switch session'),
  shortcuts: layer('shortcuts', 'Shift+?', 'Keyboard shortcuts'),
  'conversation-menu': async ({ page }, show) => {
    await page.getByRole('button', { name: 'Conversation: find, export and more' }).click();
    await page.getByRole('button', { name: 'Copy whole conversation' }).waitFor();
    await show('conversation-menu');
    await page.keyboard.press('Escape');
  },
  find: async ({ page }, show) => {
    await page.getByRole('button', { name: 'Conversation: find, export and more' }).click();
    await page.getByRole('button', { name: /^Find in conversation/ }).click();
    await page.getByRole('list', { name: 'Your messages' }).waitFor();
    await show('outline');
    await page.keyboard.type('file');
    await page.getByRole('list', { name: 'Found' }).waitFor();
    await show('find');
    await page.keyboard.press('Escape');
  },
  drawer: async ({ page }, show) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Sessions', exact: true }).click();
    await show('drawer', ['phone']);
    await page.keyboard.press('Escape');
  },
};

async function play(tab: AppPage, prompt: string): Promise<void> {
  await tab.prompt(prompt);
  // A short turn may be over before anybody sees the button that stops it.
  await tab.waitForText(new RegExp(`${prompt.replaceAll('.', '\\.')}\\s+\\S`));
  await tab.waitForIdle();
}
