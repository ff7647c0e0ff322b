import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TaskState } from '../../../server/protocol/api/changes.js';
import type { RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import { settled } from '../../../server/protocol/clock.rig.js';
import { whenHolds } from '../base/store.js';
import { AppRig } from './app.rig.js';

/** Tone, words and what can be pressed. */
const toastsOf = (rig: AppRig) =>
  rig.context.notices.toasts.value.map(({ tone, text, action, lasts }) => [tone, text, action?.label ?? null, lasts]);

async function rigWith(task: Partial<TaskState> = {}): Promise<AppRig> {
  const rig = await new AppRig().connect();
  rig.server.git.tell({ id: 't', ...task });
  // What tells of tasks comes when the first one begins.
  await whenHolds([rig.context.notices.toasts], () => toastsOf(rig).length > 0);
  return rig;
}

const REMOTE_KINDS = ['fetch', 'pull', 'push', 'continue'] as const;
const OUTPUT = 'fatal: said by git';

/** Each way in which a task with a remote, or one that goes on, fails. */
const FAILURES: [RepoTrouble, string][] = [
  [{ code: 'no_remote' }, 'This repository has no remote yet.'],
  [{ code: 'no_upstream', branch: 'main' }, 'main isn’t on a remote yet. Push it first.'],
  [{ code: 'detached' }, 'You’re not on a branch. Switch to one or create one first.'],
  [
    { code: 'diverged', branch: 'main', upstream: 'origin/main', ahead: 1, behind: 2 },
    'main and origin/main both have new commits.',
  ],
  [
    { code: 'rejected', remote: 'origin', branch: 'main', why: 'behind', output: OUTPUT },
    'origin has commits on main that you don’t have. Pull first.',
  ],
  [
    { code: 'rejected', remote: 'origin', branch: 'main', why: 'moved', output: OUTPUT },
    'main on origin has new commits. Nothing was overwritten.',
  ],
  [
    { code: 'rejected', remote: 'origin', branch: 'main', why: 'refused', output: OUTPUT },
    'origin refused the push to main.',
  ],
  [{ code: 'auth', remote: 'origin', why: 'credentials', output: OUTPUT }, 'origin wants a user name and password.'],
  [{ code: 'auth', remote: 'origin', why: 'key', output: OUTPUT }, 'origin didn’t accept your SSH key.'],
  [
    { code: 'auth', remote: 'origin', why: 'host_key', output: OUTPUT },
    'The identity of origin isn’t known to SSH yet, or has changed.',
  ],
  [{ code: 'remote_missing', remote: 'origin', output: OUTPUT }, 'There is no repository at the address of origin.'],
  [{ code: 'remote_unreachable', remote: 'origin', output: OUTPUT }, 'origin couldn’t be reached.'],
  [{ code: 'remote_silent', remote: 'origin', seconds: 60 }, 'origin didn’t respond for 60 s.'],
  [{ code: 'too_slow', seconds: 60 }, 'Git took longer than 60 s and was stopped.'],
  [{ code: 'overwritten', paths: ['a.ts'] }, 'Your changes in a.ts would be overwritten.'],
  [{ code: 'conflicts', paths: ['a.ts'] }, 'Resolve the conflicts first.'],
  [{ code: 'operation', operation: 'rebase' }, 'Finish or abort the rebase first.'],
  [
    { code: 'locked', lock: '.git/index.lock' },
    'Another program is using Git here (.git/index.lock). Try again in a moment.',
  ],
  [
    { code: 'untrusted', fingerprint: 'f', keys: [], hooks: [] },
    'This would use programs or settings that come with the repository. Trust them first.',
  ],
  [{ code: 'hook', hook: 'pre-push', output: OUTPUT }, 'The pre-push hook refused.'],
  [{ code: 'git', command: 'push', output: OUTPUT }, 'git push failed.'],
];

const ENDS: Record<(typeof REMOTE_KINDS)[number], { running: string; done: string; stopped: string; failed: string }> =
  {
    fetch: { running: 'Fetching…', done: 'Fetched', stopped: 'The fetch was stopped', failed: 'The fetch failed.' },
    pull: { running: 'Pulling…', done: 'Pulled', stopped: 'The pull was stopped', failed: 'The pull failed.' },
    push: { running: 'Pushing…', done: 'Pushed', stopped: 'The push was stopped', failed: 'The push failed.' },
    continue: { running: 'Continuing…', done: 'Continued', stopped: 'It was stopped', failed: 'It couldn’t continue.' },
  };

describe('a task with a remote that another tab began', () => {
  for (const kind of REMOTE_KINDS) {
    const { running, done, stopped, failed } = ENDS[kind];

    it(`[BR46] is told while it runs and when it has ended: ${kind}`, async () => {
      const rig = await rigWith({ kind, device: 'Pixel' });
      assert.deepEqual(toastsOf(rig), [['info', `${running} (Pixel)`, 'Stop', true]]);
      rig.clock.pass(600_000);
      assert.equal(toastsOf(rig).length, 1);
      rig.context.notices.toasts.value[0]!.action!.run();
      await settled();
      assert.deepEqual(rig.server.callsOf('Repo.stop_task'), [['t']]);
      rig.server.git.tell({ id: 't', kind, state: 'stopped' });
      assert.deepEqual(toastsOf(rig), [['info', stopped, null, false]]);
      rig.server.git.tell({ id: 'u', kind });
      rig.server.git.tell({ id: 'u', kind, state: 'done' });
      assert.deepEqual(toastsOf(rig), [
        ['info', stopped, null, false],
        ['success', done, null, false],
      ]);
      rig.clock.pass(60_000);
      assert.deepEqual(toastsOf(rig), []);
    });

    it(`[BR46] that failed says why, stays, and leads to the changes: ${kind}`, async () => {
      const rig = await rigWith({ kind });
      const { panel } = rig.context.work;
      rig.server.git.tell({ id: 't', kind, state: 'done' });
      rig.clock.pass(60_000);
      for (const [n, [trouble, says]] of [...FAILURES, [null, failed] as const].entries()) {
        panel.close();
        const id = `f${n}`;
        rig.server.git.tell({ id, kind });
        rig.server.git.tell({ id, kind, state: 'failed', trouble });
        rig.clock.pass(600_000);
        assert.deepEqual(toastsOf(rig), [['warning', says, 'Show', true]]);
        rig.context.notices.toasts.value[0]!.action!.run();
        assert.deepEqual(toastsOf(rig), [], says);
        assert.equal(panel.value.tab, 'changes', says);
      }
    });

    it(`[BR46] is told by its bar alone where the changes are shown: ${kind}`, async () => {
      const rig = await rigWith({ kind });
      for (const changes of ['uncommitted', 'turn'] as const) {
        rig.context.preferences.choose({ changes });
        rig.context.work.panel.show('changes');
        rig.server.git.tell({ id: changes, kind });
        rig.server.git.tell({ id: changes, kind, state: 'failed', trouble: { code: 'no_remote' } });
        assert.deepEqual(toastsOf(rig), [], changes);
      }
    });
  }

  it('[BR46] is told also if it ends before the page can tell of it', async () => {
    for (const [state, text] of [
      ['done', 'Pushed'],
      ['failed', 'The push failed.'],
    ] as const) {
      const rig = await new AppRig().connect();
      rig.server.git.tell({ id: 't', kind: 'push' });
      rig.server.git.tell({ id: 't', kind: 'push', state });
      await whenHolds([rig.context.notices.toasts], () => toastsOf(rig).length > 0);
      assert.deepEqual(
        toastsOf(rig).map(([, told]) => told),
        [text],
      );
    }
  });

  it('[BR46] that ended before the page began is no news', async () => {
    const rig = await new AppRig().connect();
    rig.server.git.tell({ id: 'old', kind: 'push', state: 'failed', trouble: { code: 'no_remote' } });
    rig.server.git.tell({ id: 't', kind: 'fetch' });
    await whenHolds([rig.context.notices.toasts], () => toastsOf(rig).length > 0);
    assert.deepEqual(toastsOf(rig), [['info', 'Fetching… (A browser)', 'Stop', true]]);
  });
});

describe('a task', () => {
  it('[CH50] is told in every tab: one message that stays, changes and can be stopped', async () => {
    const rig = await rigWith();
    assert.deepEqual(toastsOf(rig), [['info', 'Committing… (A browser)', 'Stop', true]]);
    rig.server.git.tell({ id: 't', hook: 'pre-commit' });
    assert.deepEqual(toastsOf(rig), [['info', 'Running the pre-commit hook…', 'Stop', true]]);
    rig.clock.pass(60_000);
    assert.equal(toastsOf(rig).length, 1);
    rig.context.notices.toasts.value[0]!.action!.run();
    await settled();
    assert.deepEqual(rig.server.callsOf('Repo.stop_task'), [['t']]);
    rig.server.git.tell({ id: 't', state: 'done', oid: 'c2' });
    assert.deepEqual(toastsOf(rig), [['success', 'Committed', null, false]]);
    rig.clock.pass(60_000);
    assert.deepEqual(toastsOf(rig), []);
  });

  it('[CH50] that failed warns, and stays until somebody looks', async () => {
    const rig = await rigWith();
    rig.server.git.tell({ id: 't', state: 'failed', trouble: { code: 'hook', hook: 'pre-commit', output: 'no' } });
    rig.clock.pass(600_000);
    assert.deepEqual(toastsOf(rig), [['warning', 'The pre-commit hook refused.', 'Show', true]]);
    rig.context.notices.toasts.value[0]!.action!.run();
    assert.deepEqual(toastsOf(rig), []);
    assert.equal(rig.context.work.panel.value.tab, 'changes');
    assert.equal(rig.context.preferences.value.changes, 'uncommitted');
  });

  it('[CH50] is not told twice where its box is on screen', async () => {
    const rig = await rigWith();
    rig.context.preferences.choose({ changes: 'uncommitted' });
    rig.context.work.panel.show('changes');
    assert.deepEqual(toastsOf(rig), []);
    rig.server.git.tell({ id: 't', state: 'done', oid: 'c2' });
    assert.deepEqual(toastsOf(rig), []);
  });

  it('[CH51] stays while other messages come and go', async () => {
    const rig = await rigWith();
    for (const text of ['a', 'b', 'c', 'd']) rig.context.notices.toasts.show({ text });
    assert.deepEqual(
      rig.context.notices.toasts.value.map(({ text }) => text),
      ['Committing… (A browser)', 'b', 'c', 'd'],
    );
  });
});
