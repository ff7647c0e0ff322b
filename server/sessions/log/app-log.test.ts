import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LoggedAppEvent } from '../../protocol/api/app-state.js';
import { reduceApp } from '../../protocol/api/app-state.js';
import type { EventPage } from '../../protocol/events.js';
import { followPage } from '../../protocol/transcript/replica.js';
import { blankApp } from '../registry/registry.rig.js';
import { TestTab } from '../registry/tab.rig.js';
import { AppLog } from './app-log.js';

const about = { code: 'storage', storage: { code: 'full' } } as const;
const banner = (id: string) => ({ type: 'banner_raised', banner: { id, severity: 'info', about } }) as const;

describe('the log of the app', () => {
  it('[L17] gives a tab the state and all that follows, by the same rules as a session', () => {
    const app = new AppLog(blankApp, { now: () => 5, newEpoch: () => 'e' });
    app.append(banner('before'));
    const tab = new TestTab();
    const { epoch, seq, app: state } = app.snapshot(tab);
    app.append(banner('after'));
    app.append({ type: 'banner_lowered', bannerId: 'before' });
    let replica = { epoch, seq, state };
    for (const { logId, page } of tab.pages) {
      assert.equal(logId, 'app');
      const outcome = followPage(replica, page as EventPage<LoggedAppEvent>, reduceApp);
      assert.ok(outcome.kind === 'followed');
      replica = outcome.replica;
    }
    assert.deepEqual(replica, { epoch: 'e', seq: 3, state: app.current });
    app.dropTab(tab);
    app.append(banner('unseen'));
    assert.equal(tab.pages.length, 2);
  });

  it('[L17] lets a tab that slept too long see a gap, so that it asks again', () => {
    const app = new AppLog(blankApp);
    const tab = new TestTab();
    const { epoch, seq, app: state } = app.snapshot(tab);
    tab.isWritable = false;
    for (let i = 0; i < 2000; i++) app.append(banner('same'));
    tab.isWritable = true;
    const page = tab.pages[0]!.page as EventPage<LoggedAppEvent>;
    assert.equal(followPage({ epoch, seq, state }, page, reduceApp).kind, 'resync');
  });
});
