import type { AgentReport } from '../../server/protocol/agent-report.js';
import type {
  AppEvent,
  AppSnapshot,
  AppState,
  LoggedAppEvent,
  SessionSummary,
} from '../../server/protocol/app-state.js';
import { APP_LOG, DEFAULT_SETTINGS, reduceApp } from '../../server/protocol/app-state.js';
import { endOf, entriesOf, findEntry } from '../../server/protocol/entry-list.js';
import type { LoggedEvent, SessionEvent } from '../../server/protocol/events.js';
import { WIRE_VERSION } from '../../server/protocol/limits.js';
import type { LogLine, LogPage } from '../../server/protocol/logs.js';
import type { RuleDraft } from '../../server/protocol/permission-rule.js';
import { reduceTranscript } from '../../server/protocol/reduce.js';
import type { AcAppApi, ServerApi, SessionHit, SessionSync } from '../../server/protocol/rpc.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { type OlderEntries, snapshotOf } from '../../server/protocol/snapshot.js';
import type { StartupStep } from '../../server/protocol/startup.js';
import { emptyTranscript, type Transcript } from '../../server/protocol/transcript.js';
import { someone } from '../../server/protocol/transcript.rig.js';
import { editsBefore } from '../../server/rpc/older-edits.js';
import { buildApi } from '../rpc/server-api.js';
import { FakeRepo } from './fake-repo.rig.js';

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
  readonly api: ServerApi = buildApi((className, method, args) => this.#answer(`${className}.${method}`, args));
  /** Every call that arrived, in order. */
  readonly calls: { method: string; args: unknown[] }[] = [];
  /** Who gets pages; null while nobody is connected, and calls fail. */
  tab: AcAppApi | null = null;
  version = '0.1.0';
  startup: StartupStep = { stage: 'ready', message: 'Ready', percent: 100 };
  epoch = 'first';
  /** What could be stored for any question. */
  rules: RuleDraft[] = [];
  /** What a search finds, whatever was looked for. */
  hits: SessionHit[] = [];
  /** What the settings show of agents. */
  reports: AgentReport[] = [];
  app: AppState;
  readonly repo = new FakeRepo();
  readonly logs = new Map<string, LoggedEvent[]>();
  /** Lines of the server's log and of agents', by id. */
  readonly logOf: Record<string, LogLine[]> = {};
  #appSeq = 0;
  #time = 1_700_000_000_000;
  #gate: Promise<void> = Promise.resolve();
  readonly #done = new Map<string, unknown>();
  readonly #refusals = new Map<string, RpcError>();

  constructor(...sessionIds: string[]) {
    this.app = {
      folder: { path: '/home/me/orbit', name: 'orbit', repository: null },
      agents: [DEMO],
      defaultAgentId: 'demo',
      sessions: sessionIds.map((id) => this.#newSession(id)),
      openSessionId: sessionIds[0] ?? null,
      drafts: {},
      settings: { revision: 1, values: DEFAULT_SETTINGS },
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
    if (!isLost) this.tab?.streamChunk(APP_LOG, page);
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
    const [first, second] = args as [string | undefined, string];
    switch (method) {
      case 'AcpBridge.get_current_state':
        return first ? this.#sync(first, second, args[2] as number | null) : this.#snapshot();
      case 'AcpBridge.get_entries':
        return this.#older(first!, args[2] as number, args[3] as number);
      case 'Sessions.search':
        return this.hits;
      case 'AcpBridge.get_server_log':
        return logPage(this.logOf.server ?? [], args[0] as number | null);
      case 'AcpBridge.get_agent_log':
        return logPage(this.logOf[String(first)] ?? [], args[1] as number | null);
      case 'AcpBridge.get_trace':
        return { traceId: 't', fileName: `trace-${first}.jsonl`, lines: [`{"withContents":${args[1]}}`], next: null };
      case 'AcpBridge.get_changes':
        return editsBefore(args[2] as number, (before, limit) => this.#older(first!, before, limit));
      case 'Repo.find_files':
        return this.repo.find(first!, args[1] as number);
      case 'Repo.read_file':
        return this.repo.read(first!, args[1] as number, args[2] as number);
      case 'AcpBridge.suggest_rules':
        return this.rules;
      case 'Settings.try_rule':
        return {
          questions: 3,
          matches: 1,
          samples: [{ sessionId: 's1', at: 1, what: 'npm test', answer: 'Allow' }],
          isPartial: false,
        };
      case 'Settings.get_agents':
        return this.reports;
      case 'Settings.get':
        return this.app.settings;
      default:
        return this.#runOnce(method, args);
    }
  }

  /** A command of a known id is answered with what it was answered first. */
  #runOnce(method: string, args: unknown[]): unknown {
    const [cmdId, sessionId] = args as [string, string];
    if (this.#done.has(cmdId)) return this.#done.get(cmdId);
    let result: unknown = { seq: 0 };
    if (method === 'AcpBridge.prompt') this.#prompt(cmdId, sessionId, args[2] as never);
    if (method === 'Sessions.create') {
      const session = this.#newSession(`made-${cmdId}`);
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
    return { kind: 'snapshot', live: true, epoch: this.epoch, snapshot: snapshotOf(this.transcript(sessionId)) };
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
