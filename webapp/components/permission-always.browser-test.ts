import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { RuleDraft } from '../../server/protocol/permission-rule.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { asked, prompt } from '../../server/protocol/transcript.rig.js';
import { AppRig } from '../state/app.rig.js';
import './ac-app.js';
import './transcript-view.js';
import type { AcApp } from './ac-app.js';
import { mount, until } from './mount.rig.js';
import './permission-always.js';
import './permission-dock.js';
import { inTheme } from './theme.rig.js';

const draft = (text: string, isPrefix: boolean): RuleDraft => ({
  ...{ effect: 'allow', agentId: null, folder: '/home/me/orbit', toolKind: null, title: null, path: null },
  command: { text, isPrefix },
});
const DRAFTS = [draft('npm test x', false), draft('npm test', true)];

/** The app with an open question and "Always…" pressed. */
async function always(drafts: RuleDraft[] = DRAFTS, theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig().connect();
  rig.server.rules = drafts;
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 900px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  rig.server.append('s1', [
    prompt('go'),
    asked('q', { toolCallId: 't', title: 'Run', rawInput: { command: 'npm test x' } }),
  ]);
  const button = () => app.querySelector<HTMLButtonElement>('.permission-more button');
  await until(() => button()?.disabled === false, 'armed');
  button()!.click();
  const panel = () => app.querySelector('permission-always')?.shadowRoot;
  await until(() => panel()?.querySelector('input[type=radio], .note:not(:empty)'), 'the rules');
  return { rig, app, panel: panel()! };
}

const answers = (rig: AppRig) => rig.server.callsOf('AcpBridge.answer_permission').map(([, ...args]) => args);
const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));

describe('<permission-always>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      const { app } = await always(DRAFTS, theme);
      await expect(app.querySelector('permission-dock')!).to.be.accessible();
    });
  }

  it('[PR10] shows the rules from narrow to wide, as a pattern and as a sentence', async () => {
    const { panel } = await always();
    expect([...panel.querySelectorAll('.choice code')].map((code) => code.textContent)).to.deep.equal([
      'npm test x',
      'npm test *',
    ]);
    const sentence = 'Allow any agent to run any command that begins with “npm test”, in /home/me/orbit.';
    expect(panel.querySelector('.sentence')!.textContent).to.equal(sentence);
  });

  it('[PR21] stores the rule as the person has changed it, with the answer "once", in one act', async () => {
    const { rig, app, panel } = await always();
    const field = panel.querySelector<HTMLInputElement>('.field input')!;
    field.focus();
    press(field, '1');
    press(field, '3');
    expect(answers(rig)).to.deep.equal([]);
    field.value = 'npm';
    field.dispatchEvent(new InputEvent('input'));
    for (const box of panel.querySelectorAll<HTMLElement>('.reach input')) box.click();
    await until(() => panel.querySelector('.sentence')!.textContent?.includes('Demo agent'), 'the sentence');
    panel.querySelector<HTMLElement>('[type=submit]')!.click();
    await until(() => answers(rig).length > 0, 'the answer');
    const rule = { ...draft('npm', true), folder: null, agentId: 'demo' };
    expect(answers(rig)).to.deep.equal([['s1', 'q', 'yes', { rule }]]);
    await until(() => !app.querySelector('permission-dock'), 'the end of the question');
  });

  it('[PR21] goes back with Escape, without an answer', async () => {
    const { rig, app, panel } = await always();
    press(panel.querySelector('input')!, 'Escape');
    await until(() => !app.querySelector('permission-always'), 'the options');
    expect(app.querySelectorAll('.permission-options button').length).to.be.greaterThan(1);
    expect(answers(rig)).to.deep.equal([]);
  });

  it('[PR21] can be answered anew if the server refuses the rule', async () => {
    const { rig, app, panel } = await always();
    rig.server.refuse('AcpBridge.answer_permission', new RpcError('bad_request', 'No such rule.'));
    panel.querySelector<HTMLElement>('[type=submit]')!.click();
    await until(() => answers(rig).length === 1, 'the refusal');
    await until(
      () => app.querySelector<HTMLButtonElement>('.permission-options button')?.disabled === false,
      'another try',
    );
  });

  it('[PR7] says so when there is nothing that a rule could know the call by', async () => {
    const { panel } = await always([]);
    expect(panel.querySelector('.note')!.textContent).to.contain('not said enough');
    expect(panel.querySelector('[type=submit]')).to.equal(null);
  });
});
