import type { LogLine, LogPage } from '../protocol/api/logs.js';
import { LifeLog } from './life-log.js';
import { lineText, pageOf } from './line-ring.js';
import { NewestRing } from './newest-ring.js';
import { redactValue } from './redact-value.js';

export type Direction = 'in' | 'out';

/** A message of the protocol as it passed; `life` tells the agent's processes apart. */
export interface WireMessage {
  readonly seq: number;
  readonly at: number;
  readonly life: number;
  readonly direction: Direction;
  readonly bytes: number;
  readonly message: unknown;
}

/** What is kept of an agent: lines and messages apart, so that a flood of one leaves the other. */
const LINES = { count: 1_000, size: 512 * 1024 };
const MESSAGES = { count: 5_000, size: 8 * 1024 * 1024 };
/** Of a larger message only its kind and size are kept. */
const LARGEST = 256 * 1024;

/** What an agent wrote besides messages, and all messages both ways. Nothing is made of them until somebody looks. */
export class AgentLog {
  readonly #lines = new NewestRing<LogLine>(LINES);
  readonly #messages = new NewestRing<WireMessage>(MESSAGES);
  readonly #now: () => number;
  #seq = 0;
  #lives = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A process of the agent begins; several may run at a time. */
  begin(what: string, name = ''): LifeLog {
    this.line('life', what);
    return new LifeLog(this, ++this.#lives, name);
  }

  /** A `note` is what we say of it. */
  line(kind: 'life' | 'stderr' | 'garbage' | 'note', text: string): void {
    this.#lines.push({ seq: ++this.#seq, at: this.#now(), kind, text }, text.length);
  }

  message(entry: Omit<WireMessage, 'seq' | 'at'>): void {
    const { bytes, message } = entry;
    const kept = bytes > LARGEST ? { ...headOf(message), _leftOut: `${bytes} bytes` } : message;
    const whole = { ...entry, seq: ++this.#seq, at: this.#now(), message: kept };
    this.#messages.push(whole, Math.min(bytes, LARGEST));
  }

  /** Lines for people, with the protocol's messages among them if wanted. */
  page(after: number | null, limit: number, withMessages: boolean): LogPage {
    const from = after ?? 0;
    const isCut = this.#lines.hasLostAfter(from) || (withMessages && this.#messages.hasLostAfter(from));
    const lines: (LogLine | WireMessage)[] = this.#lines.after(from);
    const all = withMessages ? [...lines, ...this.#messages.after(from)].sort((a, b) => a.seq - b.seq) : lines;
    const { lines: page, next } = pageOf(all as LogLine[], { after, limit, isCut });
    const shown = (page as readonly (LogLine | WireMessage)[]).map(lineOf);
    return { lines: shown, next, isCut: after !== null && isCut };
  }

  /** The messages that are kept, oldest first. */
  get messages(): readonly WireMessage[] {
    return this.#messages.after(0);
  }

  /** Whether messages from before those are gone. */
  get hasLostMessages(): boolean {
    return this.#messages.hasLostAfter(0);
  }
}

const logs = new Map<string, AgentLog>();

/** The log of an agent that was started at least once. */
export function knownAgentLog(agentId: string): AgentLog | null {
  return logs.get(agentId) ?? null;
}

/** The log of an agent by its id; it outlives the agent's processes. */
export function agentLogOf(agentId: string): AgentLog {
  const known = logs.get(agentId);
  if (known) return known;
  const log = new AgentLog();
  logs.set(agentId, log);
  return log;
}

function headOf(message: unknown): object {
  const { jsonrpc, id, method, params } = (message ?? {}) as Record<string, unknown>;
  const { sessionId } = (params ?? {}) as Record<string, unknown>;
  return { jsonrpc, id, method, ...(typeof sessionId === 'string' ? { params: { sessionId } } : {}) };
}

function lineOf(entry: LogLine | WireMessage): LogLine {
  if (!('message' in entry)) return { ...entry, text: lineText(entry.text) };
  const { seq, at, direction, message } = entry;
  return { seq, at, kind: direction, text: lineText(JSON.stringify(redactValue(message, { withContents: true }))) };
}
