import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { PermissionRule } from '../../../server/protocol/api/permission-rule.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { ruleTroubleText } from '../../codes/rule-words.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';
import { bannersOver } from '../page/banners.rig.js';
import { frameWords } from '../page/words.js';
import { permissionWords } from '../permission/words.js';

const RULE: PermissionRule = {
  id: 'r1',
  createdAt: 1_700_000_000_000,
  createdBy: 'Pixel',
  effect: 'allow',
  agentId: 'demo',
  folder: null,
  toolKind: null,
  title: null,
  path: null,
  command: { text: 'npm test', isPrefix: true },
};

async function section(rules: PermissionRule[] = [RULE], theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig().connect();
  rig.server.appendApp({ type: 'rules_changed', rules });
  rig.context.page.settings.show('permissions');
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 900px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  const root = () => app.querySelector('settings-view')?.shadowRoot?.querySelector('permissions-section')?.shadowRoot;
  await until(() => root()?.querySelector('#rejectAfterMinutes'), 'the page of permissions');
  const form = () => root()!.querySelector('rule-form')?.shadowRoot;
  return {
    rig,
    app,
    root: root()!,
    form,
    calls: (method: string) => rig.server.callsOf(method).map(([, ...args]) => args),
  };
}

const named = (root: ParentNode, name: string) =>
  [...root.querySelectorAll<HTMLElement>('button')].find((one) => (one.ariaLabel ?? one.textContent)?.includes(name))!;
const type = (field: HTMLInputElement, text: string) => {
  field.value = text;
  field.dispatchEvent(new InputEvent('input'));
};

describe('<permissions-section>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme, also with a form open`, async () => {
      const { app, root, form } = await section([RULE], theme);
      named(root, 'Edit the rule').click();
      await until(() => form()?.querySelector('#command'), 'the form');
      await expect(app.querySelector('settings-view')!).to.be.accessible();
    });
  }

  it('[DL20] sets what tasks may use in one conversation, and refuses nonsense', async () => {
    const { root, calls } = await section();
    const field = (key: string) => root.querySelector<HTMLInputElement>(`#${key}`)!;
    const put = (key: string, value: string) => {
      field(key).value = value;
      field(key).dispatchEvent(new Event('change'));
    };
    expect(['delegationTasks', 'delegationMinutes', 'delegationCost'].map((key) => field(key).value)).to.deep.equal([
      ...['100', '240', '0'],
    ]);
    for (const bad of ['-1', '', '2.5', '99999999']) put('delegationTasks', bad);
    put('delegationTasks', '7');
    put('delegationCost', '1.5');
    put('delegationDepth', '2');
    await until(() => calls('Settings.update').length >= 3, 'the changes');
    expect(calls('Settings.update')).to.deep.equal([
      [{ delegationTasks: 7 }],
      [{ delegationCost: 1.5 }],
      [{ delegationDepth: 2 }],
    ]);
  });

  it('[PR22] lists the rules as sentences, and removes one with a way back', async () => {
    const { rig, root, calls } = await section();
    expect(root.querySelector('.rule')!.textContent).to.contain(
      'Allow Demo agent to run “npm test” with harmless options in any folder.',
    );
    named(root, 'Remove the rule npm test *').click();
    await until(() => calls('Settings.remove_rule').length > 0, 'the removal');
    expect(calls('Settings.remove_rule')).to.deep.equal([['r1']]);
    rig.context.notices.toasts.value[0]!.action!.run();
    await until(() => calls('Settings.add_rule').length > 0, 'the way back');
    const { id: _id, createdAt: _at, createdBy: _by, ...draft } = RULE;
    expect(calls('Settings.add_rule')).to.deep.equal([[draft]]);
  });

  it('[PR29] lists paused rules apart, with a banner, to keep, narrow or remove them', async () => {
    const waiting: PermissionRule[] = [
      { ...RULE, id: 'wide', agentId: null, waits: { trouble: null } },
      {
        ...RULE,
        id: 'any',
        command: { text: 'timeout', isPrefix: true },
        waits: { trouble: 'folder_not_absolute' },
      },
    ];
    const { app, root, form, calls, rig } = await section([RULE, ...waiting]);
    const above = bannersOver(app).map(({ textContent }) => textContent);
    expect(above.join()).to.contain('2 rules from an earlier version are paused until you review them.');
    const rows = [...root.querySelectorAll('.waiting')].map((row) => row.textContent!.replace(/\s+/g, ' '));
    expect(rows[0])
      .to.contain('Allow any agent to run “npm test” with harmless options in any folder.')
      .and.contain('Keep');
    expect(rows[1]).to.contain('It can’t be kept as it is: enter the full path of the folder.').and.not.contain('Keep');
    expect(root.querySelectorAll('.rules:not([aria-labelledby="waiting"]) li').length).to.equal(1);
    await expect(app.querySelector('settings-view')!).to.be.accessible();
    named(root, 'Keep the rule').click();
    await until(() => calls('Settings.edit_rule').length > 0, 'the rule to be kept');
    const { id: _id, createdAt: _at, createdBy: _by, ...draft } = RULE;
    expect(calls('Settings.edit_rule')).to.deep.equal([['wide', { ...draft, agentId: null }]]);
    named(root, 'Narrow the rule timeout').click();
    await until(() => form()?.querySelector('#command'), 'the form');
    const whole = form()!.querySelector<HTMLInputElement>('input[type="checkbox"]')!;
    expect(whole.checked).to.equal(true);
    whole.click();
    type(form()!.querySelector('#command')!, 'timeout 60 npm test');
    named(form()!, 'Save rule').click();
    await until(() => calls('Settings.edit_rule').length > 1, 'the narrower rule');
    expect(calls('Settings.edit_rule')[1]).to.deep.equal([
      'any',
      { ...draft, command: { text: 'timeout 60 npm test', isPrefix: false } },
    ]);
    rig.server.appendApp({ type: 'rules_changed', rules: [RULE] });
    await until(() => !root.querySelector('.waiting') && !app.textContent!.includes('paused until'), 'the end of it');
  });

  it('[PR22] tries a rule, says what is wrong with it, and stores it', async () => {
    const { rig, root, form, calls } = await section([]);
    named(root, 'New rule').click();
    await until(() => form()?.querySelector('#command'), 'the form');
    type(form()!.querySelector('#command')!, 'npm; rm');
    rig.server.refuse(
      'Settings.try_rule',
      new RpcError('bad_request', 'Refused.', { code: 'bad_rule', trouble: 'names_nothing' }),
    );
    named(form()!, 'Save rule').click();
    await until(
      () => form()!.querySelector('.problem')?.textContent?.includes(ruleTroubleText('names_nothing')),
      'the problem',
    );
    type(form()!.querySelector('#command')!, 'npm test');
    named(form()!, permissionWords.rule.test).click();
    await until(() => form()!.querySelector('.trial'), 'the trial');
    expect(form()!.querySelector('.trial')!.textContent).to.contain(permissionWords.rule.trial('1', 3));
    named(form()!, 'Save rule').click();
    await until(() => calls('Settings.add_rule').length > 0, 'the rule');
    const { id: _id, createdAt: _at, createdBy: _by, ...draft } = RULE;
    const command = { text: 'npm test', isPrefix: false };
    expect(calls('Settings.add_rule')).to.deep.equal([[{ ...draft, command, folder: '/home/me/orbit' }]]);
    await until(() => !form(), 'the end of the form');
  });

  it('[PR71] keeps the text of a rule exactly, except for plain blanks that were typed', async () => {
    const { root, form, calls } = await section([{ ...RULE, path: 'sub/a ', toolKind: 'edit', command: null }]);
    named(root, 'Edit the rule').click();
    await until(() => form()?.querySelector('#command'), 'the form');
    type(form()!.querySelector('#command')!, ' ./build.sh\u00a0 ');
    type(form()!.querySelector('#title')!, ' Build\u3000 ');
    named(form()!, 'Save rule').click();
    await until(() => calls('Settings.edit_rule').length > 0, 'the rule');
    const [[, kept] = []] = calls('Settings.edit_rule') as [string, PermissionRule][];
    expect([kept?.command?.text, kept?.title, kept?.path]).to.deep.equal(['./build.sh\u00a0', 'Build\u3000', 'sub/a ']);
  });

  it('[PR22] sets what happens when nobody answers or nobody was asked, and allows all', async () => {
    const { root, calls } = await section();
    const wait = root.querySelector<HTMLSelectElement>('#rejectAfterMinutes')!;
    wait.value = '15';
    wait.dispatchEvent(new Event('change'));
    root.querySelector<HTMLElement>('#stopUnasked')!.click();
    root.querySelector<HTMLElement>('#allowAll')!.click();
    await until(() => calls('AcpBridge.set_allow_all').length > 0 && calls('Settings.update').length > 1, 'all of it');
    expect(calls('Settings.update')).to.deep.equal([[{ rejectAfterMinutes: 15 }], [{ stopUnasked: true }]]);
    expect(calls('AcpBridge.set_allow_all')).to.deep.equal([['s1', true]]);
  });
});

describe('the banner of "allow all"', () => {
  const signs = (app: AcApp) => bannersOver(app).filter((banner) => banner.matches('.freedom'));
  const banners = (app: AcApp) => signs(app).map((banner) => banner.textContent!.trim().replace(/\s+/g, ' '));

  it('[PR15] stands in every session as long as it is so, and turns it off', async () => {
    const { rig, app, calls } = await section();
    rig.server.appendApp({ type: 'allow_all_changed', sessionId: 's1', by: 'Pixel' });
    await until(() => banners(app).length === 1, 'the banner');
    expect(banners(app)[0]).to.contain(frameWords.freedom.here('Pixel'));
    named(signs(app)[0]!, 'Ask again').click();
    await until(() => calls('AcpBridge.set_allow_all').length > 0, 'the act');
    expect(calls('AcpBridge.set_allow_all')).to.deep.equal([['s1', false]]);
    rig.server.appendApp({ type: 'allow_all_changed', sessionId: 's1', by: null });
    rig.server.appendApp({ type: 'allow_all_changed', sessionId: 'other', by: 'Pixel' });
    await until(() => banners(app)[0]?.includes('Allow all is on in “another session”.'), 'the other banner');
    const inSettings = app.querySelector('settings-view')!.shadowRoot!.querySelector('freedom-banner')!.shadowRoot!;
    expect(inSettings.textContent).to.contain('Allow all is on in 1 session.');
  });

  it('[PR16] stands for an agent that asks nothing by itself', async () => {
    const { rig, app } = await section();
    const [agent] = rig.server.app.agents;
    rig.server.appendApp({ type: 'agent_changed', agent: { ...agent!, allowsAll: '--yolo' } });
    const modes = { currentModeId: 'bypass', availableModes: [{ id: 'bypass', name: 'Bypass permissions' }] };
    rig.server.append('s1', [{ type: 'agent_session_opened', facts: { agentSessionId: 'a', modes }, memory: 'new' }]);
    await until(() => banners(app).length === 2, 'both banners');
    expect(banners(app).join())
      .to.contain(frameWords.freedom.byAgent('Demo agent', '--yolo'))
      .and.to.contain(frameWords.freedom.byMode('Bypass permissions'));
  });
});
