import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import type { RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import { AppRig } from '../../state/app/app.rig.js';
import { refused } from '../../state/changes/fake-git.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../page/ac-app.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';
import { commitWords } from './words.js';

async function page(rig = new AppRig(), theme: 'light' | 'dark' = 'light') {
  await rig.connect();
  const { git } = rig.server;
  if (!git.read('a.ts')) git.write('a.ts', { head: 'a\n', index: 'b\n', disk: 'b\n' });
  rig.context.preferences.choose({ changes: 'uncommitted' });
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; width: 1400px; height: 800px; container: shell / inline-size"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  const find = <T extends HTMLElement>(selector: string) => app.querySelector<T>(selector);
  app.commands!.act({ type: 'show_work', tab: 'changes' });
  await until(() => find('.commit-subject'), 'the box');
  await until(() => find('work-panel')!.contains(document.activeElement), 'the focus in the panel');
  return { rig, app, git, find };
}

type Page = Awaited<ReturnType<typeof page>>;

const words = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
const button = ({ app }: Page, name: string) =>
  [...app.querySelectorAll<HTMLButtonElement>('commit-box button')].find((each) => words(each) === name)!;
const subject = ({ find }: Page) => find<HTMLInputElement>('.commit-subject')!;

async function write(shown: Page, text: string): Promise<void> {
  subject(shown).focus();
  await sendKeys({ type: text });
  await until(() => subject(shown).value.endsWith(text), text);
}

describe('<commit-box>', () => {
  it('[CH40] commits what is staged with the message, and is empty then', async () => {
    const shown = await page();
    expect(button(shown, 'Commit to main').disabled).to.equal(true);
    await write(shown, 'Fix it');
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: 'Because.' });
    await until(() => !button(shown, 'Commit to main').disabled, 'it can be committed');
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Control' });
    await until(() => shown.rig.server.callsOf('Repo.commit').length === 1, 'the commit');
    const [, message, options] = shown.rig.server.callsOf('Repo.commit')[0]!;
    expect(message).to.equal('Fix it\n\nBecause.');
    expect(options).to.deep.equal({ head: 'c1', amend: false, signOff: false, skipHooks: false });
    await until(() => words(shown.find('.commit-task')).startsWith(commitWords.committing), 'it runs');
    shown.git.tell({ state: 'done', oid: 'c2' });
    await until(() => subject(shown).value === '' && !shown.find('.commit-task'), 'the box is empty');
  });

  it('[CH41] counts the summary, and says when it is long', async () => {
    const shown = await page();
    const look = async (count: number, said: string, kind: string) => {
      subject(shown).value = 'x'.repeat(count);
      subject(shown).dispatchEvent(new Event('input', { bubbles: true }));
      await until(() => words(shown.find('.commit-length')).startsWith(said), said);
      expect(shown.find('.commit-length')!.className.trim()).to.equal(`commit-length ${kind}`.trim());
    };
    await look(50, '50/50', '');
    await look(51, '51/72', 'long');
    await look(73, '73/72', 'over');
  });

  it('[CH42] keeps a message over a reload, and after a failed commit', async () => {
    const shown = await page();
    await write(shown, 'Half done');
    shown.app.remove();
    shown.rig.reload();
    const again = await page(shown.rig);
    expect(subject(again).value).to.equal('Half done');
    button(again, 'Commit to main').click();
    await until(() => again.find('.commit-task'), 'it runs');
    again.git.tell({ state: 'failed', trouble: { code: 'hook', hook: 'pre-commit', output: 'no tabs\n' } });
    await until(() => again.find('.commit-task.failed'), 'the failure');
    expect(subject(again).value).to.equal('Half done');
  });

  it('[CH43] shows the hook that runs with its output, and stops it', async () => {
    const shown = await page();
    shown.git.tell({ hook: 'pre-commit', lines: ['checking a.ts', '\u001b[31mred\u001b[0m'] });
    await until(() => shown.find('.commit-task terminal-output pre'), 'the output');
    expect(words(shown.find('.commit-says'))).to.equal('Running the pre-commit hook… Stop');
    expect(words(shown.find('.commit-task pre'))).to.equal('checking a.ts red');
    button(shown, 'Stop').click();
    await until(() => words(shown.find('.commit-task')).startsWith(commitWords.stopped), 'stopped');
    button(shown, commitWords.dismiss).click();
    await until(() => !shown.find('.commit-task'), 'seen');
  });

  it('[CH44] says what a commit failed for and what to do', async () => {
    const shown = await page();
    const stories: [RepoTrouble, RegExp][] = [
      [{ code: 'identity', output: 'x' }, /doesn’t know who you are.*git config --global user\.name/],
      [{ code: 'signing', output: 'gpg: no key' }, /couldn’t be signed.*Unlock your signing key/],
      [{ code: 'git', command: 'commit', output: 'boom' }, /git commit failed\..*boom/],
    ];
    for (const [trouble, said] of stories) {
      shown.git.tell({ id: trouble.code, state: 'failed', trouble });
      await until(() => said.test(words(shown.find('.commit-task.failed'))), trouble.code);
    }
  });

  it('[CH44] commits without the hook that refused, if a person wants that', async () => {
    const shown = await page();
    await write(shown, 'Anyway');
    shown.git.tell({ state: 'failed', trouble: { code: 'hook', hook: 'pre-commit', output: 'no' } });
    await until(() => button(shown, commitWords.withoutHooks), 'the offer');
    button(shown, commitWords.withoutHooks).click();
    await until(() => shown.rig.server.callsOf('Repo.commit').length === 1, 'the commit');
    expect(shown.rig.server.callsOf('Repo.commit')[0]![2]).to.include({ skipHooks: true });
  });

  it('[CH45] amends with the message of the last commit, and asks first if that was pushed', async () => {
    const shown = await page();
    shown.git.message = 'Redo\n\nAll of it.';
    shown.git.head = { ...shown.git.head, oid: 'c7' };
    shown.git.touch();
    await until(() => words(shown.find('.commit-last')).includes('Redo'), 'the last commit');
    shown.find('.commit-choices input')!.click();
    await until(() => subject(shown).value === 'Redo', 'its message');
    expect(shown.find<HTMLTextAreaElement>('.commit-body')!.value).to.equal('All of it.');
    shown.rig.server.refuse('Repo.commit', refused({ code: 'pushed', branches: ['origin/main'] }));
    button(shown, commitWords.amendCommit).click();
    await until(() => shown.find('.git-refusal'), 'the question');
    expect(words(shown.find('.git-refusal'))).to.include('already pushed to origin/main');
    shown.find('.git-refusal .outline')!.click();
    await until(() => shown.rig.server.callsOf('Repo.commit').length === 2, 'the commit');
    expect(shown.rig.server.callsOf('Repo.commit')[1]![2]).to.include({ amend: true, evenIfPushed: true });
  });

  it('[CH46] takes the last commit back, unless it was pushed, and offers its message again', async () => {
    const shown = await page();
    await until(() => button(shown, commitWords.undo), 'the offer');
    button(shown, commitWords.undo).click();
    await until(() => shown.rig.server.callsOf('Repo.undo_commit').length === 1, 'the undo');
    expect(shown.rig.server.callsOf('Repo.undo_commit')[0]![1]).to.equal('c1');
    await until(() => subject(shown).value === 'Set up the shop', 'its message');
    shown.git.pushedTo = ['origin/main'];
    shown.git.head = { ...shown.git.head, oid: 'c9' };
    shown.git.touch();
    await until(() => words(shown.find('.commit-last')).includes(commitWords.pushed), 'pushed');
    expect(button(shown, commitWords.undo)).to.equal(undefined);
  });

  it('[CH47] takes the agent’s message, and the person’s own is one Undo away', async () => {
    const shown = await page();
    await write(shown, 'mine');
    button(shown, commitWords.write).click();
    await until(() => shown.rig.context.preferences.value.messageTask !== '', 'the task');
    const id = shown.rig.context.preferences.value.messageTask;
    shown.git.tell({ id, kind: 'message', state: 'running' });
    await until(() => words(shown.find('.commit-task')).startsWith(commitWords.writing), 'it writes');
    subject(shown).focus();
    shown.git.tell({ id, kind: 'message', state: 'done', text: 'Better' });
    await until(() => subject(shown).value === 'Better', 'its message');
    expect(document.activeElement).to.equal(subject(shown));
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'z' });
    await sendKeys({ up: 'Control' });
    await until(() => subject(shown).value === 'mine', 'the person’s own');
    expect(shown.rig.context.preferences.value.commitMessage).to.equal('mine');
  });

  it('[CH47] brings back both parts by its own button', async () => {
    const shown = await page();
    shown.rig.context.preferences.choose({ commitMessage: 'mine\n\ntoo', messageTask: 'm1' });
    shown.git.tell({ id: 'm1', kind: 'message', state: 'done', text: 'Better\n\nIn all ways.' });
    await until(() => subject(shown).value === 'Better', 'its message');
    button(shown, commitWords.bringBack).click();
    await until(() => shown.rig.context.preferences.value.commitMessage === 'mine\n\ntoo', 'the person’s own');
  });

  it('[CH47] writes the agent’s message nowhere else, also after other changes were shown', async () => {
    const shown = await page();
    const { preferences } = shown.rig.context;
    const first = shown.find('commit-box')!;
    // The box is removed while it waits to be drawn.
    preferences.choose({ commitMessage: 'mine', changes: 'session' });
    await until(() => !first.isConnected, 'other changes');
    preferences.choose({ changes: 'uncommitted' });
    await until(() => shown.find('.commit-subject'), 'the box');
    const field = await mount<HTMLTextAreaElement>(html`<textarea></textarea>`);
    field.focus();
    await sendKeys({ type: 'again ' });
    preferences.choose({ messageTask: 'm1' });
    shown.git.tell({ id: 'm1', kind: 'message', state: 'done', text: 'Better\n\nIn all ways.' });
    await until(() => subject(shown).value === 'Better', 'its message');
    expect([field.value, preferences.value.commitMessage]).to.deep.equal(['again ', 'Better\n\nIn all ways.']);
    expect(document.activeElement).to.equal(field);
  });

  it('[CH47] keeps the agent’s message that comes at the moment when other changes are shown', async () => {
    const shown = await page();
    const { preferences } = shown.rig.context;
    const field = await mount<HTMLTextAreaElement>(html`<textarea></textarea>`);
    field.focus();
    preferences.choose({ messageTask: 'm1' });
    shown.git.tell({ id: 'm1', kind: 'message', state: 'done', text: 'Better\n\nIn all ways.' });
    preferences.choose({ changes: 'session' });
    await until(() => !shown.find('commit-box'), 'other changes');
    preferences.choose({ changes: 'uncommitted' });
    await until(() => shown.find('.commit-subject') && subject(shown).value === 'Better', 'its message');
    expect(field.value).to.equal('');
  });

  it('[CH65] lets a person choose who writes messages, which this browser remembers', async () => {
    const shown = await page();
    const writer = shown.find('#commit-writer')!;
    shown.find('.commit-writer-btn')!.click();
    await until(() => writer.matches(':popover-open'), 'the choice');
    const [agents, model] = [writer.querySelector('select')!, writer.querySelector('input')!];
    expect(agents.options.length).to.equal(shown.rig.context.server.app.value!.agents.length + 1);
    await expect(writer).to.be.accessible();
    agents.value = agents.options[1]!.value;
    agents.dispatchEvent(new Event('change'));
    model.value = ' small ';
    model.dispatchEvent(new Event('change'));
    const { messageAgent, messageModel } = shown.rig.context.preferences.value;
    expect([messageAgent, messageModel]).to.deep.equal([agents.options[1]!.value, 'small']);
    writer.hidePopover();
    await write(shown, 'mine');
    button(shown, commitWords.write).click();
    const calls = () => shown.rig.server.calls.filter(({ method }) => method === 'AcpBridge.generate_commit_message');
    await until(() => calls().length === 1, 'the call');
    expect(calls()[0]!.args.slice(1)).to.deep.equal([messageAgent, 'main', 'small']);
    shown.rig.context.preferences.choose({ messageAgent: 'gone' });
    await until(() => !(button(shown, commitWords.write) as HTMLButtonElement).disabled, 'it can be asked again');
    button(shown, commitWords.write).click();
    await until(() => calls().length === 2, 'the next call');
    expect(calls()[1]!.args[1]).to.equal(null);
  });

  it('[CH48] is gone to by a command, from anywhere', async () => {
    const shown = await page();
    shown.app.commands!.act({ type: 'close_work' });
    await until(() => !shown.find('work-panel'), 'closed');
    shown.rig.context.preferences.choose({ changes: 'turn' });
    shown.app.commands!.act({ type: 'show_work', tab: 'changes', changes: 'uncommitted', goal: 'commit' });
    await until(() => document.activeElement === subject(shown), 'the summary has the focus');
  });
});
