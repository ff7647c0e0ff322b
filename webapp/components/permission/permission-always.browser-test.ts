import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { RuleDraft } from '../../../server/protocol/api/permission-rule.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { asked, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { endMotion, mount, until } from '../../ui/mount.rig.js';
import type { AcApp } from '../page/ac-app.js';
import './permission-always.js';
import './permission-dock.js';
import '../../ui/sight.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { permissionWords } from './words.js';

const draft = (text: string, isPrefix: boolean): RuleDraft => ({
  effect: 'allow',
  agentId: null,
  folder: '/home/me/orbit',
  toolKind: null,
  title: null,
  path: null,
  command: { text, isPrefix },
});
const DRAFTS = [draft('npm test x', false), draft('npm test', true)];

/** The app with an open question and "Always…" pressed. */
async function always(drafts: RuleDraft[] = DRAFTS, theme: 'light' | 'dark' = 'light', own: string[] = []) {
  const rig = await new AppRig().connect();
  rig.server.rules = drafts;
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 900px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  rig.server.append('s1', [
    prompt('go'),
    withOwn(asked('q', { toolCallId: 't', title: 'Run', rawInput: { command: 'npm test x' } }), own),
  ]);
  const button = () => app.querySelector<HTMLButtonElement>('.add-rule');
  await until(() => button()?.disabled === false, 'armed');
  button()!.click();
  const panel = () => app.querySelector('permission-always')?.shadowRoot;
  await until(() => panel()?.querySelector('input[type=radio], .note:not(:empty)'), 'the rules');
  return { rig, app, panel: panel()! };
}

/** The request with options by which the agent remembers the answer itself. */
function withOwn(event: SessionEvent, names: string[]): SessionEvent {
  if (event.type !== 'permission_requested') return event;
  const options = names.map((name) => ({ optionId: name, name, kind: 'allow_always' as const }));
  return { ...event, digest: 'seen', options: [...options, ...event.options] };
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
    expect(panel.querySelector<HTMLInputElement>('[name=rule]:checked')!.closest('label')!.textContent).to.contain(
      'npm test x',
    );
    panel.querySelectorAll<HTMLElement>('[name=rule]')[1]!.click();
    await until(() => panel.querySelector('.sentence')!.textContent?.includes('harmless options'), 'the wider rule');
    expect([...panel.querySelectorAll('.choice code')].map((code) => code.textContent)).to.deep.equal([
      'npm test x',
      'npm test *',
    ]);
    const sentence = 'Allow any agent to run “npm test” with harmless options in orbit.';
    expect(panel.querySelector('.sentence')!.textContent).to.equal(sentence);
  });

  it('[PR21] stores the rule as the person has changed it, with the answer "once", in one act', async () => {
    const { rig, app, panel } = await always();
    const field = panel.querySelector<HTMLInputElement>('.field input')!;
    field.focus();
    press(field, '1');
    press(field, '3');
    expect(answers(rig)).to.deep.equal([]);
    panel.querySelectorAll<HTMLElement>('[name=rule]')[1]!.click();
    await until(() => field.value === 'npm test', 'the wider rule');
    field.value = 'npm';
    field.dispatchEvent(new InputEvent('input'));
    for (const box of panel.querySelectorAll<HTMLElement>('.reach input')) box.click();
    await until(() => panel.querySelector('.sentence')!.textContent?.includes('Demo agent'), 'the sentence');
    panel.querySelector<HTMLElement>('[type=submit]')!.click();
    await until(() => answers(rig).length > 0, 'the answer');
    const rule = { ...draft('npm', true), folder: null, agentId: 'demo' };
    expect(answers(rig)).to.deep.equal([['s1', 'q', 'yes', { digest: 'seen', rule }]]);
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
      () => app.querySelector<HTMLButtonElement>('.permission-options .allow_once')?.disabled === false,
      'another try',
    );
  });

  it('[PR7] says so when there is nothing that a rule could know the call by', async () => {
    const { panel } = await always([]);
    expect(panel.querySelector('.note')!.textContent).to.contain(permissionWords.always.tooLittle);
    expect(panel.querySelector<HTMLButtonElement>('[type=submit]')!.disabled).to.equal(true);
  });

  it('[P18] offers both kinds of memory, ours first, and says what the agent’s means', async () => {
    const { rig, app, panel } = await always(DRAFTS, 'light', ['Reject', 'Always in this session']);
    const memories = () =>
      [...panel.querySelectorAll('.memory')].map((one) => one.textContent!.replace(/\s+/g, ' ').trim());
    expect(memories()).to.deep.equal([
      'Remember in AcDeck (recommended)',
      'Let Demo agent remember, agent says: Reject',
      'Let Demo agent remember, agent says: Always in this session',
    ]);
    expect(panel.querySelector<HTMLInputElement>('[name=memory]:checked')!.closest('label')!.textContent).to.contain(
      'AcDeck',
    );
    await expect(app.querySelector('permission-dock')!).to.be.accessible();
    panel.querySelectorAll<HTMLElement>('[name=memory]')[2]!.click();
    await until(() => panel.querySelector('.warning'), 'the warning');
    expect(panel.querySelector('.warning')!.textContent).to.contain('AcDeck can’t see what Demo agent then allows');
    panel.querySelector<HTMLElement>('[type=submit]')!.click();
    await until(() => answers(rig).length > 0, 'the answer');
    expect(answers(rig)).to.deep.equal([['s1', 'q', 'Always in this session', { digest: 'seen' }]]);
  });

  it('[P18] takes the agent’s memory only if the person chooses it', async () => {
    const { panel } = await always([], 'light', ['Always']);
    expect(panel.querySelector<HTMLButtonElement>('[type=submit]')!.disabled).to.equal(true);
    expect(panel.textContent).to.contain(permissionWords.always.tooLittle);
  });

  it('[P18] keeps its buttons in sight, however long the rule is', async () => {
    const { app, panel } = await always([draft(`echo ${'long '.repeat(300)}`, false), ...DRAFTS]);
    endMotion();
    const submit = panel.querySelector('[type=submit]')!.getBoundingClientRect();
    const dock = app.querySelector('.permission')!.getBoundingClientRect();
    expect(submit.bottom).to.be.at.most(dock.bottom);
    expect(submit.bottom).to.be.at.most(innerHeight);
  });
});
