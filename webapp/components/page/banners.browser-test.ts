import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { Banner } from '../../../server/protocol/api/app-state.js';
import { chunk, ended, prompt, queued } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import './ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from './ac-app.js';
import { bannerText, newsWords } from './banner-words.js';
import { bannersOver } from './banners.rig.js';

async function page(rig: AppRig, theme: 'light' | 'dark' = 'light'): Promise<AcApp> {
  return mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
}

const button = (root: Element | null | undefined, text: string) =>
  [...(root?.querySelectorAll<HTMLElement>('button') ?? [])].find((one) => one.textContent?.trim() === text);

describe('news of the door', () => {
  it('[U72] says what happened at the door and what it may mean, and offers to sign everyone out', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const base = { severity: 'error', isNews: true } as const;
    const door = { kind: 'ticket_reused', first: 'Firefox on Linux', again: 'Chrome on macOS' } as const;
    const about = { code: 'door', door } as const;
    rig.server.appendApp({ type: 'banner_raised', banner: { ...base, id: 'door-ticket_reused', about } });
    const shown = () => bannersOver(app)[0] ?? null;
    await until(() => button(shown(), 'Sign everyone out'), 'the alarm');
    expect(shown()!.textContent).to.contain('by Firefox on Linux, then by Chrome on macOS');
    expect(shown()!.textContent).to.contain('someone else may be signed in');
    button(shown(), 'Sign everyone out')!.click();
    await until(() => rig.server.callsOf('Settings.sign_everyone_out').length === 1, 'the call');
    rig.server.appendApp({ type: 'banner_lowered', bannerId: 'door-ticket_reused' });
    const taken = { kind: 'port_taken', port: 18_080, devices: 2 } as const;
    rig.server.appendApp({
      type: 'banner_raised',
      banner: { ...base, id: 'door-port_taken', about: { code: 'door', door: taken } },
    });
    await until(() => button(shown(), 'Got it'), 'the news');
    expect(shown()!.textContent).to.contain(newsWords.door.portTaken('18080'));
    expect(button(shown(), 'Sign everyone out')).to.equal(undefined);
  });

  it('[US11] warns of a budget in every session, and leads to the budgets', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const budget = { span: 'day', measure: 'tokens', limit: 500_000, used: 412_000 } as const;
    const about = { code: 'budget', level: 'near', budget } as const;
    const warning: Banner = { id: 'budget-day-tokens', severity: 'warning', about, isNews: true };
    rig.server.appendApp({ type: 'banner_raised', banner: warning });
    const shown = () => bannersOver(app)[0] ?? null;
    await until(() => button(shown(), 'Change budget'), 'the warning');
    expect(shown()!.textContent).to.contain('Today’s budget is almost used up: 412K of 500K tokens.');
    rig.server.appendApp({ type: 'banner_raised', banner: { ...warning, about: { ...about, level: 'reached' } } });
    await until(() => shown()!.textContent!.includes('is used up'), 'the end of it');
    const reply = { ...budget, span: 'reply' } as const;
    const titled = { code: 'budget', level: 'near', budget: reply, session: 'Fix <b>it</b>' } as const;
    rig.server.appendApp({ type: 'banner_raised', banner: { ...warning, about: titled } });
    await until(() => shown()!.textContent!.includes('“Fix <b>it</b>” is close to its budget'), 'a reply');
    button(shown(), 'Change budget')!.click();
    await until(() => app.querySelector('settings-view'), 'the settings');
    expect(rig.location.hash).to.equal('#/settings/usage/budget');
    rig.context.page.settings.leave();
  });

  it('[U89] says that there is news which this page does not know', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const about = { code: 'door', door: { kind: 'hinge_squeaks' } } as unknown as Banner['about'];
    rig.server.appendApp({ type: 'banner_raised', banner: { id: 'door-x', severity: 'error', about } });
    const shown = () => bannersOver(app)[0] ?? null;
    await until(() => shown()?.textContent?.includes(bannerText(about)), 'a sentence that is true');
    rig.server.appendApp({
      type: 'agent_changed',
      agent: { ...rig.server.app.agents[0]!, name: 'Odd agent', health: { state: 'dreaming' } as never },
    });
    await until(() => app.textContent?.includes('Odd agent'), 'the agent');
    expect(bannersOver(app)).to.have.length(1);
  });

  it('[U70] says that another program answers in the place of the server', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const { listener } = rig.app;
    listener.onStatus({ state: 'waiting', tries: 2, retryAt: rig.clock.now() + 60_000, isImpostor: true });
    await rig.clock.passSettled(3_000);
    const shown = () => app.querySelector('connection-banner')?.shadowRoot?.querySelector('.banner') ?? null;
    await until(() => shown()?.textContent?.includes('Another program answers at this address'), 'the sentence');
    expect(shown()!.textContent).to.contain('nothing was sent to it');
    listener.onStatus({ state: 'live' });
    await until(() => shown() === null, 'no banner');
  });

  it('[S33] says in an idle session that its agent stays off after crashes, and offers to restart it', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('Hi'), chunk('Hello'), ended(), queued('later')]);
    const app = await page(rig);
    const [agent] = rig.server.app.agents;
    const trouble = { code: 'crash_loop', agent: agent!.name, end: { exitCode: 1, signal: null } } as const;
    const health = { state: 'crashed', trouble, exitCode: 1, stderr: '' } as const;
    rig.server.appendApp({ type: 'agent_changed', agent: { ...agent!, health } });
    const shown = () => bannersOver(app)[0] ?? null;
    await until(() => button(shown(), 'Restart agent'), 'the banner');
    expect(shown()!.textContent).to.contain('several times in 2 minutes. It won’t be restarted automatically.');
    const dock = () => app.querySelector('queue-dock')?.shadowRoot?.querySelector('.dock-title')?.textContent;
    await until(() => dock() === 'Waiting for the agent', 'what waits');
    button(shown(), 'Restart agent')!.click();
    await until(() => rig.server.callsOf('AcpBridge.restart_agent').length === 1, 'the call');
  });
});
