import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AppEvent, type AppState, type LoggedAppEvent, reduceApp, type SessionSummary } from './app-state.js';
import type { TaskState } from './changes.js';

const start: AppState = {
  folder: { path: '/p', name: 'p' },
  agents: [],
  defaultAgentId: 'demo',
  sessions: [],
  openSessionId: null,
  drafts: {},
  banners: [],
  rules: [],
  allowAll: {},
};
const QUIET = { hook: null, lines: [], trouble: null, oid: null };
const session = (id: string, updatedAt: number): SessionSummary => ({
  id,
  title: id,
  agentId: 'demo',
  cwd: '/p',
  createdAt: 0,
  updatedAt,
  status: 'idle',
  writable: true,
});
const after = (...events: AppEvent[]) =>
  events.map((event, i) => ({ ...event, seq: i + 1, at: 0 })).reduce(reduceApp, start);
const changed = (id: string, updatedAt: number): AppEvent => ({
  type: 'session_changed',
  session: session(id, updatedAt),
});

describe('the app', () => {
  it('[V1] keeps things by id', () => {
    const banner = (said: string): AppEvent => ({
      type: 'banner_raised',
      banner: { id: 'disk', severity: 'error', about: { code: 'storage', storage: { code: 'failed', said } } },
    });
    assert.deepEqual(
      after(banner('full'), banner('fuller')).banners.map(({ about }) => about),
      [{ code: 'storage', storage: { code: 'failed', said: 'fuller' } }],
    );
    assert.deepEqual(after(banner('full'), { type: 'banner_lowered', bannerId: 'disk' }).banners, []);
  });

  it('[V2] lists sessions newest first', () => {
    const ids = after(changed('a', 1), changed('b', 3), changed('c', 2), changed('a', 4)).sessions.map((s) => s.id);
    assert.deepEqual(ids, ['a', 'b', 'c']);
  });

  it('[V3] shows another session when the shown one is deleted', () => {
    const draft: AppEvent = { type: 'draft_changed', sessionId: 'a', text: 'half', by: 'tab' };
    const gone = after(
      changed('a', 2),
      changed('b', 1),
      draft,
      { type: 'session_shown', sessionId: 'a' },
      { type: 'session_deleted', sessionId: 'a' },
    );
    assert.deepEqual([gone.openSessionId, gone.drafts, gone.sessions.length], ['b', {}, 1]);
  });

  it('[V4] ignores what it does not know', () => {
    assert.equal(reduceApp(start, { type: 'moon_landed', seq: 1, at: 0 } as unknown as LoggedAppEvent), start);
  });

  it('[RP77] keeps the newest tasks, and what is known of each root', () => {
    const task = (id: string, state: TaskState['state']): AppEvent => ({
      type: 'task_changed',
      task: { ...{ id, state, kind: 'commit', rootId: 'main', startedAt: 0, device: 'd' }, ...QUIET },
    });
    const { tasks } = after(task('t1', 'running'), task('t2', 'running'), task('t1', 'done'));
    assert.deepEqual(
      tasks?.map(({ id, state }) => [id, state]),
      [
        ['t1', 'done'],
        ['t2', 'running'],
      ],
    );
    const many = Array.from({ length: 25 }, (_, n) => task(`t${n}`, 'done'));
    assert.deepEqual([after(...many).tasks?.length, after(...many).tasks?.at(-1)?.id], [20, 't24']);
    const root = (revision: number): AppEvent => ({
      type: 'root_changed',
      root: { id: 'main', path: '/p', name: 'p', revision },
    });
    assert.deepEqual(
      after(root(1), root(2)).roots?.map(({ revision }) => revision),
      [2],
    );
  });
});
