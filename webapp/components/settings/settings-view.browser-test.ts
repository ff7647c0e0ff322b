import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';

async function page(rig: AppRig, theme: 'light' | 'dark' = 'light'): Promise<AcApp> {
  return mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
}

const view = (app: AcApp) => app.querySelector('settings-view');
const section = (app: AcApp) => view(app)?.shadowRoot?.querySelector('appearance-section')?.shadowRoot;

async function opened(app: AcApp): Promise<ShadowRoot> {
  await until(() => section(app)?.querySelector('#hue'), 'the page of the look');
  return section(app)!;
}

describe('<settings-view>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      const rig = await new AppRig().connect();
      rig.context.page.settings.show('appearance');
      const app = await page(rig, theme);
      await opened(app);
      await expect(app).to.be.accessible();
    });
  }

  it('[SV11] has one look for fields and lists on all pages', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const looks = new Map<string, string[]>();
    for (const id of ['appearance', 'permissions', 'computer', 'usage', 'logs']) {
      rig.context.page.settings.show(id);
      const fields = () => [
        ...(view(app)
          ?.shadowRoot?.querySelector(`${id}-section`)
          ?.shadowRoot?.querySelectorAll<HTMLElement>(
            'select, .input:not(textarea), input[type=number], input[type=search]',
          ) ?? []),
      ];
      await until(() => fields().some((field) => field.localName === 'select'), `the page ${id}`);
      for (const field of fields()) {
        const { borderTopColor, borderTopLeftRadius, backgroundColor, backgroundImage, minHeight, appearance } =
          getComputedStyle(field);
        const look = [borderTopColor, borderTopLeftRadius, backgroundColor, minHeight].join(' ');
        looks.set(look, [...(looks.get(look) ?? []), `${id} ${field.id || field.localName}`]);
        if (field.localName !== 'select') continue;
        expect([appearance, backgroundImage === 'none'], `${id} ${field.id}`).to.deep.equal(['none', false]);
      }
    }
    expect([...looks.keys()], JSON.stringify([...looks])).to.have.length(1);
  });

  it('[SV12] keeps the name of the current page in sight when the window gets narrow', async () => {
    const rig = await new AppRig().connect();
    rig.context.page.settings.show('about');
    const app = await page(rig);
    await until(() => view(app)?.shadowRoot?.querySelector('about-section'), 'the page');
    const nav = view(app)!.shadowRoot!.querySelector('nav')!;
    // As on a phone: the names are in one line, and wider than the screen.
    nav.style.cssText = 'display: flex; flex-direction: row; width: 200px; overflow: auto hidden';
    for (const link of nav.querySelectorAll('a')) link.style.flex = '1 0 auto';
    nav.scrollLeft = 0;
    const current = nav.querySelector('[aria-current]')!;
    const isInSight = () => current.getBoundingClientRect().right <= nav.getBoundingClientRect().right + 1;
    expect(isInSight()).to.equal(false);
    window.dispatchEvent(new Event('resize'));
    await until(isInSight, 'the current page');
  });

  it('[CM10] stands in place of the session, which is as it was when the person comes back', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('Hello')]);
    const app = await page(rig);
    await until(() => app.querySelector('transcript-entry'), 'the message');
    const before = app.querySelector('transcript-entry');
    window.dispatchEvent(new KeyboardEvent('keydown', { key: ',', ctrlKey: true }));
    await opened(app);
    expect(rig.location.hash).to.equal('#/settings');
    expect(app.querySelector('session-view')!.inert).to.equal(true);
    view(app)!.shadowRoot!.querySelector<HTMLElement>('[aria-label="Back to the session"]')!.click();
    await until(() => !view(app), 'the session');
    expect(rig.location.hash).to.equal('#/s/s1');
    expect(app.querySelector('transcript-entry') === before).to.equal(true);
  });

  it('[CM12] changes the look and this device at once', async () => {
    const rig = await new AppRig().connect();
    rig.context.page.settings.show('');
    const root = await opened(await page(rig));
    root.querySelector<HTMLElement>('input[name=contrast]:not(:checked)')!.click();
    expect(rig.context.settings.value?.contrast).to.equal('high');
    const hue = root.querySelector<HTMLInputElement>('#hue')!;
    hue.value = '40';
    hue.dispatchEvent(new Event('input'));
    expect(rig.context.settings.value?.hue).to.equal(40);
    hue.dispatchEvent(new Event('change'));
    const editor = root.querySelector<HTMLSelectElement>('#editor')!;
    editor.value = 'vscode';
    editor.dispatchEvent(new Event('change'));
    await until(() => rig.context.preferences.value.editor === 'vscode', 'the editor');
    await until(() => rig.server.callsOf('Settings.update').length === 2, 'the server');
    expect(rig.server.callsOf('Settings.update').map(([, change]) => change)).to.deep.equal([
      { contrast: 'high' },
      { hue: 40 },
    ]);
    rig.reload();
    expect(rig.context.preferences.value.editor).to.equal('vscode');
  });

  it('[CM11] shows its first page for an unknown address, and gives way to a session', async () => {
    const rig = new AppRig(new FakeServer('s1', 's2'));
    rig.location.hash = '#/settings/nonsense';
    rig.reload();
    await rig.connect();
    const app = await page(rig);
    await opened(app);
    expect(rig.location.hash).to.equal('#/settings/nonsense');
    expect(view(app)!.shadowRoot!.querySelector('[aria-current]')!.textContent).to.contain('Appearance');
    app.commands!.act({ type: 'open_session', sessionId: 's1' });
    await until(() => !view(app), 'the session');
    expect(rig.location.hash).to.equal('#/s/s1');
  });

  it('[CM3] does not run a command that cannot be done now', async () => {
    const rig = await new AppRig().connect();
    await page(rig);
    const stopsAfterKey = async (title: string) => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: '.', ctrlKey: true }));
      // Commands reach the server in order: what the key sent, if anything, is there before this one.
      await rig.context.outbox.send('Sessions', 'rename', 's1', title);
      return rig.server.callsOf('AcpBridge.cancel').length;
    };
    expect(await stopsAfterKey('while nothing runs')).to.equal(0);
    rig.server.append('s1', [prompt('Hello')]);
    expect(await stopsAfterKey('while the agent works')).to.equal(1);
  });
});
