import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { DeviceView } from '../../../server/protocol/api/host.js';
import { AppRig } from '../../state/app/app.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import '../page/ac-app.js';
import { allSessions, exportAll } from '../export/export-all.js';
import { importFile } from '../export/import-conversation.js';
import type { AcApp } from '../page/ac-app.js';
import { hostWords } from './words.js';

const HERE: DeviceView = { id: 'd1', label: 'Chrome on Linux', createdAt: 1, lastSeenAt: 3 };
const OTHER: DeviceView = { id: 'd2', label: 'Firefox on Linux', createdAt: 1, lastSeenAt: 2 };

async function opened(section: string, theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig().connect();
  rig.server.appendApp({ type: 'devices_changed', devices: [HERE, OTHER] });
  rig.context.page.settings.show(section);
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  const page = () => app.querySelector('settings-view')?.shadowRoot?.querySelector(`${section}-section`)?.shadowRoot;
  await until(() => page()?.querySelector('dl, li'), 'the page');
  return { rig, app, page: () => page()! };
}

const named = (root: ShadowRoot, name: string) =>
  [...root.querySelectorAll<HTMLButtonElement>('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  );

describe('the pages about data, devices and AcDeck itself', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const section of ['data', 'devices', 'about']) {
      it(`[SV8] [SV9] [SV10] the page ${section} is accessible in the ${theme} theme`, async () => {
        const { page } = await opened(section, theme);
        await expect(page().host as HTMLElement).to.be.accessible();
      });
    }
  }

  it('[SV8] data says where it is and how much, and deletes all only after a question', async () => {
    const { rig, page } = await opened('data');
    expect(page().textContent).to.contain('/home/me/data').and.contain('2 MB');
    named(page(), hostWords.data.deleteButton)!.click();
    const question = () => page().querySelector('.question');
    await until(question, 'the question');
    expect(question()!.textContent).to.contain(hostWords.data.deleteQuestion(1, rig.server.app.folder.name));
    named(page(), hostWords.cancel)!.click();
    await until(() => !question(), 'that it is taken back');
    expect(rig.context.sessions.hidden.value.size).to.equal(0);
    named(page(), hostWords.data.deleteButton)!.click();
    await until(question, 'the question again');
    named(page(), hostWords.data.deleteNow)!.click();
    await until(() => rig.context.sessions.hidden.value.has('s1'), 'that it leaves the list');
  });

  it('[SV8] exports what is put away too, and the file can be imported again', async () => {
    const { rig } = await opened('data');
    const away: SessionSummary = { ...rig.server.app.sessions[0]!, id: 's2', title: 'Put away', archivedAt: 5 };
    rig.server.appendApp({ type: 'session_changed', session: away });
    const { sessions, notices, outbox, host } = rig.context;
    const wanted = await allSessions(host);
    expect(wanted.map(({ id }) => id)).to.have.members(['s1', 's2']);
    const counts: number[] = [];
    const text = await exportAll(sessions, wanted, { agentName: () => 'Demo', onDone: (count) => counts.push(count) });
    expect(counts).to.deep.equal([1, 2]);
    await importFile({ sessions, notices, outbox }, new Blob([text]), () => {});
    const parts = rig.server.callsOf('Sessions.import_part').map(([, , part]) => JSON.parse(part as string));
    expect(parts.map(({ format, agentName }) => [format, agentName])).to.deep.equal(
      wanted.map(() => ['acdeck-conversation', 'Demo']),
    );
  });

  it('[SV9] devices are named and signed out, one or all, and the page follows', async () => {
    const { rig, page } = await opened('devices');
    await until(() => page().querySelector('.badge'), 'which one this is');
    expect(page().querySelector('.badge')!.parentElement!.textContent).to.contain(HERE.label);
    named(page(), hostWords.about(hostWords.devices.rename, OTHER.label))!.click();
    await until(() => page().querySelector('form input'), 'the field');
    page().querySelector<HTMLInputElement>('form input')!.value = ' Laptop ';
    named(page(), hostWords.save)!.click();
    await until(() => rig.server.callsOf('Settings.rename_device').length === 1, 'the new name');
    expect(rig.server.callsOf('Settings.rename_device')[0]!.slice(1)).to.deep.equal(['d2', 'Laptop']);
    named(page(), hostWords.about(hostWords.devices.signOut, OTHER.label))!.click();
    await until(() => rig.server.callsOf('Settings.sign_out_device').length === 1, 'the sign-out');
    rig.server.appendApp({ type: 'devices_changed', devices: [HERE] });
    await until(() => page().querySelectorAll('li').length === 1, 'that it is gone');
    named(page(), hostWords.devices.everyone)!.click();
    await until(() => page().textContent.includes(hostWords.devices.everyoneQuestion), 'the question');
    expect(rig.server.callsOf('Settings.sign_everyone_out')).to.deep.equal([]);
    named(page(), hostWords.devices.everyone)!.click();
    await until(() => rig.server.callsOf('Settings.sign_everyone_out').length === 1, 'the end of all');
  });

  it('[SV10] about has versions and licences, and copies no path', async () => {
    const { rig, page } = await opened('about');
    expect(page().textContent).to.contain('0.1.0 (1a2b3c4d)').and.contain('v20.19.0');
    named(page(), hostWords.aboutPage.showLicences)!.click();
    await until(() => page().querySelector('pre')?.textContent.includes('Lit 3'), 'the licences');
    named(page(), hostWords.aboutPage.copy)!.click();
    await until(() => rig.copied.length === 1, 'what is copied');
    expect(rig.copied[0]).to.contain('AcDeck: 0.1.0 (1a2b3c4d)').and.not.contain('/home/me');
  });
});
