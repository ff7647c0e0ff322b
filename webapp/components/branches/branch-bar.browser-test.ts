import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import { AppRig } from '../../state/app/app.rig.js';
import { refused } from '../../state/changes/fake-git.rig.js';
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

const once = (target: EventTarget, type: string) =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

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

  it('[BR40] keeps what is typed as soon as the menu is open', async () => {
    const { rig, bar } = await page();
    rig.server.answers.set('Repo.create_branch', () => ({ branch: 'fix/one', oid: 'c1' }));
    named(bar, 'Branch: main')!.click();
    const field = bar.querySelector<HTMLInputElement>('[popover] input')!;
    field.value = 'fix/one';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await once(bar.querySelector('[popover]')!, 'toggle');
    await until(() => named(bar, 'Create branch “fix/one”'), 'the new branch in the menu');
    expect(field.value).to.equal('fix/one');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await until(() => sent(rig, 'create_branch').length === 1, 'the branch');
    expect(sent(rig, 'create_branch')).to.deep.equal([['fix/one', null, true]]);
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
      expect(sent(rig, 'pull')).to.deep.equal([[way, {}]]);
    });
  }

  for (const [button, method, first, again] of [
    ['Fetch', 'fetch', [null, {}], [null, { ownSettings: true }]],
    ['Pull', 'pull', ['forward', {}], ['forward', { ownSettings: true }]],
    ['Push', 'push', [{}], [{ ownSettings: true }]],
  ] as const) {
    for (const theme of ['light', 'dark'] as const) {
      it(`[BR48] names the host and the settings, and goes without them if that is wanted: ${method}, ${theme}`, async () => {
        const { rig, bar, git } = await page(theme, ({ server }) => {
          server.git.programs = {
            state: 'asked',
            fingerprint: 'f1',
            keys: [{ key: 'http.proxy', value: 'http://evil.invalid' }],
            hooks: [],
          };
        });
        const reach = { host: 'github.com', canGoWithout: true };
        const trouble: RepoTrouble = { code: 'untrusted', fingerprint: 'f1', keys: ['http.proxy'], hooks: [], reach };
        rig.server.refuse(`Repo.${method}`, refused(trouble));
        await press(bar, button);
        await until(() => bar.querySelector('trust-panel')?.shadowRoot?.querySelector('li'), 'the question');
        const panel = bar.querySelector('trust-panel')!.shadowRoot!;
        expect(words(panel.querySelector('h2'))).to.equal(
          'Git would connect to github.com with settings that come with this repository. Trust them?',
        );
        expect([...panel.querySelectorAll('li')].map(words)).to.deep.equal(['http.proxy http://evil.invalid']);
        await expect(bar.querySelector('trust-panel')!).to.be.accessible();
        await press(panel, 'Use only my settings');
        await until(() => sent(rig, method).length === 2, 'the second try');
        expect(sent(rig, method)).to.deep.equal([first, again]);
        await until(() => !bar.querySelector('trust-panel'), 'the question goes');
        expect(git.programs.state).to.equal('asked');
      });
    }
  }

  it('[BR48] offers nothing but trust for a remote on this machine', async () => {
    const { rig, bar } = await page();
    const reach = { host: null, canGoWithout: false };
    const keys = ['remote.origin.url'];
    rig.server.refuse('Repo.push', refused({ code: 'untrusted', fingerprint: 'f', keys, hooks: [], reach }));
    await press(bar, 'Push');
    await until(() => bar.querySelector('trust-panel')?.shadowRoot?.querySelector('h2'), 'the question');
    const panel = bar.querySelector('trust-panel')!.shadowRoot!;
    expect(words(panel.querySelector('h2'))).to.contain('This remote is on your machine');
    expect([...panel.querySelectorAll('button')].map(words)).to.deep.equal(['Trust this folder', 'Not now']);
  });

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
