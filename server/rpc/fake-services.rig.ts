import type { TabPort } from '../ports/tab.js';
import type { AppSnapshot, SessionSummary } from '../protocol/api/app-state.js';
import type { SettingsUpdate } from '../protocol/api/config.js';
import type { OwnTerminal } from '../protocol/api/own-terminal.js';
import type { PermissionRule } from '../protocol/api/permission-rule.js';
import type { UsageReport } from '../protocol/api/usage-report.js';
import type { ChannelSync } from '../protocol/channel.js';
import { DEFAULT_SETTINGS } from '../protocol/features/settings-table.js';
import type { Services } from './services.js';

/** Calls that a stand-in was given, as `service.method`, with what they were given. */
export type Recorded = [method: string, ...args: unknown[]][];

/** Methods that a test does itself; the rest is recorded. */
export type Overrides = { [S in keyof Services]?: Partial<Services[S]> };

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

export const someTerminal: OwnTerminal = {
  ...{ id: 't1', number: 1, shell: 'sh', rootId: 'main', cols: 80, rows: 24, exit: null },
};

export const someUsage: UsageReport = {
  ...{ from: '2026-01-01', days: [], agents: [], sessions: [] },
  ...{ total: { replies: 0, ms: 0, calls: 0 }, today: { replies: 0, ms: 0, calls: 0 } },
  counted: { replies: 0, ms: 0, calls: 0 },
};

/** Services that do nothing but record, no matter what methods there are. */
export function fakeServices(calls: Recorded, app: Services['app'], overrides: Overrides = {}): Services {
  const page = { lines: [], next: 0, isCut: false };
  let settings = { revision: 1, values: DEFAULT_SETTINGS };
  return {
    app: { ...app, ...overrides.app },
    sessions: recorder(calls, 'sessions', {
      sync: { kind: 'tail', live: true, head: 0, epoch: 'e', after: 0, events: [] },
      entriesBefore: { epoch: 'e', seq: 0, first: 0, entries: [] },
      eventsAfter: { epoch: 'e', after: 0, events: [] },
      importCopy: { session: someSession, dropped: 0 },
      create: someSession,
      useAgent: someSession,
      page: { sessions: [someSession], next: null, counts: { agents: {}, statuses: {}, folders: {} } },
      search: [],
      home: { folder: '/work/b', state: 'stopped' },
      usage: someUsage,
      open: someSession,
      writable: () => parts(calls, 'session'),
      ...overrides.sessions,
    }),
    commands: { once: (_cmdId, _place, perform) => perform(), ...overrides.commands },
    acts: recorder(calls, 'acts', { ...overrides.acts }),
    shelf: recorder(calls, 'shelf', { ...overrides.shelf }),
    rules: recorder(calls, 'rules', {
      suggest: [],
      list: [],
      add: someRule,
      edit: someRule,
      try: { questions: 0, matches: 0, samples: [], isPartial: false },
      ...overrides.rules,
    }),
    settings: recorder(calls, 'settings', {
      get: () => settings,
      update: async (change: SettingsUpdate) => {
        settings = { revision: settings.revision + 1, values: { ...settings.values, ...change } };
        return settings;
      },
      ...overrides.settings,
    }),
    files: recorder(calls, 'files', {
      find: { files: [{ path: 'a.ts', positions: [0] }], total: 1, complete: true, leftOut: 0 },
      read: { path: 'a.ts', from: 1, lines: ['one'], total: 1, size: 3, revision: 'r', kind: 'text', cut: 0 },
      ...overrides.files,
    }),
    repo: recorder(calls, 'repo', {
      act: (_root: string | undefined, act: (root: object) => unknown) => act(parts(calls, 'root')),
      ...overrides.repo,
    }),
    branches: recorder(calls, 'branches', { ...overrides.branches }),
    history: recorder(calls, 'history', { ...overrides.history }),
    search: recorder(calls, 'search', { ...overrides.search }),
    logs: recorder(calls, 'logs', {
      serverLog: page,
      agentLog: page,
      trace: { traceId: 't', fileName: 't.jsonl', lines: [], next: null },
      ...overrides.logs,
    }),
    agents: recorder(calls, 'agents', { reports: [], lookAgain: ['demo'], ...overrides.agents }),
    signIn: recorder(calls, 'signIn', { watch: null, ...overrides.signIn }),
    door: recorder(calls, 'door', { ...overrides.door }),
    host: recorder(calls, 'host', { licences: 'MIT', ...overrides.host }),
    tasks: recorder(calls, 'tasks', { ...overrides.tasks }),
    programs: recorder(calls, 'programs', { ...overrides.programs }),
    terminals: recorder(calls, 'terminals', {
      open: someTerminal,
      watch: { terminalId: 't1', offset: 0, text: '', answerFrom: null },
      ...overrides.terminals,
    }),
  };
}

/** Something of many parts, each of which records what it is told; they are made when they are asked for. */
function parts(calls: Recorded, path: string): object {
  const get = (_: object, name: string) => parts(calls, `${path}.${name}`);
  const apply = (_: object, _this: unknown, args: unknown[]) => {
    calls.push([path, ...args]);
    return { seq: 1 };
  };
  return new Proxy(() => {}, { get, apply });
}

/** Has every method there could be. One that is not among the answers is taken for a command that is done. */
function recorder<T extends object>(calls: Recorded, service: string, answers: object): T {
  return new Proxy(answers, {
    get: (known, method: string) => {
      const answer: unknown = Object.hasOwn(known, method) ? Reflect.get(known, method) : { seq: 1 };
      return (...args: unknown[]) => {
        calls.push([`${service}.${method}`, ...args]);
        return typeof answer === 'function' ? answer(...args) : answer;
      };
    },
  }) as T;
}

/** An app without anything in it, that remembers who asked. */
export class FakeApp {
  readonly tabs: TabPort[] = [];
  readonly sessions = [someSession];

  /** Which channels were asked for, and by whom. */
  readonly asked: [tab: TabPort, name: string][] = [];

  readonly sync = (tab: TabPort, name: string): ChannelSync<unknown, { type: string }> => {
    this.asked.push([tab, name]);
    return { kind: 'state', epoch: 'e', seq: 0, state: null };
  };

  readonly leave = (): void => {};

  readonly snapshot = (tab: TabPort): AppSnapshot => {
    this.tabs.push(tab);
    return {
      kind: 'app',
      wire: 1,
      version: '0.0.0',
      epoch: 'e',
      seq: 0,
      serverTime: 0,
      app: {
        folder: { path: '/tmp', name: 'tmp' },
        agents: [],
        defaultAgentId: 'demo',
        sessions: [someSession],
        openSessionId: null,
        drafts: {},
        banners: [],
        rules: [],
        allowAll: {},
      },
      startup: { stage: 'ready', detail: { agent: 'Demo' }, percent: 100 },
      tab: { id: tab.id, device: tab.device },
    };
  };
}
