import { randomUUID } from 'node:crypto';
import type { TracePage } from './protocol/logs.js';
import { RpcError } from './protocol/rpc-error.js';

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
    if (!trace) throw new RpcError('not_found', 'This trace is no longer there: ask for a new one.');
    let to = from;
    for (let chars = 0; to < trace.lines.length && (chars === 0 || chars < PAGE_CHARS); to++) {
      chars += trace.lines[to]!.length;
    }
    const next = to < trace.lines.length ? to : null;
    if (next === null) this.#traces.delete(traceId);
    return { traceId, fileName: trace.fileName, lines: trace.lines.slice(from, to), next };
  }
}
