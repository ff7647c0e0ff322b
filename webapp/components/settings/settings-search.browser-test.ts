import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { AgentReport } from '../../../server/protocol/api/agent-report.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import type { AcApp } from '../page/ac-app.js';
import { settingTexts } from './rows/words.js';
import { SETTINGS_ROWS } from './settings-rows.js';
import { SETTINGS_SECTIONS } from './settings-sections.js';
import { settingsWords } from './words.js';

const DEMO: AgentReport = {
  ...{ id: 'demo', name: 'Demo', health: { state: 'ready' }, version: null, command: null, origin: null, npx: null },
  ...{ install: { kind: 'unknown' }, login: { kind: 'unknown' }, envHints: {}, home: null, cards: [], change: null },
};

async function opened(section: string, row: string | null = null) {
  const rig = await new AppRig().connect();
  rig.server.reports = [DEMO];
  rig.context.page.settings.show(section, { row });
  const app = await mount<AcApp>(html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`);
  const root = () => app.querySelector('settings-view')!.shadowRoot!;
  await until(() => app.querySelector('settings-view')?.shadowRoot?.querySelector('h2 + *')?.shadowRoot, 'the page');
  const page = () => root().querySelector('h2 + *')!.shadowRoot!;
  return { rig, app, root, page };
}

async function type(root: ShadowRoot, text: string): Promise<HTMLInputElement> {
  const field = root.querySelector<HTMLInputElement>('input[type=search]')!;
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await until(() => root.querySelector('nav.found'), 'the results');
  return field;
}

const press = (field: HTMLElement, key: string) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));

describe('search in the settings', () => {
  it('[SV1] opens a page at the row that the address names', async () => {
    const { rig, page } = await opened('appearance', 'density');
    await until(() => page().querySelector('.pointed'), 'the row');
    expect(rig.location.hash).to.equal('#/settings/appearance/density');
    const row = page().querySelector('.pointed')!;
    expect(row.getAttribute('data-key')).to.equal('density');
    expect(row.contains(page().activeElement)).to.equal(true);
  });

  it('[SV5] goes back from a row to what was shown before', async () => {
    const { rig, root, page } = await opened('appearance');
    rig.context.page.settings.show('permissions', { row: 'rules' });
    await until(() => page().querySelector('.pointed'), 'the rules');
    rig.location.hash = '#/settings/appearance/hue';
    rig.context.page.settings.readAddress();
    await until(() => page().querySelector('[data-key=hue].pointed'), 'the colour');
    expect(root().querySelector('[aria-current]')!.textContent).to.contain('Appearance');
  });

  it('[SV2] waits for a row that comes late, and leaves the page alone if it never comes', async () => {
    const { page } = await opened('appearance', 'late');
    await until(() => page().querySelector('[data-key]'), 'the page');
    expect(page().querySelector('.pointed')).to.equal(null);
    const row = document.createElement('div');
    row.dataset.entry = 'late';
    page().append(row);
    await until(() => page().querySelector('.pointed') === row, 'the row');
  });

  it('[SV3] finds rows by name and explanation, opens the first with Enter and ends with Escape', async () => {
    const { rig, root, page } = await opened('logs');
    const field = await type(root(), 'nothing like this');
    expect(root().querySelector('nav.found')!.textContent).to.contain(settingsWords.search.none('nothing like this'));
    press(field, 'Escape');
    await until(() => !root().querySelector('nav.found'), 'the pages');
    expect(rig.location.hash).to.equal('#/settings/logs');
    await type(root(), 'shows more at once');
    expect(root().querySelector('nav.found a')!.textContent).to.contain(settingTexts.density.name);
    press(await type(root(), 'accent'), 'Enter');
    await until(() => page().querySelector('[data-key=hue].pointed'), 'the colour');
    expect(rig.location.hash).to.equal('#/settings/appearance/hue');
  });

  for (const { id } of SETTINGS_SECTIONS) {
    it(`[SV4] lists the rows of the page ${id}, and no others`, async () => {
      const { page } = await opened(id);
      const listed = SETTINGS_ROWS.filter(({ section }) => section === id).map(({ key }) => key);
      const drawn = () => [...page().querySelectorAll<HTMLElement>('[data-key]')].map(({ dataset }) => dataset.key!);
      await until(() => listed.every((key) => drawn().includes(key)), `${listed} on the page, which has ${drawn()}`);
      expect(drawn().filter((key) => !listed.includes(key))).to.deep.equal([]);
      expect(new Set(listed).size).to.equal(listed.length);
    });
  }
});
