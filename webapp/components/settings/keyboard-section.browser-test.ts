import { expect } from '@open-wc/testing';
import { html } from 'lit';
import '../page/ac-app.js';
import { AppRig } from '../../state/app/app.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import './appearance-section.js';
import './keyboard-section.js';
import './notifications-section.js';

async function page(section: 'keyboard' | 'appearance' | 'notifications') {
  const rig = await new AppRig().connect();
  const app = await mount(
    html`<ac-app .context=${rig.context} style="display: block; width: 1000px; height: 700px"></ac-app>`,
  );
  rig.context.page.settings.show(section);
  const find = () => {
    const view = app.querySelector('settings-view');
    return (view?.shadowRoot ?? view)?.querySelector(`${section}-section`)?.shadowRoot ?? null;
  };
  await until(() => find()?.querySelector('.row'), 'the page');
  return { rig, app, root: find()! };
}

const press = (target: Element, init: KeyboardEventInit) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init }));

describe('the pages of the settings for keys, look and notifications', () => {
  it('[KB1] [KB5] [KB7] change a key, which works at once, and bring it back', async () => {
    const { rig, root, app } = await page('keyboard');
    const row = () => root.querySelector('[data-entry="go.palette"]')!;
    const add = () => row().querySelector<HTMLElement>('[aria-pressed]')!;
    add().focus();
    add().click();
    await until(() => add().getAttribute('aria-pressed') === 'true', 'that it waits');
    press(add(), { key: 'k', ctrlKey: true });
    expect(app.querySelector('command-palette[open]'), 'it is only shown').to.not.exist;
    add().click();
    await until(() => add().getAttribute('aria-pressed') === 'true', 'that it waits again');
    press(add(), { key: 'F2' });
    await until(() => row().textContent?.includes('F2'), 'the new key');
    expect(rig.server.callsOf('Settings.update').at(-1)?.[1]).to.deep.equal({
      keys: { 'go.palette': ['$mod+K', 'F2'] },
    });
    row().querySelector<HTMLElement>('.key .icon-btn')!.click();
    await until(() => !row().textContent?.includes('Ctrl'), 'without the usual one');
    expect(rig.context.settings.value?.keys).to.deep.equal({ 'go.palette': ['F2'] });
    const reset = [...row().querySelectorAll<HTMLElement>('.keys > .icon-btn')].at(-1)!;
    reset.click();
    await until(() => row().textContent?.includes('Ctrl'), 'the usual one');
    expect(rig.context.settings.value?.keys).to.deep.equal({});
    await expect(root.host as HTMLElement).to.be.accessible();
  });

  it('[KB2] [KB3] say what is in conflict, and what belongs to the browser', async () => {
    const { root } = await page('keyboard');
    const row = (id: string) => root.querySelector(`[data-entry="${id}"]`)!;
    const add = (id: string) => row(id).querySelector<HTMLElement>('[aria-pressed]')!;
    const give = async (id: string, init: KeyboardEventInit) => {
      add(id).focus();
      add(id).click();
      await until(() => add(id).getAttribute('aria-pressed') === 'true', 'that it waits');
      press(add(id), init);
    };
    await give('go.settings', { key: 't', ctrlKey: true });
    await until(() => row('go.settings').querySelector('.trouble')?.textContent?.includes('browser'), 'the refusal');
    add('go.settings').click();
    await give('go.settings', { key: 'k', ctrlKey: true });
    await until(
      () => row('go.settings').querySelector('.trouble')?.textContent?.includes('Show all commands'),
      'one side',
    );
    expect(row('go.palette').querySelector('.trouble')?.textContent).to.include('Open settings');
  });

  it('[KB4] has the preset for all tabs', async () => {
    const { rig, root } = await page('keyboard');
    root.querySelectorAll<HTMLInputElement>('[name="keyPreset"]')[1]!.click();
    await until(() => rig.context.settings.value?.keyPreset === 'vim', 'the preset');
    expect(root.querySelector('[data-entry="go.composer"]')?.textContent).to.include('I');
  });

  it('[AT1] [AT2] change fonts and sizes, and leave out what is no font', async () => {
    const { rig, root } = await page('appearance');
    const size = root.querySelector<HTMLSelectElement>('#textSize')!;
    size.value = '125';
    size.dispatchEvent(new Event('change'));
    const font = root.querySelector<HTMLInputElement>('#codeFont')!;
    font.value = 'Fira Code';
    font.dispatchEvent(new Event('change'));
    await until(() => rig.context.settings.value?.codeFont === 'Fira Code', 'the font');
    expect(rig.context.settings.value?.textSize).to.equal(125);
    font.value = '"; x';
    font.dispatchEvent(new Event('change'));
    expect(rig.context.settings.value?.codeFont).to.equal('Fira Code');
    await expect(root.host as HTMLElement).to.be.accessible();
  });

  it('[AT3] has notifications and sounds on their own page', async () => {
    const { rig, root } = await page('notifications');
    root.querySelector<HTMLInputElement>('#sounds')!.click();
    await until(() => rig.context.preferences.value.sounds, 'sounds');
    expect(root.querySelector('#notifications')).to.exist;
  });
});
