import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { AppRig } from '../../state/app/app.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../page/ac-app.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';

const branch = (name: string, isCurrent = false) => {
  return {
    ...{ name, isRemote: false, isCurrent, oid: 'c1', subject: 'Set up', committedAt: 0 },
    ...{ upstream: null, ahead: null, behind: null, isUpstreamGone: false },
  };
};

async function page(theme: 'light' | 'dark' = 'light', prepare: (rig: AppRig) => void = () => {}) {
  const rig = await new AppRig().connect();
  const { answers, git } = rig.server;
  git.write('a.ts', { head: 'a\n', index: 'a\n', disk: 'b\n' });
  answers.set('Repo.list_branches', () => [branch('main', true), branch('topic')]);
  answers.set('Repo.stash_list', () => [{ oid: 's1', message: 'Half done', at: 0 }]);
  answers.set('Repo.stash_pop', () => ({ conflicts: [] }));
  answers.set('Repo.rename_branch', () => null);
  prepare(rig);
  rig.context.preferences.choose({ changes: 'uncommitted' });
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; width: 1400px; height: 800px; container: shell / inline-size"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  app.commands!.act({ type: 'show_work', tab: 'changes' });
  await until(() => app.querySelector('branch-bar')?.shadowRoot?.querySelector('.place'), 'the bar');
  return { rig, app, git, bar: app.querySelector('branch-bar')!.shadowRoot! };
}

const words = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
const named = (parent: ParentNode, name: string) =>
  [...parent.querySelectorAll<HTMLButtonElement>('button')].find(
    (button) => (button.getAttribute('aria-label') ?? words(button)) === name,
  );

async function press(parent: ParentNode, name: string): Promise<void> {
  await until(() => named(parent, name)?.disabled === false, `the button “${name}”`);
  named(parent, name)!.click();
}

/** What a person did with the repository, without the ids of the commands. */
const sent = (rig: AppRig, method: string) => rig.server.callsOf(`Repo.${method}`).map((args) => args.slice(1));

describe('<branch-bar>', () => {
  it('[BR40] renames a branch, and restores a stash', async () => {
    const { rig, bar } = await page();
    await press(bar, 'Branch: main');
    await press(bar, 'Rename topic');
    await until(() => bar.querySelector('form input'), 'the field of the name');
    bar.querySelector<HTMLInputElement>('form input')!.value = ' better ';
    await press(bar.querySelector('form')!, 'Rename');
    await until(() => sent(rig, 'rename_branch').length === 1, 'the new name');
    expect(sent(rig, 'rename_branch')).to.deep.equal([['topic', 'better']]);
    await until(() => !bar.querySelector('form'), 'the list again');
    await press(bar, 'Half done Restore');
    await until(() => sent(rig, 'stash_pop').length === 1, 'the stash');
    expect(sent(rig, 'stash_pop')).to.deep.equal([['s1']]);
  });

  for (const kind of ['fetch', 'pull', 'push'] as const) {
    it(`[BR42] shows how it goes, with what Git said last, and stops it: ${kind}`, async () => {
      const { rig, bar, git } = await page();
      git.tell({ id: 't', kind, lines: ['Counting: 10%\rCounting: 50%\r'] });
      await until(() => words(bar.querySelector('[role="status"] .said')) === 'Counting: 50%', 'what Git said');
      expect(named(bar, 'Push')!.disabled).to.equal(true);
      await press(bar.querySelector('[role="status"]')!, 'Stop');
      await until(() => rig.server.callsOf('Repo.stop_task').length === 1, 'it is stopped');
      expect(rig.server.callsOf('Repo.stop_task')).to.deep.equal([['t']]);
      git.tell({ id: 't', kind, state: 'stopped' });
      await until(() => !bar.querySelector('[role="status"] .said'), 'it is over');
    });
  }

  for (const [button, way] of [
    ['Merge', 'merge'],
    ['Rebase', 'rebase'],
  ] as const) {
    it(`[BR42] offers a choice when both sides have commits: ${way}`, async () => {
      const { rig, bar, git } = await page();
      const task = { id: 't', kind: 'pull' } as const;
      git.tell(task);
      await until(() => bar.querySelector('[role="status"]'), 'it runs');
      const trouble = { code: 'diverged', branch: 'main', upstream: 'origin/main', ahead: 2, behind: 1 } as const;
      git.tell({ ...task, state: 'failed', trouble });
      await until(() => bar.querySelector('[role="alert"]'), 'the choice');
      const box = bar.querySelector('[role="alert"]')!;
      expect(words(box)).to.contain('You have 2 commits, the remote has 1 that you don’t have.');
      expect(sent(rig, 'pull')).to.deep.equal([]);
      await press(box, button);
      await until(() => sent(rig, 'pull').length === 1, 'the pull');
      expect(sent(rig, 'pull')).to.deep.equal([[way]]);
    });
  }

  it('[BR43] aborts an operation only after a yes', async () => {
    const { rig, bar } = await page('light', ({ server: { git } }) => {
      git.operation = 'rebase';
      git.kinds.set('a.ts', 'conflict');
    });
    await until(() => named(bar, 'Continue')?.disabled === true, 'it can’t go on');
    await press(bar, 'Abort…');
    await press(bar, 'Cancel');
    await press(bar, 'Abort…');
    expect(sent(rig, 'abort_operation')).to.deep.equal([]);
    await press(bar, 'Abort rebase');
    await until(() => sent(rig, 'abort_operation').length === 1, 'it is aborted');
    expect(sent(rig, 'abort_operation')).to.deep.equal([['rebase', 'c1', false]]);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`[BR40] is accessible in the ${theme} theme, with its menu`, async () => {
      const { app, bar } = await page(theme);
      await press(bar, 'Branch: main');
      await until(() => named(bar, 'Half done Restore'), 'the menu');
      await expect(app.querySelector('work-panel')!).to.be.accessible();
    });
  }
});

describe('<conflict-acts>', () => {
  const conflict = async (theme: 'light' | 'dark' = 'light') => {
    const shown = await page(theme, ({ server: { git, answers } }) => {
      git.operation = 'merge';
      git.kinds.set('a.ts', 'conflict');
      const versions = { base: 'the base', ours: 'our line', theirs: null };
      answers.set('Repo.get_conflict', ([path]) => ({ path, operation: 'merge', ...versions }));
    });
    const { app } = shown;
    await until(() => app.querySelector('.git-head'), 'the file');
    app.querySelector<HTMLElement>('.git-head')!.click();
    await until(() => app.querySelector('conflict-acts')?.shadowRoot?.querySelector('button'), 'the ways out');
    return { ...shown, acts: app.querySelector('conflict-acts')!.shadowRoot! };
  };

  for (const [button, side] of [
    ['Use ours', 'ours'],
    ['Use theirs', 'theirs'],
    ['Keep both', 'both'],
  ] as const) {
    it(`[BR44] resolves a conflict: ${side}`, async () => {
      const { rig, acts } = await conflict();
      await press(acts, button);
      await until(() => sent(rig, 'resolve_conflict').length === 1, 'it is resolved');
      const [file, chosen] = sent(rig, 'resolve_conflict')[0]!;
      expect([(file as { path: string }).path, chosen]).to.deep.equal(['a.ts', side]);
    });
  }

  it('[BR44] gives the agent all three versions', async () => {
    const { rig, app, acts } = await conflict();
    await press(acts, 'Ask the agent');
    await until(() => JSON.stringify(rig.context.composer.drafts.value).includes('Conflict in a.ts'), 'the chip');
    const draft = JSON.stringify(rig.context.composer.drafts.value);
    for (const part of [
      'Common ancestor',
      'the base',
      'Ours',
      'our line',
      'Theirs',
      '(no such version, or not text)',
    ]) {
      expect(draft).to.contain(part);
    }
    expect(sent(rig, 'resolve_conflict')).to.deep.equal([]);
    await expect(app.querySelector('work-panel')!).to.be.accessible();
  });
});
