import type { LogPage, TracePage } from '../protocol/logs.js';

/** Which part of a trace is wanted: a new one if `traceId` is null, else what follows line `from` of that one. */
export interface TraceRequest {
  readonly withContents: boolean;
  readonly traceId: string | null;
  readonly from: number;
}

/** Where the logs are read that are not those of sessions; secrets have been taken out of all of them. */
export interface LogService {
  serverLog(after: number | null, limit: number): LogPage;
  /** With `withMessages` also what was said in the protocol. */
  agentLog(agentId: string, page: { after: number | null; limit: number; withMessages: boolean }): LogPage;
  trace(sessionId: string, request: TraceRequest): TracePage;
}
