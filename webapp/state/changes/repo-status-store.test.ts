import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AppState } from '../../../server/protocol/api/app-state.js';
import { MAIN_ROOT, type RepoStatus } from '../../../server/protocol/api/changes.js';
import type { RepoFacts } from '../../../server/protocol/api/channels.js';
import { Store } from '../base/store.js';
import type { Connection } from '../server/connection-store.js';
import { TreeMarks } from '../work/tree-marks.js';
import { FakeGit } from './fake-git.rig.js';
import { repoStatus } from './repo-status-store.js';

/** A store that tests set. */
class SetStore<T> extends Store<T> {
  override set(value: T): void {
    super.set(value);
  }
}

function page() {
  const calls: string[] = [];
  const git = new FakeGit(() => {});
  git.write('src/a.ts', { head: 'a', index: 'a', disk: 'b' });
  const ask = async (method: string, arg: unknown) => {
    calls.push(`${method} ${arg}`);
    return git.answer(`Repo.${method}`, [arg]) as never;
  };
  const app = new SetStore<AppState | null>(null);
  const told = Object.assign(new SetStore<RepoFacts | null>(null), {
    catchUp: async () => void calls.push('subscribe'),
    leave: () => void calls.push('leave'),
  });
  const tell = () => {
    app.set({ roots: [{ id: MAIN_ROOT, revision: git.revision }] } as unknown as AppState);
    told.set({ status: git.answer('Repo.get_status', [0]) as RepoStatus });
  };
  tell();
  const ports = {
    repo: {
      get_status: (after: number) => ask('get_status', after),
      watch_status: (isShown: boolean) => ask('watch_status', isShown),
    },
    ...{ app, told },
    connection: new SetStore<Connection>({ state: 'live' } as Connection),
    visibility: new SetStore(true),
  };
  return { calls, git, tell, ports };
}

describe('the status of a page', () => {
  it('[GT35] is one for the changes and the tree, asked for once and watched until nobody looks', async () => {
    const { calls, git, tell, ports } = page();
    const status = repoStatus(ports);
    const marks = new TreeMarks(repoStatus(ports));
    status.start();
    marks.watch(true);
    marks.watch(true);
    await marks.load();
    assert.deepEqual([[...marks.value.marks], status.value.status?.total], [[['src/a.ts', 'changed']], 1]);
    assert.deepEqual(calls.splice(0), ['watch_status true', 'subscribe', 'get_status 0']);
    await marks.load();
    assert.deepEqual(calls, [], 'it is known');
    git.write('b.ts', { disk: 'new' });
    tell();
    await marks.load();
    assert.deepEqual([[...marks.value.marks.keys()], status.value.status?.total], [['src/a.ts', 'b.ts'], 2]);
    assert.deepEqual(calls, [], 'it was told');
    status.stop();
    git.write('c.ts', { disk: 'new' });
    tell();
    await marks.load();
    assert.deepEqual([...marks.value.marks.keys()], ['src/a.ts', 'b.ts', 'c.ts'], 'the tree still looks');
    marks.watch(false);
    git.write('d.ts', { disk: 'new' });
    tell();
    assert.deepEqual(calls, ['watch_status false', 'leave'], 'nobody looks');
  });

  it('[V8] comes from the channel, and a tab asks only for what does not fit there', async () => {
    const { calls, git, tell, ports } = page();
    const status = repoStatus(ports);
    status.start();
    await status.current();
    calls.length = 0;
    git.write('b.ts', { disk: 'new' });
    tell();
    status.followAct();
    assert.deepEqual([status.value.status?.total, calls], [2, []]);
    git.write('c.ts', { disk: 'new' });
    const whole = git.answer('Repo.get_status', [0]) as RepoStatus;
    ports.app.set({ roots: [{ id: MAIN_ROOT, revision: git.revision }] } as unknown as AppState);
    ports.told.set({ status: { ...whole, files: whole.files.slice(0, 1), next: 1 } });
    await status.current();
    assert.deepEqual([status.value.status?.files.length, calls.splice(0)], [3, ['get_status 0']]);
    ports.visibility.set(false);
    status.followAct();
    assert.deepEqual(calls, ['watch_status false', 'leave', 'get_status 0'], 'without a subscription it asks');
  });

  it('[GT35] without a repository marks nothing', async () => {
    const { git, ports } = page();
    const marks = new TreeMarks(repoStatus(ports));
    await marks.load();
    assert.equal(marks.value.hasGit, true);
    git.trouble = { code: 'not_repo' };
    git.touch();
    await repoStatus(ports).reload();
    await marks.load();
    assert.deepEqual([marks.value.hasGit, marks.value.marks.size], [false, 0]);
  });
});
