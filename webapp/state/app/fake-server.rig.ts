import type { AgentReport } from '../../../server/protocol/api/agent-report.js';
import type { SignInOutput } from '../../../server/protocol/api/agent-sign-in.js';
import type {
  AppEvent,
  AppSnapshot,
  AppState,
  LoggedAppEvent,
  SessionSummary,
} from '../../../server/protocol/api/app-state.js';
import { reduceApp } from '../../../server/protocol/api/app-state.js';
import { MAIN_ROOT, type RepoStatus } from '../../../server/protocol/api/changes.js';
import {
  APP_CHANNEL,
  REPO_CHANNEL,
  type RepoFacts,
  repoChannel,
  SETTINGS_CHANNEL,
} from '../../../server/protocol/api/channels.js';
import type { ConfigContent, ConfigInfo, SettingsUpdate } from '../../../server/protocol/api/config.js';
import type { HostInfo } from '../../../server/protocol/api/host.js';
import type { LogLine, LogPage } from '../../../server/protocol/api/logs.js';
import type { RuleDraft } from '../../../server/protocol/api/permission-rule.js';
import type { AcAppApi, ServerApi, SessionHit, SessionSync, SettingsState } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import type { SessionFilter, SessionHome, SessionPage } from '../../../server/protocol/api/session-list.js';
import type { StartupStep } from '../../../server/protocol/api/startup.js';
import type { UsageReport } from '../../../server/protocol/api/usage-report.js';
import { DEFAULT_SETTINGS } from '../../../server/protocol/features/settings-table.js';
import { WIRE_VERSION } from '../../../server/protocol/limits.js';
import { reduceTranscript } from '../../../server/protocol/session/reduce.js';
import type { LoggedEvent, SessionEvent } from '../../../server/protocol/session/session-event.js';
import type { Entry } from '../../../server/protocol/transcript/entries.js';
import { endOf, entriesOf, findEntry } from '../../../server/protocol/transcript/entry-list.js';
import { type OlderEntries, snapshotOf } from '../../../server/protocol/transcript/snapshot.js';
import { emptyTranscript, type Transcript } from '../../../server/protocol/transcript/transcript.js';
import { someone } from '../../../server/protocol/transcript/transcript.rig.js';
import { findEntries } from '../../../server/rpc/find-entries.js';
import { editsBefore } from '../../../server/rpc/older-edits.js';
import { buildApi, type Caller } from '../../rpc/server-link.js';
import { FakeGit } from '../changes/fake-git.rig.js';
import { FakeRepo } from '../work/fake-repo.rig.js';

const DEMO = {
  id: 'demo',
  name: 'Demo agent',
  version: '1.0.0',
  health: { state: 'ready' },
  scenes: true,
  prompt: { image: true, audio: false, embedded: true },
} as const;

/**
 * A server in the same process: real logs and the real reducer behind the real contract, without
 * a socket or an agent. A test tells it what happens.
 */
export class FakeServer {
  readonly call: Caller = (method, args) => this.#answer(method, [...args]);
  readonly api: ServerApi = buildApi(this.call);
  /** Every call that arrived, in order. */
  readonly calls: { method: string; args: unknown[] }[] = [];
  /** Who gets pages; null while nobody is connected, and calls fail. */
  tab: AcAppApi | null = null;
  version = '0.1.0';
  startup: StartupStep = { stage: 'ready', detail: { agent: 'Demo agent' }, percent: 100 };
  epoch = 'first';
  /** What could be stored for any question. */
  rules: RuleDraft[] = [];
  /** What a search finds, no matter what was looked for. */
  hits: SessionHit[] = [];
  /** What `Sessions.list` finds besides the sessions that every tab has. */
  found: SessionSummary[] = [];
  /** Where sessions of other folders can be continued. */
  home: SessionHome = { folder: '/work/b', state: 'stopped' };
  /** What replies have used, no matter for how many days. */
  usage: UsageReport = {
    ...{ from: '2026-01-01', days: [], agents: [], sessions: [] },
    ...{
      total: { replies: 0, ms: 0, calls: 0 },
      today: { replies: 0, ms: 0, calls: 0 },
      counted: { replies: 0, ms: 0, calls: 0 },
    },
  };
  /** What the settings show of agents. */
  reports: AgentReport[] = [];
  hostInfo: HostInfo = {
    ...{
      deviceId: 'd1',
      version: '0.1.0 (1a2b3c4d)',
      node: 'v20.19.0',
      platform: 'linux x64',
      dataDir: '/home/me/data',
    },
    sizes: { history: 2_000_000, uploads: 1_000, other: 0 },
  };
  configInfo: ConfigInfo = {
    files: [],
    host: {
      ...{ agent: null, port: null, open: true, shell: 'local', additionalDirectories: [] },
      commitMessages: { agent: null, model: null },
    },
    agents: [],
    mcpServers: [],
    ofFolder: { agents: [], mcpServers: [] },
  };
  configContent: ConfigContent = { place: 'user', path: '/home/me/config.yaml', text: 'theme: dark\n', revision: 'r1' };
  /** What the terminal of a sign-in shows. */
  signInOutput: SignInOutput | null = null;
  app: AppState;
  repoFacts: RepoFacts = REPO_CHANNEL.empty;
  /** Whether the tab has asked for the channel of the repository. */
  isRepoFollowed = false;
  settings: SettingsState = { revision: 1, values: DEFAULT_SETTINGS };
  /** What a test answers itself, by method. */
  readonly answers = new Map<string, (args: unknown[]) => unknown>();
  readonly repo = new FakeRepo();
  readonly git = new FakeGit(
    (event) => this.appendApp(event),
    (status) => this.#tellRepo(status),
  );
  readonly logs = new Map<string, LoggedEvent[]>();
  /** Lines of the server's log and of agents', by id. */
  readonly logOf: Record<string, LogLine[]> = {};
  /** What a newer server makes of an entry. */
  asNewer: (entry: Entry) => Entry = (entry) => entry;
  #appSeq = 0;
  #settingsSeq = 0;
  #repoSeq = 0;
  #time = 1_700_000_000_000;
  #gate: Promise<void> = Promise.resolve();
  readonly #done = new Map<string, unknown>();
  readonly #refusals = new Map<string, RpcError>();

  constructor(...sessionIds: string[]) {
    this.app = {
      folder: { path: '/home/me/orbit', name: 'orbit' },
      agents: [DEMO],
      defaultAgentId: 'demo',
      sessions: sessionIds.map((id) => this.#newSession(id)),
      openSessionId: sessionIds[0] ?? null,
      drafts: {},
      banners: [],
      rules: [],
      allowAll: {},
    };
  }

  /** Makes every answer wait, until the result is called. */
  hold(): () => void {
    let release = () => {};
    this.#gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** Time goes by at the server. */
  pass(ms: number): void {
    this.#time += ms;
  }

  /** Refuses the next call of a method. */
  refuse(method: string, error: RpcError): void {
    this.#refusals.set(method, error);
  }

  /** Something happens in a session; the tab is told unless `isLost`. */
  append(sessionId: string, events: SessionEvent[], { isLost = false } = {}): LoggedEvent[] {
    const log = this.logs.get(sessionId)!;
    const after = log.length;
    const added = events.map((event, n) => {
      const logged = { ...this.#marked(sessionId, event), seq: after + n + 1, at: ++this.#time };
      log.push(logged);
      return logged;
    });
    if (!isLost) this.tab?.streamChunk(sessionId, { epoch: this.epoch, after, events: added });
    return added;
  }

  /** Something happens in the app as a whole. */
  appendApp(event: AppEvent, { isLost = false } = {}): void {
    const logged: LoggedAppEvent = { ...event, seq: ++this.#appSeq, at: ++this.#time };
    this.app = reduceApp(this.app, logged);
    const page = { epoch: this.epoch, after: this.#appSeq - 1, events: [logged] };
    if (!isLost) this.tab?.streamChunk(APP_CHANNEL.channel, page);
  }

  /** Somebody changes settings. */
  changeSettings(values: Partial<SettingsState['values']>): void {
    this.settings = { revision: this.settings.revision + 1, values: { ...this.settings.values, ...values } };
    const event = { type: 'settings_changed', ...this.settings, seq: ++this.#settingsSeq, at: ++this.#time };
    this.tab?.streamChunk(SETTINGS_CHANNEL.channel, {
      epoch: this.epoch,
      after: this.#settingsSeq - 1,
      events: [event],
    });
  }

  #tellRepo(status: RepoStatus | null): void {
    this.repoFacts = { status };
    const said = status ? { type: 'status_changed', status: structuredClone(status) } : { type: 'status_failed' };
    const event = { ...said, seq: ++this.#repoSeq, at: ++this.#time };
    const page = { epoch: this.epoch, after: this.#repoSeq - 1, events: [event] };
    if (this.isRepoFollowed) this.tab?.streamChunk(repoChannel(MAIN_ROOT), page);
  }

  transcript(sessionId: string): Transcript {
    return this.logs.get(sessionId)!.reduce(reduceTranscript, emptyTranscript);
  }

  callsOf(method: string): unknown[][] {
    return this.calls.filter((call) => call.method === method).map(({ args }) => args);
  }

  async #answer(method: string, args: unknown[]): Promise<unknown> {
    const { tab } = this;
    if (!tab) throw new RpcError('disconnected', 'There is no connection to the server.');
    this.calls.push({ method, args });
    const refusal = this.#refusals.get(method);
    this.#refusals.delete(method);
    await this.#gate;
    if (refusal) throw refusal;
    if (this.tab !== tab) throw new RpcError('disconnected', 'The connection to the server was lost.');
    return structuredClone(this.#run(method, args));
  }

  #run(method: string, args: unknown[]): unknown {
    const own = this.answers.get(method);
    if (own) return own(args);
    const told = this.repo.ask(method, args);
    if (told !== undefined) return told;
    const [first, second] = args as [string | undefined, string];
    switch (method) {
      case 'AcpBridge.get_current_state':
        if (first === repoChannel(MAIN_ROOT)) {
          this.isRepoFollowed = true;
          return { kind: 'state', epoch: this.epoch, seq: this.#repoSeq, state: this.repoFacts };
        }
        if (first === SETTINGS_CHANNEL.channel) {
          return { kind: 'state', epoch: this.epoch, seq: this.#settingsSeq, state: this.settings };
        }
        return first ? this.#sync(first, second, args[2] as number | null) : this.#snapshot();
      case 'AcpBridge.get_entries':
        return this.#older(first!, args[2] as number, args[3] as number);
      case 'Sessions.get_excerpt':
        return { text: `# ${first}\n\n**Person:** Hello`, messages: 1, isCut: true };
      case 'Sessions.look_at':
        return null;
      case 'Sessions.set_draft':
        return { epoch: this.epoch, seq: this.#appSeq };
      case 'AcpBridge.get_events':
        return {
          epoch: this.epoch,
          after: args[2],
          events: (this.logs.get(first!) ?? []).slice(args[2] as number).slice(0, 50),
        };
      case 'AcpBridge.find_entries':
        return findEntries(args[2] as string | null, args[3] as number, (before, limit) =>
          this.#older(first!, before, limit),
        );
      case 'Sessions.find_home':
        return this.home;
      case 'Sessions.get_usage':
        return this.usage;
      case 'Sessions.search':
        return this.hits;
      case 'Sessions.brief':
        return `Please take over ${first}.`;
      case 'Sessions.hand_over':
        return { id: 's2' };
      case 'AcpBridge.get_server_log':
        return logPage(this.logOf.server ?? [], args[0] as number | null);
      case 'AcpBridge.get_agent_log':
        return logPage(this.logOf[String(first)] ?? [], args[1] as number | null);
      case 'AcpBridge.get_trace':
        return { traceId: 't', fileName: `trace-${first}.jsonl`, lines: [`{"withContents":${args[1]}}`], next: null };
      case 'AcpBridge.get_changes':
        return editsBefore(args[2] as number, (before, limit) => this.#older(first!, before, limit));
      case 'Repo.get_status':
      case 'Repo.watch_status':
      case 'Repo.get_file_diff':
      case 'Repo.get_diff_hunks':
      case 'Repo.get_commit':
      case 'Repo.get_branch_changes':
      case 'Repo.list_branches':
      case 'Repo.stop_task':
        return this.git.answer(method, args);
      case 'AcpBridge.watch_terminal':
        return { terminalId: first, offset: 0, text: '', answerFrom: null };
      case 'AcpBridge.leave_terminal':
      case 'AcpBridge.type_in_terminal':
      case 'AcpBridge.resize_terminal':
      case 'AcpBridge.confirm_terminal':
        return null;
      case 'AcpBridge.sign_in_output':
        return this.signInOutput;
      case 'AcpBridge.suggest_rules':
        return this.rules;
      case 'Settings.try_rule':
        return {
          questions: 3,
          matches: 1,
          samples: [{ sessionId: 's1', at: 1, what: 'npm test', answer: 'Allow' }],
          isPartial: false,
        };
      case 'Settings.look_for_agents':
        return this.app.agents.map(({ id }) => id);
      case 'Settings.get_agents':
        return this.reports;
      case 'Settings.get_host_info':
        return this.hostInfo;
      case 'Settings.get_licences':
        return 'Lit 3 (BSD-3-Clause)';
      case 'Sessions.list':
        return this.#listed(args[0] as SessionFilter);
      case 'Settings.get_config_info':
      case 'Settings.reload':
        return this.configInfo;
      case 'Settings.get_config_content':
        return this.configContent;
      case 'Settings.get':
        return this.settings;
      default:
        return this.#runOnce(method, args);
    }
  }

  #listed({ status = 'active' }: SessionFilter = {}): SessionPage {
    const sessions = [...this.app.sessions, ...this.found].filter(
      ({ archivedAt }) => (archivedAt !== undefined) === (status === 'archived'),
    );
    return {
      sessions,
      next: null,
      counts: { agents: {}, statuses: { active: 0, failed: 0, archived: 0 }, folders: {} },
    };
  }

  /** A command of a known id is answered with what it was answered first. */
  #runOnce(method: string, args: unknown[]): unknown {
    const [cmdId, sessionId] = args as [string, string];
    if (this.#done.has(cmdId)) return this.#done.get(cmdId);
    let result: unknown = this.repo.act(method, args.slice(1)) ?? this.git.answer(method, args) ?? { seq: 0 };
    if (method === 'Settings.save_config_content') result = this.configContent;
    if (method === 'Settings.update') result = this.#changeSettings(args[1] as SettingsUpdate);
    if (method === 'AcpBridge.prompt') this.#prompt(cmdId, sessionId, args[2] as never);
    if (method === 'Sessions.create') {
      const session = this.#newSession(`made-${cmdId}`);
      this.appendApp({ type: 'session_changed', session });
      result = session;
    }
    if (method === 'Sessions.use_agent') {
      const before = this.app.sessions.find(({ id }) => id === sessionId)!;
      const session = { ...before, agentId: String(args[2]) };
      this.appendApp({ type: 'session_changed', session });
      result = session;
    }
    if (method === 'AcpBridge.answer_permission') {
      this.append(sessionId, [
        { type: 'permission_answered', permissionId: String(args[2]), optionId: String(args[3]), by: someone },
      ]);
    }
    this.#done.set(cmdId, result);
    return result;
  }

  /** Every tab hears of it; what counts for the computer alone is not for tabs. */
  #changeSettings(change: SettingsUpdate): SettingsState {
    this.changeSettings(
      Object.fromEntries(Object.entries(change).filter(([key]) => Object.hasOwn(DEFAULT_SETTINGS, key))),
    );
    return this.settings;
  }

  /** As the real server does: an update to an entry that is not the last says that the entry is there already. */
  #marked(sessionId: string, event: SessionEvent): SessionEvent {
    if (event.type !== 'agent_update' || event.update.sessionUpdate !== 'tool_call_update') return event;
    const { entries } = this.transcript(sessionId);
    const n = findEntry(entries, `tool:${String(event.update.toolCallId)}`);
    return n >= 0 && n < endOf(entries) - 1 ? { ...event, late: true } : event;
  }

  #prompt(promptId: string, sessionId: string, content: never[]): void {
    const isRunning = this.transcript(sessionId).turn.status !== 'idle';
    this.append(sessionId, [{ type: isRunning ? 'prompt_queued' : 'prompt_sent', promptId, content, by: someone }]);
  }

  #newSession(id: string): SessionSummary {
    this.logs.set(id, []);
    const at = ++this.#time;
    return {
      id,
      title: id,
      agentId: 'demo',
      cwd: '/home/me/orbit',
      createdAt: at,
      updatedAt: at,
      status: 'idle',
      writable: true,
    };
  }

  #snapshot(): AppSnapshot {
    const { version, epoch, app, startup } = this;
    const tab = { id: 'tab', device: 'Test' };
    return {
      kind: 'app',
      wire: WIRE_VERSION,
      version,
      epoch,
      seq: this.#appSeq,
      serverTime: this.#time,
      app,
      startup,
      tab,
    };
  }

  #sync(sessionId: string, epoch: string | null, since: number | null): SessionSync {
    const log = this.logs.get(sessionId);
    if (!log) throw new RpcError('not_found', 'There is no such session.');
    if (epoch === this.epoch && since !== null) {
      return { kind: 'tail', live: true, head: log.length, epoch, after: since, events: log.slice(since) };
    }
    const snapshot = snapshotOf(this.transcript(sessionId));
    const entries = snapshot.entries.map(this.asNewer);
    return { kind: 'snapshot', live: true, epoch: this.epoch, snapshot: { ...snapshot, entries } };
  }

  #older(sessionId: string, before: number, limit: number): OlderEntries {
    const transcript = this.transcript(sessionId);
    const first = Math.max(0, before - limit);
    return {
      epoch: this.epoch,
      seq: transcript.seq,
      first,
      entries: entriesOf(transcript.entries).slice(first, before),
    };
  }
}

function logPage(lines: readonly LogLine[], after: number | null): LogPage {
  const found = lines.filter(({ seq }) => seq > (after ?? 0));
  return { lines: found, next: found.at(-1)?.seq ?? after ?? 0, isCut: false };
}
