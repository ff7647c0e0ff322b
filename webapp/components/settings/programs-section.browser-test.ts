import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { ProgramVisit, TokenView } from '../../../server/protocol/api/programs.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';
import { bannersOver } from '../page/banners.rig.js';

const TOKEN: TokenView = {
  ...{ id: 't1', label: 'CI <b>bold</b>', role: 'viewer' },
  ...{ createdAt: 1_700_000_000_000, lastSeenAt: 1_700_000_000_000, expiresAt: 1_702_600_000_000 },
};
const ASKING: ProgramVisit = {
  ...{ id: 'v1', at: 1_700_000_000_000, wish: 'api', state: 'asking' },
  process: {
    ...{
      pid: 4711,
      command: '/usr/bin/node --import tsx /opt/acdeck/main.js ask "be\u202e nice"',
      agent: 'Claude',
      isOurs: true,
      isTraced: true,
    },
    parents: [{ pid: 4700, command: '/bin/bash -c x' }],
  },
};

async function page(theme: 'light' | 'dark' = 'light', isSettings = true) {
  const rig = await new AppRig().connect();
  rig.server.appendApp({ type: 'tokens_changed', tokens: [TOKEN] });
  rig.server.appendApp({ type: 'program_changed', visit: ASKING });
  if (isSettings) rig.context.page.settings.show('programs');
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 900px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  const root = () => app.querySelector('settings-view')?.shadowRoot?.querySelector('programs-section')?.shadowRoot;
  if (isSettings) await until(() => root()?.querySelector('li'), 'the page of programs');
  return { rig, app, root, calls: (method: string) => rig.server.callsOf(method) };
}

const button = (root: ParentNode | null | undefined, text: string) =>
  [...(root?.querySelectorAll<HTMLButtonElement>('button') ?? [])].find((one) => one.textContent?.trim() === text);

describe('<programs-section>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[PG27] is accessible in the ${theme} theme`, async () => {
      const { app } = await page(theme);
      await expect(app).to.be.accessible();
    });
  }

  it('[PG27] lists tokens and programs, with what started them, as text', async () => {
    const { root } = await page();
    const text = root()!.textContent!;
    expect(text).to.contain('CI <b>bold</b>');
    expect(text).to.contain('Can look · until');
    expect(text).to.contain('never used');
    expect(text).to.contain('acdeck ask "be');
    expect(text).not.to.contain('\u202e');
    expect(text).to.contain('Waiting for you');
    expect(text).to.contain('process 4711 · started by Claude');
  });

  it('[PG27] removes a token, answers a program and signs them all out', async () => {
    const { root, calls, rig } = await page();
    button(root(), 'Remove')!.click();
    await until(() => calls('Settings.remove_token').length === 1, 'the removal');
    expect(calls('Settings.remove_token')[0]![1]).to.equal('t1');
    button(root(), 'Deny')!.click();
    await until(() => calls('Settings.answer_program').length === 1, 'the answer');
    expect(calls('Settings.answer_program')[0]!.slice(1)).to.deep.equal(['v1', false]);
    button(root(), 'Sign out programs')!.click();
    await until(() => calls('Settings.sign_out_programs').length === 1, 'the call');
    rig.server.appendApp({ type: 'tokens_changed', tokens: [] });
    rig.server.appendApp({ type: 'program_changed', visit: { ...ASKING, state: 'refused' } });
    await until(() => root()!.textContent!.includes('acdeck token add'), 'what to do first');
    expect(button(root(), 'Allow')).to.equal(undefined);
    expect(button(root(), 'Sign out programs')!.disabled).to.equal(true);
  });
});

describe('a program that asks for a way in', () => {
  it('[PG28] is shown over the session, with who started it, until a person has answered', async () => {
    const { app, rig, calls } = await page('light', false);
    const shown = () => bannersOver(app)[0] ?? null;
    await until(() => button(shown(), 'Allow'), 'the request');
    expect(shown()!.textContent).to.contain('Claude started a program that wants to use AcDeck as you:');
    expect(shown()!.textContent).to.contain('(process 4711). It’s denied if nobody answers.');
    expect(shown()!.querySelector('code')!.textContent).to.contain('acdeck ask');
    button(shown(), 'Allow')!.click();
    await until(() => calls('Settings.answer_program').length === 1, 'the answer');
    expect(calls('Settings.answer_program')[0]!.slice(1)).to.deep.equal(['v1', true]);
    rig.server.appendApp({ type: 'program_changed', visit: { ...ASKING, state: 'inside' } });
    await until(() => shown() === null, 'the end of the request');
  });

  it('[PG28] [PG33] is named with its command if its parents don’t show what started it', async () => {
    const { app, rig } = await page('light', false);
    const process = { ...ASKING.process!, agent: null, isOurs: false, isTraced: false };
    rig.server.appendApp({ type: 'program_changed', visit: { ...ASKING, wish: 'tokens', process } });
    const shown = () => bannersOver(app)[0]?.textContent ?? '';
    await until(() => shown().includes('doesn’t show'), 'the request');
    expect(shown()).to.contain('A program that doesn’t show what started it wants to see or change tokens:');
    expect(shown()).to.contain('acdeck ask');
  });

  it('[PG28] is told in passing once it is inside, with a way to the list', async () => {
    const { app, rig } = await page('light', false);
    rig.server.appendApp({ type: 'program_changed', visit: { ...ASKING, id: 'v2', state: 'inside' } });
    const { toasts } = rig.context.notices;
    await until(() => toasts.value.length === 1, 'the toast');
    expect(toasts.value[0]!.text).to.equal('acdeck ask connected');
    expect(toasts.value[0]!.action!.label).to.equal('Show');
    toasts.value[0]!.action!.run();
    await until(() => app.querySelector('settings-view')?.shadowRoot?.querySelector('programs-section'), 'the list');
    // One that only waits is no news of that kind, and the same one is told once.
    rig.server.appendApp({ type: 'program_changed', visit: { ...ASKING, id: 'v3', process: null } });
    rig.server.appendApp({ type: 'program_changed', visit: { ...ASKING, id: 'v2', state: 'left' } });
    await until(
      () =>
        app
          .querySelector('settings-view')!
          .shadowRoot!.querySelector('programs-section')!
          .shadowRoot!.textContent!.includes('can’t be identified'),
      'the third',
    );
    expect(toasts.value).to.have.length(1);
  });
});
