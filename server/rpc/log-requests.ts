import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { knownAgentLog } from '../diagnostics/agent-log.js';
import { serverLog } from '../diagnostics/server-log.js';
import { type TracedEvent, traceOf } from '../diagnostics/session-trace.js';
import type { LogPage, TracePage } from '../protocol/api/logs.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { saved } from '../sessions/log/storage-error.js';
import type { EventStore, SessionRow } from '../sessions/store/event-store.js';

const TRACED_EVENTS = 5_000;
const READ = { count: TRACED_EVENTS, bytes: 32 * 1024 * 1024 };

/** Which part of a trace is wanted: a new one if `traceId` is null, else what follows line `from` of that one. */
export interface TraceRequest {
  readonly withContents: boolean;
  readonly traceId: string | null;
  readonly from: number;
}

/** What the answers about logs need. */
export interface LogRequestsOptions {
  readonly store: EventStore;
  readonly version: string;
  readonly now?: () => number;
}

/** Gives pages the logs of the server and the agents, and traces of sessions; secrets have been taken out of all. */
export class LogRequests {
  readonly #options: LogRequestsOptions;
  readonly #shelf = new TraceShelf();

  constructor(options: LogRequestsOptions) {
    this.#options = options;
  }

  serverLog(after: number | null, limit: number): LogPage {
    return serverLog.page(after, limit);
  }

  /** With `withMessages` also what was said in the protocol. */
  agentLog(agentId: string, page: { after: number | null; limit: number; withMessages: boolean }): LogPage {
    const log = knownAgentLog(agentId);
    return log?.page(page.after, page.limit, page.withMessages) ?? { lines: [], next: page.after ?? 0, isCut: false };
  }

  trace(sessionId: string, { withContents, traceId, from }: TraceRequest): TracePage {
    if (traceId !== null) return this.#shelf.page(traceId, from);
    const row = saved(() => this.#options.store.session(sessionId));
    if (!row) throw new RpcError('not_found', 'There is no such session.', { code: 'no_session' });
    const now = (this.#options.now ?? Date.now)();
    const fileName = `acdeck-trace-${sessionId.slice(0, 8)}-${new Date(now).toISOString().replace(/[:.]/g, '-')}.jsonl`;
    return this.#shelf.put(fileName, this.#lines(row, { withContents, now }));
  }

  #lines(row: SessionRow, { withContents, now }: { withContents: boolean; now: number }): string[] {
    const { version } = this.#options;
    const { events, sessionIds } = this.#logOf(row.id);
    const log = knownAgentLog(row.agentId);
    const hasLostMessages = log?.hasLostMessages ?? false;
    const about = { sessionId: row.id, agentId: row.agentId, hasLostMessages, node: process.version };
    const header = {
      trace: 'acdeck',
      version,
      made: new Date(now).toISOString(),
      platform: process.platform,
      ...about,
    };
    const lines = traceOf({ header, sessionIds, messages: log?.messages ?? [], events, withContents });
    // Whose home it is, is nobody's business who reads the trace.
    return lines.map((line) => line.replaceAll(JSON.stringify(homedir()).slice(1, -1), '~'));
  }

  /** The newest events, and the ids by which the agent knew the session. */
  #logOf(sessionId: string): { events: TracedEvent[]; sessionIds: Set<string> } {
    const { store } = this.#options;
    return saved(() => {
      const after = Math.max(0, store.headOf(sessionId) - TRACED_EVENTS);
      const events = store.eventsAfter(sessionId, after, READ).map(({ body }) => JSON.parse(body) as OpenedEvent);
      const kept = JSON.parse(store.savedStateOf(sessionId)?.body ?? '{}') as { agentSessionId?: string | null };
      const ids = [kept.agentSessionId, ...events.map(({ facts }) => facts?.agentSessionId)];
      return { events, sessionIds: new Set(ids.filter((id): id is string => typeof id === 'string')) };
    });
  }
}

interface OpenedEvent extends TracedEvent {
  readonly facts?: { readonly agentSessionId?: string };
}

/** A page of a trace is about this long. */
const PAGE_CHARS = 512 * 1024;
/** Traces that are being fetched; the oldest gives way. */
const MOST = 3;

interface Trace {
  readonly fileName: string;
  readonly lines: readonly string[];
}

/** Traces on their way to a page, each as it was when it was asked for. */
export class TraceShelf {
  readonly #traces = new Map<string, Trace>();

  /** Keeps a trace until it is fetched, and gives its first part. */
  put(fileName: string, lines: readonly string[]): TracePage {
    const traceId = randomUUID();
    this.#traces.set(traceId, { fileName, lines });
    for (const id of [...this.#traces.keys()].slice(0, -MOST)) this.#traces.delete(id);
    return this.page(traceId, 0);
  }

  page(traceId: string, from: number): TracePage {
    const trace = this.#traces.get(traceId);
    if (!trace) throw new RpcError('not_found', 'This trace is no longer there.', { code: 'no_trace' });
    let to = from;
    for (let chars = 0; to < trace.lines.length && (chars === 0 || chars < PAGE_CHARS); to++) {
      chars += trace.lines[to]!.length;
    }
    const next = to < trace.lines.length ? to : null;
    if (next === null) this.#traces.delete(traceId);
    return { traceId, fileName: trace.fileName, lines: trace.lines.slice(from, to), next };
  }
}
