import { ContextEvent } from '@lit/context';
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { LIMITS } from '../../../server/protocol/limits.js';
import { chunk, ended, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { commandsContext } from '../../commands/command.js';
import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { messageWords } from '../messages/words.js';
import '../page/ac-app.js';
import type { AcApp } from '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { paletteWords } from './words.js';

async function opened(theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
  rig.server.append('s1', [prompt('Fix the login'), chunk('Done.\nWith a test.'), ended()]);
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  const sheet = () => app.querySelector('ask-agent-sheet');
  const ask = async (about?: string) => {
    await until(() => app.querySelector('main'), 'the page');
    app
      .querySelector('main')!
      .dispatchEvent(
        new ContextEvent(commandsContext, app.querySelector('main')!, ({ screen }) => screen.open('askAgent', about)),
      );
    await until(
      () => sheet()?.matches(':popover-open') && sheet()!.shadowRoot!.querySelector('textarea')?.value,
      'words',
    );
    return sheet()!.shadowRoot!;
  };
  return { rig, app, ask, sheet };
}

const field = (root: ShadowRoot) => root.querySelector('textarea')!;
const write = async (root: ShadowRoot, text: string) => {
  field(root).value = text;
  field(root).dispatchEvent(new Event('input', { bubbles: true }));
  await (root.host as AcApp).updateComplete;
};
const submit = (root: ShadowRoot) => root.querySelector<HTMLElement>('button[type="submit"]')!.click();

describe('<ask-agent-sheet>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      const { app, ask } = await opened(theme);
      await ask();
      await expect(app).to.be.accessible();
    });
  }

  it('[DL34] shows the briefing, lets it be changed and hands over with what it says then', async () => {
    const { rig, ask, sheet } = await opened();
    const root = await ask();
    expect(root.activeElement).to.equal(field(root));
    expect(field(root).value).to.equal('Please take over s1.');
    await write(root, 'x'.repeat(LIMITS.briefingChars + 1));
    expect(root.querySelector<HTMLButtonElement>('button[type="submit"]')!.disabled).to.equal(true);
    await write(root, '  Only this.  ');
    submit(root);
    await until(() => rig.server.callsOf('Sessions.hand_over').length === 1, 'a hand-over');
    const [, ...args] = rig.server.callsOf('Sessions.hand_over')[0]!;
    expect(args[0]).to.equal('s1');
    expect(args.at(-1)).to.equal('Only this.');
    expect(sheet()!.isOpen).to.equal(false);
    await until(() => rig.context.page.view.value === 's2', 'the new session');
  });

  it('[DL33] quotes the message, keeps what was written, and asks', async () => {
    const { rig, ask, sheet } = await opened();
    const root = await ask('Done.\nWith a test.');
    expect(field(root).value).to.equal(`${paletteWords.ask.opening}\n\n> Done.\n> With a test.\n`);
    await write(root, 'Is that right?');
    sheet()!.close();
    await ask('Done.\nWith a test.');
    expect(field(root).value).to.equal('Is that right?');
    submit(root);
    await until(() => rig.server.callsOf('AcpBridge.ask_agent').length === 1, 'a question');
    expect(rig.server.callsOf('AcpBridge.ask_agent')[0]!.slice(1)).to.deep.equal(['s1', 'demo', 'Is that right?']);
  });

  it('[DL33] is opened from the menu of a message', async () => {
    const { app, sheet } = await opened();
    await until(() => app.textContent!.includes('With a test.'), 'the message');
    const entry = [...app.querySelectorAll('transcript-entry')].find(({ textContent }) =>
      /With a test/.test(textContent!),
    )!;
    const { showMessageMenu } = await import('../messages/message-menu.js');
    showMessageMenu(entry as never, entry as HTMLElement);
    const items = () => [...(app.querySelector('message-menu')?.shadowRoot?.querySelectorAll('button') ?? [])];
    await until(() => items().some(({ textContent }) => textContent!.includes(messageWords.askAgent)), 'the menu');
    items()
      .find(({ textContent }) => textContent!.includes(messageWords.askAgent))!
      .click();
    await until(() => sheet()?.isOpen, 'the sheet');
  });
});
