import { type AppSnapshot, DEFAULT_SETTINGS, type SessionSummary } from '../protocol/app-state.js';
import type { PermissionRule } from '../protocol/permission-rule.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { RuleService } from '../sessions/permissions/rule-service.js';
import type { SessionService } from '../sessions/session-service.js';
import type { TabPort } from '../sessions/tab-port.js';
import type { AgentService } from './agent-service.js';
import type { AppService } from './app-service.js';
import type { RepoService } from './repo-service.js';
import type { SettingsService, SettingsState } from './settings-service.js';
import type { SignInService } from './sign-in-service.js';

/** Calls that a fake was given, with what they were given. */
export type Recorded = [method: string, ...args: unknown[]][];

export const someSession: SessionSummary = {
  id: 's1',
  title: 'First',
  agentId: 'demo',
  cwd: '/tmp',
  createdAt: 1,
  updatedAt: 1,
  status: 'idle',
  writable: true,
};

export const someRule: PermissionRule = {
  ...{ id: 'r1', createdAt: 1, createdBy: 'Test', effect: 'allow', agentId: null, folder: null },
  ...{ toolKind: 'read', title: null, command: null, path: null },
};

/** Sessions that do nothing but record; `overrides` stand in for single methods. */
export function fakeSessions(calls: Recorded, overrides: Partial<SessionService> = {}): SessionService {
  const record =
    <R>(method: string, result: R) =>
    (...args: unknown[]): R => {
      calls.push([method, ...args]);
      return result;
    };
  const done = (method: string) => record(method, { seq: 1 });
  return {
    sync: record('sync', { kind: 'tail', live: true, head: 0, epoch: 'e', after: 0, events: [] } as const) as never,
    entriesBefore: record('entriesBefore', { epoch: 'e', seq: 0, first: 0, entries: [] }),
    leave: record('leave', undefined),
    dropTab: record('dropTab', undefined),
    prompt: done('prompt'),
    cancel: done('cancel'),
    forceStop: done('forceStop'),
    answerPermission: done('answerPermission'),
    answerQuestion: done('answerQuestion'),
    editQueued: done('editQueued'),
    moveQueued: done('moveQueued'),
    removeQueued: done('removeQueued'),
    pauseQueue: done('pauseQueue'),
    sendNow: done('sendNow'),
    setMode: done('setMode'),
    setOption: done('setOption'),
    restartAgent: done('restartAgent'),
    runShell: done('runShell'),
    stopShell: done('stopShell'),
    create: record('create', someSession),
    open: (sessionId) => {
      if (sessionId !== someSession.id) throw new RpcError('not_found', `There is no session ${sessionId}.`);
      return someSession;
    },
    list: record('list', [someSession]),
    search: record('search', []),
    rename: done('rename'),
    remove: done('remove'),
    updateFromAgent: done('updateFromAgent'),
    setDraft: record('setDraft', undefined),
    rules: fakeRules(calls),
    ...overrides,
  };
}

/** Agents that nothing is known of; decisions are recorded. */
export function fakeAgents(calls: Recorded): AgentService {
  const done =
    (method: string) =>
    (...args: unknown[]) => {
      calls.push([method, ...args]);
      return { seq: 1 };
    };
  return {
    reports: () => [],
    trustFolder: done('trustFolder'),
    runWithNpx: done('runWithNpx'),
    setDefault: done('setDefault'),
    dismissBanner: done('dismissBanner'),
  };
}

/** Rules that do nothing but record. */
function fakeRules(calls: Recorded): RuleService {
  const record =
    <R>(method: string, result: R) =>
    (...args: unknown[]): R => {
      calls.push([method, ...args]);
      return result;
    };
  return {
    suggest: record('suggest', Promise.resolve([])),
    list: record('listRules', []),
    add: record('addRule', someRule),
    edit: record('editRule', someRule),
    remove: record('removeRule', { seq: 1 }),
    try: record('tryRule', Promise.resolve({ questions: 0, matches: 0, samples: [], isPartial: false })),
    setAllowAll: record('setAllowAll', { seq: 1 }),
  };
}

/** An app without anything in it. */
export class FakeApp implements AppService {
  readonly dropped: TabPort[] = [];
  readonly tabs: TabPort[] = [];

  snapshot(tab: TabPort): AppSnapshot {
    this.tabs.push(tab);
    return {
      kind: 'app',
      wire: 1,
      version: '0.0.0',
      epoch: 'e',
      seq: 0,
      serverTime: 0,
      app: {
        folder: { path: '/tmp', name: 'tmp', repository: null },
        agents: [],
        defaultAgentId: 'demo',
        sessions: [someSession],
        openSessionId: null,
        drafts: {},
        settings: this.#settings,
        banners: [],
        rules: [],
        allowAll: {},
      },
      startup: { stage: 'ready', message: 'Ready', percent: 100 },
      tab: { id: tab.id, device: tab.device },
    };
  }

  dropTab(tab: TabPort): void {
    this.dropped.push(tab);
  }

  readonly #settings: SettingsState = { revision: 1, values: DEFAULT_SETTINGS };
}

/** A sign-in that does nothing but record. */
export function fakeSignIn(calls: Recorded): SignInService {
  const record =
    <R>(method: string, result: R) =>
    (...args: unknown[]): R => {
      calls.push([method, ...args]);
      return result;
    };
  return {
    start: record('signIn', { seq: 1 }),
    cancel: record('cancelSignIn', { seq: 1 }),
    signOut: record('signOut', { seq: 1 }),
    watch: record('watchSignIn', null),
    answer: record('signInAnswer', undefined),
    input: record('signInInput', undefined),
    resize: record('signInResize', undefined),
    dropTab: () => {},
  };
}

/** Settings in memory. */
export class FakeSettings implements SettingsService {
  #state: SettingsState = { revision: 1, values: DEFAULT_SETTINGS };

  get(): SettingsState {
    return this.#state;
  }

  async update(change: Partial<SettingsState['values']>): Promise<SettingsState> {
    this.#state = { revision: this.#state.revision + 1, values: { ...this.#state.values, ...change } };
    return this.#state;
  }
}

/** A folder of one file, that records what is asked of it. */
export function fakeRepo(calls: Recorded): RepoService {
  return {
    find: async (...args) => {
      calls.push(['find', ...args]);
      return { files: [{ path: 'a.ts', positions: [0] }], total: 1, complete: true, leftOut: 0 };
    },
    read: async (...args) => {
      calls.push(['read', ...args]);
      const [path, from] = args;
      return { path, from, lines: ['one'], total: 1, size: 3, revision: 'r', kind: 'text', cut: 0 };
    },
  };
}
